/** Query → ranked files with the spans to read, why, and how every score came about. */

import { type Certainty, certaintyOf } from "./certainty.ts";
import { CHANNELS } from "./channels/all.ts";
import { words } from "./channels/words/index.ts";
import { describeHits } from "./describe-hits.ts";
import { fileFilter } from "./filter-files.ts";
import { type FilterReport, reportFilters } from "./filter-report.ts";
import { focusMembers } from "./focus/focus-members.ts";
import { groundsOf, isReasonAlone } from "./grounds.ts";
import { withDecidingLines } from "./lines/deciding-lines.ts";
import { LineMatcher } from "./lines/line-matcher.ts";
import type { OtherDefinition } from "./lines/other-definitions.ts";
import { mergeFilters, type QueryFilters } from "./query/filters.ts";
import { spellingOf } from "./query/spelling.ts";
import { type Understanding, understandQuery } from "./query/understand.ts";
import { type HitSpan, MAX_SPANS } from "./rank/choose-spans.ts";
import { type FeatureLayout, layOutFeatures } from "./rank/feature-layout.ts";
import { evidenceOf, type Ranking, rankScope } from "./rank/rank-scope.ts";
import { explainReasons } from "./rank/reasons.ts";
import type { Contribution } from "./rank/score.ts";
import { answerWithoutLost } from "./scope/lost-members.ts";
import type { SearchMember } from "./scope/member.ts";
import { type MemberReport, reportMembers } from "./scope/member-report.ts";
import { Scope } from "./scope/scope.ts";
import type { SearchableView } from "./searchable-view.ts";
import { giveReasons, type SearchTrace, traceOf } from "./trace.ts";
import { askedUnits } from "./unit-places.ts";
import { whyNotShown } from "./why-not-shown.ts";

export interface SearchOptions {
  /** Files returned; 10 when absent. */
  limit?: number;
  filters?: Partial<QueryFilters>;
  /** Spans per file; 3 when absent. */
  spans?: number;
  /** Cosine below which meaning alone brings no file in; as the view is set when absent. */
  similarity?: number;
  /** Likeness from which on code of two repositories counts as the same; 0.92 when absent. */
  nearDuplicate?: number;
  /** Tells of every proposal of a channel why it was made. */
  explain?: boolean;
  /** Reads the first hits and shows the lines that decide. */
  showsLines?: boolean;
  /** What one of several members may take for one reading; the others answer without one that takes longer. */
  memberMs?: number;
  /** Several were asked, though some were lost before: answers name repositories. As many as are given when absent. */
  hasSeveral?: boolean;
}

export interface SearchHit {
  /** Which member it is of; only where several were asked. */
  repository?: string;
  /** What it stands together with, behind the files of what is worked on; absent for those. */
  group?: string;
  path: string;
  language: string;
  score: number;
  spans: HitSpan[];
  reasons: string[];
  /** What else the file defines; only of the first files, where lines were asked for. */
  others?: OtherDefinition[];
  /** What the file is for, in one line; empty when nothing can be said. */
  summary: string;
  /** The place in another repository that it repeats. */
  similarTo?: string;
  contributions: Contribution[];
  /** Position in the corpus of the generation; for expansion, not for display. */
  file: number;
}

export interface SearchAnswer {
  hits: SearchHit[];
  understanding: Understanding;
  trace: SearchTrace;
  /** Tells which words of the question a line holds. */
  lineMatcher: LineMatcher;
  certainty: Certainty;
  /** Words of the question that no file holds, as they are written there. */
  unknownWords: string[];
  /** Null when nothing is filtered. */
  filtered: FilterReport | null;
  /** Who was asked, and who could not answer; only where several were asked. */
  members?: MemberReport[];
}

export const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 200;
/** Longer than any member takes that is not cold or in trouble, short enough to wait for. */
export const DEFAULT_MEMBER_MS = 5_000;
const ALL_FEATURES = layOutFeatures(CHANNELS);

export function search(
  view: SearchableView,
  query: string,
  options: SearchOptions = {},
): Promise<SearchAnswer> {
  return searchMembers([{ name: "", view }], query, options);
}

/** One ranking over all members. One that fails or is late is left out and named in the answer. */
export async function searchMembers(
  members: readonly SearchMember[],
  query: string,
  options: SearchOptions = {},
  layout: FeatureLayout = ALL_FEATURES,
): Promise<SearchAnswer> {
  const { hasSeveral = members.length > 1, showsLines = false, ...rest } = options;
  const { answer, lost } = await answerWithoutLost(members, async (left) => {
    const { filters, memberMs = DEFAULT_MEMBER_MS } = rest;
    const focused = await focusMembers(left, query, { filters, hasSeveral, memberMs });
    const found = await searchScope(focused, query, { ...rest, hasSeveral }, layout);
    if (!showsLines) return found;
    return withDecidingLines(new Scope(focused, { hasSeveral, memberMs }), found);
  });
  return hasSeveral ? { ...answer, members: reportMembers(members, lost) } : answer;
}

