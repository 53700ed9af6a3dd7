/** What happened inside a search: what each channel proposed, what was kept, what was cut. */
import type { ChannelTrace } from "./channels/contract.ts";
import { vectors } from "./channels/vectors/index.ts";
import { words } from "./channels/words/index.ts";
import type { Understanding } from "./query/understand.ts";
import { evidenceOf, type RankedFile, type Ranking } from "./rank/rank-scope.ts";

export interface ChannelProposal {
  /** Which member it is of; only where several were asked. */
  repository?: string;
  path: string;
  rank: number;
  value: number;
  /** Given when an explanation was asked for. */
  reason?: string;
}

export interface TracedTerm {
  term: string;
  source: string;
  weight: number;
  idf: number;
  files: number;
  /** Of a short form: the words of the question that it stands for. */
  standsFor?: string;
}

export interface SearchTrace {
  kind: string;
  intent: string;
  scope: string;
  target: string;
  confidence: { kind: number; intent: number; scope: number };
  /** Terms that were looked up, with how rare they are and how many files hold them. */
  terms: TracedTerm[];
  channels: { name: string; proposals: ChannelProposal[] }[];
  /** Key of the model whose vectors were compared; null when none were. */
  model: string | null;
  candidates: number;
  /** Channels that could not be asked, and why. */
  problems: readonly string[];
  /** How often the store's server was waited for; absent where there is none. */
  roundTrips?: number;
  /** Best files that the limit cut. */
  cut: { repository?: string; path: string; score: number; reason: string }[];
}

const PROPOSALS = 5;
const CUT = 5;

export function traceOf(
  ranking: Ranking,
  understanding: Understanding,
  whyNotShown: (entry: RankedFile) => string | null,
): SearchTrace {
  const { classification } = understanding;
  return {
    kind: classification.kind,
    intent: classification.intent,
    scope: classification.scope,
    target: classification.target,
    confidence: classification.confidence,
    terms: termsOf(ranking),
    channels: tracesOf(ranking)
      .map(({ name, byMember }) => ({ name, proposals: proposalsOf(ranking, byMember) }))
      .filter((entry) => entry.proposals.length > 0),
    model: modelOf(ranking),
    candidates: ranking.files.length,
    problems: ranking.problems,
    cut: cutOf(ranking, whyNotShown),
  };
}

/** Fills in `reason` of every proposal. Costs outlines of the proposed files, so only explanations ask for it. */
export async function giveReasons(ranking: Ranking, trace: SearchTrace): Promise<void> {
  const { scope } = ranking;
  const traces = new Map(tracesOf(ranking).map(({ name, byMember }) => [name, byMember]));
  for (const { name, proposals } of trace.channels) {
    for (const proposal of proposals) {
      const member = scope.memberOf(proposal);
      const file = member.corpus.files[member.corpus.fileByPath.get(proposal.path)!]!;
      const explain = async () => traces.get(name)![member.position]?.reason(file) ?? "";
      proposal.reason = await scope.askOne(member, explain);
    }
  }
}

interface TraceOfAll {
  name: string;
  /** By position; undefined for a member that the channel says nothing of. */
  byMember: (ChannelTrace | undefined)[];
}

function tracesOf({ layout, evidence, scope }: Ranking): TraceOfAll[] {
  return layout.channels
    .map((channel, at) => ({ place: channel.tracePlace ?? Number.POSITIVE_INFINITY, members: evidence[at]! }))
    .sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
    .flatMap(({ members }) => {
      const names = new Set(members.flatMap(({ traces = [] }) => traces.map(({ name }) => name)));
      return [...names].map((name) => ({
        name,
        byMember: scope.members.map(({ position }) =>
          members[position]!.traces?.find((trace) => trace.name === name),
        ),
      }));
    });
}

function termsOf(ranking: Ranking): TracedTerm[] {
  const found = evidenceOf(ranking, words, 0)?.found;
  return ranking.terms.map(({ term, source, weight, said }, at) => ({
    term,
    source,
    weight,
    idf: found?.idf[at] ?? 0,
    files: found?.documentFrequency[at] ?? 0,
    ...(said === undefined ? {} : { standsFor: said }),
  }));
}

function modelOf(ranking: Ranking): string | null {
  const models = new Set(
    ranking.scope.members.flatMap(
      ({ position }) => evidenceOf(ranking, vectors, position)?.scores?.model ?? [],
    ),
  );
  return models.size > 0 ? [...models].join(", ") : null;
}

function cutOf(
  { files, scope }: Ranking,
  whyNotShown: (entry: RankedFile) => string | null,
): SearchTrace["cut"] {
  const cut: SearchTrace["cut"] = [];
  for (const entry of files) {
    const reason = whyNotShown(entry);
    if (reason === null) continue;
    const { path } = scope.members[entry.member]!.corpus.files[entry.file]!;
    cut.push({ ...scope.nameOf(entry.member), path, score: entry.score, reason });
    if (cut.length === CUT) break;
  }
  return cut;
}

function proposalsOf(
  { files, scope }: Ranking,
  byMember: readonly (ChannelTrace | undefined)[],
): ChannelProposal[] {
  return strongest(files, byMember).map(({ entry: { member, file }, value }, at) => ({
    ...scope.nameOf(member),
    path: scope.members[member]!.corpus.files[file]!.path,
    rank: at + 1,
    value,
  }));
}

/** The few best of a channel, by insertion: every search pays for this, so nothing is sorted. */
function strongest(
  files: readonly RankedFile[],
  byMember: readonly (ChannelTrace | undefined)[],
): { entry: RankedFile; value: number }[] {
  const best: { entry: RankedFile; value: number }[] = [];
  for (const entry of files) {
    const value = byMember[entry.member]?.valueOf(entry) ?? 0;
    if (value <= 0 || (best.length === PROPOSALS && value <= best.at(-1)!.value)) continue;
    let at = best.length;
    while (at > 0 && best[at - 1]!.value < value) at--;
    best.splice(at, 0, { entry, value });
    if (best.length > PROPOSALS) best.pop();
  }
  return best;
}
