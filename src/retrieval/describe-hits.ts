/** Ranked files → hits: the spans to read, the reasons, the summary. */
import { summariseFile } from "../core/file-summary.ts";
import { wordsAsNames } from "./channels/names/words-as-names.ts";
import { words } from "./channels/words/index.ts";
import type { CorpusFile } from "./corpus/corpus.ts";
import type { QueryFilters } from "./query/filters.ts";
import { spellingOf } from "./query/spelling.ts";
import { titleOf, type Understanding } from "./query/understand.ts";
import { chooseSpans, type HitSpan } from "./rank/choose-spans.ts";
import { evidenceOf, type RankedFile, type Ranking } from "./rank/rank-scope.ts";
import { explainReasons } from "./rank/reasons.ts";
import { contributionsOf } from "./rank/score.ts";
import { Shortlist } from "./rank/shortlist.ts";
import { Copies } from "./scope/copies.ts";
import { type Group, groupOf, groupsOf, turnsOf } from "./scope/places.ts";
import type { Scope } from "./scope/scope.ts";
import type { SearchHit } from "./search.ts";
import { type Outline, outlineOf, readOutlines, type SearchableView } from "./searchable-view.ts";
import { termsInChunks } from "./terms/terms-in-chunks.ts";
import { spansOfUnits, type UnitPlaces } from "./unit-places.ts";

export interface HitRequest {
  ranking: Ranking;
  understanding: Understanding;
  filters: QueryFilters;
  /** The units that are asked for, by member; null when none are. */
  units: ReadonlyMap<string, UnitPlaces> | null;
  limit: number;
  spanLimit: number;
  /** Likeness from which on code of two repositories counts as the same. */
  nearDuplicate?: number | undefined;
}

/** Spans looked at when only those of some kinds are wanted. */
const SPANS_OF_KINDS = 40;

export interface DescribedHits {
  hits: SearchHit[];
  /** Files that were looked into and define nothing of the kinds that are asked for. */
  lacksKinds: ReadonlySet<RankedFile>;
}

export async function describeHits(request: HitRequest): Promise<DescribedHits> {
  const { ranking, understanding, filters, units, limit, spanLimit, nearDuplicate } = request;
  const { scope } = ranking;
  const shortlist = new Shortlist(ranking, filters, limit);
  const matchedTerms = matchedTermsOf(ranking, shortlist.files);
  const wantedNames = namesWanted(understanding);
  const spelling = spellingOf(understanding);
  const copies = scope.hasSeveral ? new Copies(nearDuplicate) : null;
  const hits: SearchHit[] = [];
  const lacksKinds = new Set<RankedFile>();
  const turns = turnsOf(scope.members, limit);
  await readFirstOutlines(
    scope,
    turns.flatMap((turn) => shortlist.first(turn)),
  );
  const describe = async (entry: RankedFile): Promise<SearchHit | null> => {
    const member = scope.members[entry.member]!;
    const file = member.corpus.files[entry.file]!;
    const outline = await scope.askOne(member, () => outlineOf(member.view, file.doc));
    const all = chooseSpans({
      file,
      outline,
      ranking,
      understanding,
      member,
      wantedNames,
      matchedTerms: matchedTerms[entry.member]!,
      spelling,
      limit: filters.kinds.length > 0 || units ? SPANS_OF_KINDS : spanLimit,
    });
    const ofTypes = units
      ? spansOfUnits(all, units.get(member.name)?.get(file.path) ?? [], SPANS_OF_KINDS)
      : all;
    const ofKinds =
      filters.kinds.length > 0
        ? ofTypes.filter((span) => span.kind !== undefined && filters.kinds.includes(span.kind))
        : ofTypes;
    const spans = ofKinds.slice(0, spanLimit);
    if (filters.kinds.length > 0 && spans.length === 0) return null;
    const summary = await scope.askOne(member, () => summaryOf(member.view, file, outline));
    const hit = hitOf(entry, ranking, file, summary, spans);
    const similarTo = copies && originalOf(hit, outline, copies);
    return similarTo ? { ...hit, similarTo } : hit;
  };
  let found = 0;
  const taken = new Map<Group, number>();
  for (const { group, most } of turns) {
    while (found < limit && (taken.get(group) ?? 0) < most) {
      const entry = shortlist.next(group);
      if (!entry) break;
      const hit = await describe(entry);
      if (hit) hits.push(hit);
      else lacksKinds.add(entry);
      // Copies take no place from other files; of what stands behind them every line counts.
      const counts = hit && (hit.similarTo === undefined || group !== null);
      if (counts) taken.set(group, (taken.get(group) ?? 0) + 1);
      if (hit && hit.similarTo === undefined) found++;
    }
  }
  return { hits: byGroup(scope, hits), lacksKinds };
}

