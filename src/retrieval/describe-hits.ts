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
import { Copies } from "./scope/copies.ts";
import type { Scope, ScopeMember } from "./scope/scope.ts";
import type { SearchHit } from "./search.ts";
import { type Outline, outlineOf, readOutlines, type SearchableView } from "./searchable-view.ts";
import { termsInChunks } from "./terms/terms-in-chunks.ts";

export interface HitRequest {
  ranking: Ranking;
  understanding: Understanding;
  filters: QueryFilters;
  limit: number;
  spanLimit: number;
  /** Likeness from which on code of two repositories counts as the same. */
  nearDuplicate?: number | undefined;
}

/** Spans looked at when only those of some kinds are wanted. */
const SPANS_OF_KINDS = 40;

export async function describeHits(request: HitRequest): Promise<SearchHit[]> {
  const { ranking, understanding, filters, limit, spanLimit, nearDuplicate } = request;
  const { scope } = ranking;
  const shortlist = shortlistOf(ranking, filters, limit);
  const matchedTerms = matchedTermsOf(ranking, shortlist);
  const wantedNames = namesWanted(understanding);
  const spelling = spellingOf(understanding);
  const counts = new Counts(scope.members);
  const copies = scope.hasSeveral ? new Copies(nearDuplicate) : null;
  const hits: SearchHit[] = [];
  let found = 0;
  await readFirstOutlines(scope, shortlist.slice(0, limit));
  for (const entry of shortlist) {
    if (found >= limit) break;
    const member = scope.members[entry.member]!;
    if (counts.isFull(member)) continue;
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
      limit: filters.kinds.length > 0 ? SPANS_OF_KINDS : spanLimit,
    });
    const spans =
      filters.kinds.length > 0
        ? all
            .filter((span) => span.kind !== undefined && filters.kinds.includes(span.kind))
            .slice(0, spanLimit)
        : all;
    if (filters.kinds.length > 0 && spans.length === 0) continue;
    const summary = await scope.askOne(member, () => summaryOf(member.view, file, outline));
    const hit = hitOf(entry, ranking, file, summary, spans);
    const similarTo = copies && originalOf(hit, outline, copies);
    hits.push(similarTo ? { ...hit, similarTo } : hit);
    if (!similarTo) found++;
    counts.add(member);
  }
  return ownFirst(scope, hits);
}

/** Members that an answer may hold few files of are there to look things up in: they stand behind what is worked on. */
function ownFirst(scope: Scope, hits: readonly SearchHit[]): SearchHit[] {
  const placeOf = (hit: SearchHit) => {
    const { cap, weight = 1 } = scope.memberOf(hit);
    return cap === undefined ? 0 : 1 / weight;
  };
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

/** Files of each member so far. */
class Counts {
  readonly #of: number[];

  constructor(members: readonly ScopeMember[]) {
    this.#of = members.map(() => 0);
  }

  isFull({ position, cap = Number.POSITIVE_INFINITY }: ScopeMember): boolean {
    return this.#of[position]! >= cap;
  }

  add({ position }: ScopeMember): void {
    this.#of[position]! += 1;
  }
}

/** Files that are looked into: a filter of kinds can only be tested there. */
export function shortlistOf(
  { files, scope }: Ranking,
  { kinds }: Pick<QueryFilters, "kinds">,
  limit: number,
): RankedFile[] {
  // Copies that other repositories have take no place.
  const most = limit * (kinds.length > 0 ? 6 : scope.hasSeveral ? 2 : 1);
  if (scope.members.every(({ cap }) => cap === undefined)) return files.slice(0, most);
  // With a filter of kinds it is not known yet which of a member's files count towards its cap.
  if (kinds.length > 0) return files.slice(0, most * scope.members.length);
  const counts = new Counts(scope.members);
  const list: RankedFile[] = [];
  for (const entry of files) {
    const member = scope.members[entry.member]!;
    if (list.length === most || counts.isFull(member)) continue;
    counts.add(member);
    list.push(entry);
  }
  return list;
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
  return {
    ...scope.nameOf(entry.member),
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
