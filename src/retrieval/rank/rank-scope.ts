/** Understanding → files of all members in one order, each with its features. The same path for one member and for many. */
import type { Asked, Candidate, Channel, Evidence, Gathered } from "../channels/contract.ts";
import { names } from "../channels/names/index.ts";
import type { QueryKind } from "../query/classify.ts";
import type { Understanding } from "../query/understand.ts";
import type { Scope } from "../scope/scope.ts";
import { expandTerms, type ScopeTerm } from "../terms/expand-terms.ts";
import { chooseCandidates } from "./choose-candidates.ts";
import type { FeatureLayout } from "./feature-layout.ts";
import { fillRows, scaleRows } from "./feature-rows.ts";
import { handScorer, learnedScorer, memberPoints, type Scorer, scoreRow } from "./score.ts";
import { spreadMembers } from "./spread-members.ts";

export interface RankedFile extends Candidate {
  score: number;
  /** What the score lost because other files of its member came before it; absent for nothing. */
  repeated?: number;
}

export interface Ranking {
  scope: Scope;
  layout: FeatureLayout;
  terms: readonly ScopeTerm[];
  files: RankedFile[];
  scorer: Scorer;
  /** By channel, then by position of the member. */
  evidence: readonly (readonly Evidence[])[];
  /** What could not be asked, and why. */
  problems: readonly string[];
}

export async function rankScope(
  scope: Scope,
  understanding: Understanding,
  layout: FeatureLayout,
): Promise<Ranking> {
  const problems = layout.channels.map((): string[] => []);
  const askFor =
    (terms: readonly ScopeTerm[]) =>
    (at: number): Asked => ({
      scope,
      understanding,
      terms,
      report: ({ name }, problem) => problems[at]!.push(scope.hasSeveral ? `${name}: ${problem}` : problem),
    });
  const terms = await expandTerms(scope, understanding.groups);
  const evidence = await gatherAll(layout.channels, askFor(terms));
  const candidates = await gatherRows(scope, layout, evidence);
  scaleRows(candidates, { layout, members: scope.members, evidence });
  const kind = kindAsked(scope, understanding, { layout, evidence });
  const quick = handScorer(kind, layout);
  const scores = candidates.map(({ row }) => scoreRow(row, quick));
  for (const [at, channel] of layout.channels.entries())
    await channel.secondPass?.({ scope, layout, candidates, scores }, evidence[at]!);
  const scorer = await learnedScorer(kind, layout);
  const extra = scope.members.map(({ weight = 1 }) => memberPoints(weight));
  const files = candidates.map(({ member, file, row }) => ({
    member,
    file,
    row,
    score: scoreRow(row, scorer) + extra[member]!,
  }));
  files.sort((a, b) => b.score - a.score || a.member - b.member || a.file - b.file);
  const ordered = scope.members.length > 1 ? spreadMembers(files, scope.members.length) : files;
  return { scope, layout, terms, files: ordered, scorer, evidence, problems: problems.flat() };
}

const PLAIN_WORD = /^[A-Za-z][a-z]{2,}$/;

/** A single plain word is a topic, such as `authentication`, unless something is called that. */
function kindAsked(
  scope: Scope,
  { text, classification }: Understanding,
  gathered: Pick<Ranking, "layout" | "evidence">,
): QueryKind {
  const isPlainWord = classification.kind === "symbol" && PLAIN_WORD.test(text.trim());
  const isName = ({ position }: { position: number }) =>
    evidenceOf(gathered, names, position)?.hasDefinition ?? true;
  return isPlainWord && !scope.members.some(isName) ? "question" : classification.kind;
}

/** One after the other, but for those that wait for other processes. */
async function gatherAll(
  channels: readonly Channel[],
  askFor: (at: number) => Asked,
): Promise<(readonly Evidence[])[]> {
  const early = channels.map((channel, at) => (channel.startsEarly ? channel.gather(askFor(at)) : null));
  for (const promise of early) promise?.catch(() => {});
  const evidence: (readonly Evidence[])[] = [];
  for (const [at, channel] of channels.entries())
    evidence.push(await (early[at] ?? channel.gather(askFor(at))));
  return evidence;
}

async function gatherRows(
  scope: Scope,
  layout: FeatureLayout,
  evidence: readonly (readonly Evidence[])[],
): Promise<Candidate[]> {
  const rows = await scope.ask(async (member) => {
    const own = evidence.map((members) => members[member.position]!);
    const files = chooseCandidates(scope, member, own, gatheredOf(layout, evidence, member.position));
    for (const one of own) await one.prepare?.(files);
    return fillRows(member, files, own, layout);
  });
  return rows.flat();
}

/** The evidence of a channel about a member; undefined for a channel that was not asked. */
export function evidenceOf<E extends Evidence>(
  { layout, evidence }: Pick<Ranking, "layout" | "evidence">,
  channel: Channel<E>,
  member: number,
): E | undefined {
  return evidence[layout.channels.indexOf(channel as unknown as Channel)]?.[member] as E | undefined;
}

function gatheredOf(
  layout: FeatureLayout,
  evidence: readonly (readonly Evidence[])[],
  member: number,
): Gathered {
  return { of: (channel) => evidenceOf({ layout, evidence }, channel, member) };
}
