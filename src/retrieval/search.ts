/** Query → ranked files with the spans to read, why, and how every score came about. */

import { summariseFile } from "../core/file-summary.ts";
import { stem } from "../core/terms.ts";
import { wordsAsNames } from "./channels/names.ts";
import type { VectorScores } from "./channels/vectors.ts";
import type { CorpusFile } from "./corpus/corpus.ts";
import { fileFilter } from "./filter-files.ts";
import type { QueryFilters } from "./query/filters.ts";
import { type Understanding, understandQuery } from "./query/understand.ts";
import { chooseSpans, type HitSpan, MAX_SPANS, termsInChunks } from "./rank/choose-spans.ts";
import { type RankedFile, type Ranking, rankFiles } from "./rank/rank-files.ts";
import { openRankSources } from "./rank/rank-sources.ts";
import { explainReasons } from "./rank/reasons.ts";
import { type Contribution, contributionsOf } from "./rank/score.ts";
import type { SearchableView } from "./searchable-view.ts";
import { type Outline, outlineOf } from "./searchable-view.ts";
import { type SearchTrace, traceOf } from "./trace.ts";
import { giveReasons } from "./trace-reasons.ts";

export interface SearchOptions {
  /** Files returned; 10 when absent. */
  limit?: number;
  filters?: Partial<QueryFilters>;
  /** Spans per file; 3 when absent. */
  spans?: number;
  /** Tells of every proposal of a channel why it was made. */
  explain?: boolean;
}

export interface SearchHit {
  path: string;
  language: string;
  score: number;
  spans: HitSpan[];
  reasons: string[];
  /** What the file is for, in one line; empty when nothing can be said. */
  summary: string;
  contributions: Contribution[];
  /** Position in the corpus of the generation; for expansion, not for display. */
  file: number;
}

export interface SearchAnswer {
  hits: SearchHit[];
  understanding: Understanding;
  trace: SearchTrace;
}

export const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 200;

export async function search(
  view: SearchableView,
  query: string,
  options: SearchOptions = {},
): Promise<SearchAnswer> {
  const key = `search\0${view.vectors?.version ?? ""}\0${view.ages?.version ?? ""}\0${JSON.stringify(options)}\0${query}`;
  const known = view.index.answers.get(key) as SearchAnswer | undefined;
  if (known) return known;
  const answer = await computeSearch(view, query, options);
  // An answer that lacks a channel for a passing reason must not be repeated when the reason is gone.
  if (query.length < 10_000 && answer.trace.problems.length === 0) view.index.answers.set(key, answer);
  return answer;
}

async function computeSearch(
  view: SearchableView,
  query: string,
  options: SearchOptions,
): Promise<SearchAnswer> {
  const understanding = understandQuery(query);
  const filters = mergeFilters(understanding.filters, options.filters);
  const problems: string[] = [];
  // Another process reads the history while this one compares vectors.
  const ages = view.ages?.read(problems) ?? null;
  const vectors = await scoreVectors(view, understanding, problems);
  const isAllowed = fileFilter(view.index.corpus, filters);
  const sources = await openRankSources(view, { isAllowed, vectors, ages: await ages });
  const ranking = await rankFiles(sources, understanding);
  const limit = Math.max(1, Math.min(MAX_LIMIT, options.limit ?? DEFAULT_LIMIT));
  const described = await describeHits(
    view,
    ranking,
    understanding,
    filters,
    limit,
    options.spans ?? MAX_SPANS,
  );
  const hits =
    isAnyWordKnown(ranking) || isMeaningKnown(ranking) ? described : described.filter(hasNamedReason);
  const trace = traceOf(
    ranking,
    understanding,
    whyNotShown(ranking, hits, described, filters, limit),
    problems,
  );
  if (options.explain) await giveReasons(view, ranking, spellingOf(understanding), trace);
  return { hits, understanding, trace };
}

/** Why a file of the ranking is not among the hits; null for one that is. */
function whyNotShown(
  ranking: Ranking,
  hits: readonly SearchHit[],
  described: readonly SearchHit[],
  filters: QueryFilters,
  limit: number,
): (file: number) => string | null {
  const shown = new Set(hits.map((hit) => hit.file));
  const known = new Set(described.map((hit) => hit.file));
  const lacksKinds = new Set<number>();
  if (filters.kinds.length > 0) {
    // Files were looked at in order until the limit was reached, or the list ended.
    const last = ranking.files.findIndex(({ file }) => file === described.at(-1)?.file);
    const looked =
      described.length < limit ? shortlistOf(ranking, filters, limit) : ranking.files.slice(0, last);
    for (const { file } of looked) lacksKinds.add(file);
  }
  return (file) => {
    if (shown.has(file)) return null;
    if (known.has(file)) return "no word of the query is in the index, and nothing names the file";
    if (lacksKinds.has(file)) return `defines nothing of the kind ${filters.kinds.join(" or ")} that matches`;
    return "below the limit";
  };
}

/** Null without vectors; what kept a model from answering goes to `problems`. */
export async function scoreVectors(
  view: SearchableView,
  understanding: Understanding,
  problems: string[] = [],
): Promise<VectorScores | null> {
  if (!view.vectors) return null;
  const { text, groups, classification } = understanding;
  // Most of an issue's words are not what it is about: logs and templates would drown them.
  const terms = classification.kind === "report" ? groups.filter(({ source }) => source !== "joined") : null;
  const weighted = terms?.map(({ term, weight }) => [term, weight] as const);
  return view.vectors.score({ text, terms: weighted }, problems, view.exempt);
}