export interface ScopeSearchOptions extends Omit<SearchOptions, "showsLines"> {
  /** Whether several were asked, one of which may be left. */
  hasSeveral: boolean;
}

/** Throws `MembersLost` when one of several members fails or is late. */
export async function searchScope(
  members: readonly SearchMember[],
  query: string,
  options: ScopeSearchOptions,
  layout: FeatureLayout = ALL_FEATURES,
): Promise<SearchAnswer> {
  const { answers } = members[0]!.view.index;
  const key = answerKey(members, query, options);
  const known = layout === ALL_FEATURES ? (answers.get(key) as SearchAnswer | undefined) : undefined;
  if (known) return known;
  const answer = await computeSearch(members, query, options, layout);
  // An answer that lacks a channel for a passing reason must not be repeated when the reason is gone.
  const isWhole = answer.trace.problems.length === 0;
  if (query.length < 10_000 && isWhole && layout === ALL_FEATURES) answers.set(key, answer);
  return answer;
}

/** Answers are kept with the first member's generation, by what they depend on of all of them. */
function answerKey(members: readonly SearchMember[], query: string, options: ScopeSearchOptions): string {
  const parts = members.map(({ name, view, weight, cap, group, pathFilter }) => {
    const { root, id, generation } = view.reader.info;
    return [
      name,
      root,
      id,
      generation,
      view.vectors?.version,
      view.ages?.version,
      view.deprioritise,
      view.isDocumentation,
      view.width,
      weight,
      cap,
      group,
      pathFilter?.key,
    ];
  });
  return JSON.stringify(["search", parts, options, query]);
}

async function computeSearch(
  members: readonly SearchMember[],
  query: string,
  options: ScopeSearchOptions,
  layout: FeatureLayout,
): Promise<SearchAnswer> {
  const understanding = understandQuery(query);
  const filters = mergeFilters(understanding.filters, options.filters);
  const units = await askedUnits(members, filters.types);
  const scope = new Scope(members.map(withWidth(options)), {
    allowedIn: ({ name, view, pathFilter }) =>
      fileFilter(view.index.corpus, filters, pathFilter, units?.get(name)),
    hasSeveral: options.hasSeveral,
    memberMs: options.memberMs ?? DEFAULT_MEMBER_MS,
  });
  const ranking = await rankScope(scope, understanding, layout);
  const limit = Math.max(1, Math.min(MAX_LIMIT, options.limit ?? DEFAULT_LIMIT));
  const request = {
    ranking,
    understanding,
    filters,
    units,
    limit,
    spanLimit: options.spans ?? MAX_SPANS,
    nearDuplicate: options.nearDuplicate,
  };
  const { hits: described, lacksKinds } = await describeHits(request);
  const grounds = groundsOf(ranking, understanding);
  const hits = grounds.isGrounded ? described : described.filter((hit) => hasNamedReason(hit, layout));
  const spelling = spellingOf(understanding);
  const trace = traceOf(ranking, understanding, whyNotShown(request, { hits, described, lacksKinds }));
  if (options.explain) await giveReasons(ranking, trace);
  return {
    hits,
    understanding,
    trace,
    lineMatcher: lineMatcherOf(ranking),
    certainty: certaintyOf(hits, understanding),
    unknownWords: grounds.unknown.map((term) => spelling.get(term) ?? term),
    filtered: reportFilters(scope, filters, units),
  };
}

function withWidth({ similarity }: ScopeSearchOptions): (member: SearchMember) => SearchMember {
  if (similarity === undefined) return (member) => member;
  return (member) => ({
    ...member,
    view: { ...member.view, width: { ...member.view.width, similarity } },
  });
}

function lineMatcherOf(ranking: Ranking): LineMatcher {
  const idf = evidenceOf(ranking, words, 0)?.found.idf ?? [];
  return new LineMatcher(
    ranking.terms.map(({ term, weight }, at) => ({ term, mass: weight * (idf[at] ?? 0) })),
  );
}

function hasNamedReason({ contributions }: SearchHit, layout: FeatureLayout): boolean {
  const isTelling = ({ feature }: Contribution) => {
    const known = layout.features[layout.columnOf(feature)];
    return known !== undefined && isReasonAlone(known);
  };
  return explainReasons(contributions.filter(isTelling), layout).length > 0;
}