function byGroup(scope: Scope, hits: readonly SearchHit[]): SearchHit[] {
  const groups = groupsOf(scope.members);
  if (groups.length === 1) return [...hits];
  const placeOf = ({ group }: SearchHit) => groups.indexOf(group ?? null);
  return [...hits].sort((a, b) => placeOf(a) - placeOf(b));
}

/** By what is shown first of the file. */
function originalOf(hit: SearchHit, { chunks }: Outline, copies: Copies): string | null {
  const [span] = hit.spans;
  const sketch = chunks[span?.chunks[0] ?? -1]?.fingerprint ?? [];
  return span && sketch.length > 0 ? copies.originalOf(hit, span, sketch) : null;
}

/** Most hits are the first ones: one read for each member, in place of one for each file. */
async function readFirstOutlines(
  scope: Scope,
  entries: readonly { member: number; file: number }[],
): Promise<void> {
  for (const [at, member] of scope.members.entries()) {
    const own = entries.filter((entry) => entry.member === at);
    const docs = own.map(({ file }) => member.corpus.files[file]!.doc);
    if (docs.length > 0) await scope.askOne(member, () => readOutlines(member.view, docs));
  }
}

/** By position of the member: which terms of the query its chunks on the shortlist hold. */
function matchedTermsOf(ranking: Ranking, shortlist: readonly RankedFile[]): Map<number, string[]>[] {
  return ranking.scope.members.map(({ corpus: { chunkBase, files }, position }) => {
    const chunks = new Set<number>();
    for (const { member, file } of shortlist) {
      if (member !== position) continue;
      const { doc } = files[file]!;
      for (let chunk = chunkBase[doc]!; chunk < chunkBase[doc + 1]!; chunk++) chunks.add(chunk);
    }
    const idf = evidenceOf(ranking, words, position)?.found.idf ?? [];
    return termsInChunks(ranking.terms, position, idf, chunks);
  });
}

async function summaryOf(view: SearchableView, file: CorpusFile, outline: Outline): Promise<string> {
  const written = await view.writtenSummary?.(view.index.blobOfDoc[file.doc]!);
  return written || summariseFile(outline, file.path);
}

function hitOf(
  entry: RankedFile,
  { scope, scorer, layout }: Ranking,
  { path, language }: CorpusFile,
  summary: string,
  spans: HitSpan[],
): SearchHit {
  const { weight: memberWeight = 1 } = scope.members[entry.member]!;
  const { repeated } = entry;
  const contributions = contributionsOf(entry.row, scorer, layout, { memberWeight, repeated });
  const group = groupOf(scope.members[entry.member]!);
  return {
    ...scope.nameOf(entry.member),
    ...(group !== null && { group }),
    path,
    language,
    score: entry.score,
    spans,
    reasons: explainReasons(contributions, layout),
    summary,
    contributions,
    file: entry.file,
  };
}

/** Names whose definitions a span should show, with how sure it is that the query means them. */
function namesWanted(understanding: Understanding): Map<string, number> {
  const wanted = new Map<string, number>();
  for (const symbol of wordsAsNames(titleOf(understanding)))
    wanted.set(symbol.name.toLowerCase(), symbol.weight * 0.3);
  for (const symbol of understanding.entities.symbols) wanted.set(symbol.name.toLowerCase(), symbol.weight);
  return wanted;
}