function isAnyWordKnown(ranking: Ranking): boolean {
  return ranking.groups.some((group) => group.members.some((member) => member.postings.chunks.length > 0));
}

/** The built-in model, and it alone, says when it knows no word of a question: then nothing is close to it. */
function isMeaningKnown({ inputs: { vectors } }: Ranking): boolean {
  if (!vectors?.model.startsWith("builtin:")) return false;
  return vectors.vectorMax.some((one) => one > 0);
}

/** Features that any query gives to some file; without a word that occurs, they are no answer. */
const VAGUE_FEATURES: ReadonlySet<string> = new Set([
  "vectorMax",
  "vectorTop3",
  "vectorFile",
  "vectorPath",
  "directoryMass",
  "neighbour",
]);

function hasNamedReason({ contributions }: SearchHit): boolean {
  const telling = contributions.filter(({ feature }) => !VAGUE_FEATURES.has(feature));
  return explainReasons(telling).length > 0;
}

export function mergeFilters(typed: QueryFilters, given: Partial<QueryFilters> = {}): QueryFilters {
  return {
    languages: [...typed.languages, ...(given.languages ?? [])],
    paths: [...typed.paths, ...(given.paths ?? [])],
    excludedPaths: [...typed.excludedPaths, ...(given.excludedPaths ?? [])],
    kinds: [...typed.kinds, ...(given.kinds ?? [])],
    excludesTests: typed.excludesTests || (given.excludesTests ?? false),
  };
}

async function describeHits(
  view: SearchableView,
  ranking: Ranking,
  understanding: Understanding,
  filters: QueryFilters,
  limit: number,
  spanLimit: number,
): Promise<SearchHit[]> {
  const { corpus } = view.index;
  const shortlist = shortlistOf(ranking, filters, limit);
  const matchedTerms = termsInChunks(
    ranking.groups,
    ranking.lexical.idf,
    chunksOf(
      corpus.chunkBase,
      shortlist.map((entry) => corpus.files[entry.file]!.doc),
    ),
  );
  const wantedNames = namesWanted(understanding);
  const spelling = spellingOf(understanding);
  const hits: SearchHit[] = [];
  for (const entry of shortlist) {
    if (hits.length >= limit) break;
    const file = corpus.files[entry.file]!;
    const outline = await outlineOf(view, file.doc);
    const request = { file, outline, ranking, understanding, corpus, wantedNames, matchedTerms, spelling };
    const all = chooseSpans({ ...request, limit: filters.kinds.length > 0 ? 40 : spanLimit });
    const spans =
      filters.kinds.length > 0
        ? all
            .filter((span) => span.kind !== undefined && filters.kinds.includes(span.kind))
            .slice(0, spanLimit)
        : all;
    if (filters.kinds.length > 0 && spans.length === 0) continue;
    hits.push(hitOf(entry, ranking, file, await summaryOf(view, file, outline), spans));
  }
  return hits;
}

/** Files that are looked into: a filter of kinds can only be tested there. */
function shortlistOf(ranking: Ranking, { kinds }: QueryFilters, limit: number): RankedFile[] {
  return ranking.files.slice(0, kinds.length > 0 ? limit * 6 : limit);
}

async function summaryOf(view: SearchableView, file: CorpusFile, outline: Outline): Promise<string> {
  const written = await view.writtenSummary?.(view.index.blobOfDoc[file.doc]!);
  return written || summariseFile(outline, file.path);
}

function hitOf(
  entry: RankedFile,
  ranking: Ranking,
  { path, language }: CorpusFile,
  summary: string,
  spans: HitSpan[],
): SearchHit {
  const contributions = contributionsOf(entry.row, ranking.scorer);
  return {
    path,
    language,
    score: entry.score,
    spans,
    reasons: explainReasons(contributions),
    summary,
    contributions,
    file: entry.file,
  };
}

function chunksOf(chunkBase: Uint32Array, docs: readonly number[]): Set<number> {
  const chunks = new Set<number>();
  for (const doc of docs)
    for (let chunk = chunkBase[doc]!; chunk < chunkBase[doc + 1]!; chunk++) chunks.add(chunk);
  return chunks;
}

const MAX_WORDS_SPELLED = 400;

/** Stems are for comparing, not for reading: reasons show the words of the query. */
function spellingOf({ segments }: Understanding): Map<string, string> {
  const spelling = new Map<string, string>();
  const words = segments.flatMap((segment) => segment.text.slice(0, 10_000).match(/\p{L}{3,40}/gu) ?? []);
  for (const word of words.slice(0, MAX_WORDS_SPELLED)) {
    const term = stem(word.toLowerCase());
    if (!spelling.has(term)) spelling.set(term, word.toLowerCase());
  }
  return spelling;
}

/** Names whose definitions a span should show, with how sure it is that the query means them. */
function namesWanted(understanding: Understanding): Map<string, number> {
  const wanted = new Map<string, number>();
  const title = understanding.segments.find((segment) => segment.kind === "title")?.text ?? "";
  for (const symbol of wordsAsNames(title)) wanted.set(symbol.name.toLowerCase(), symbol.weight * 0.3);
  for (const symbol of understanding.entities.symbols) wanted.set(symbol.name.toLowerCase(), symbol.weight);
  return wanted;
}
