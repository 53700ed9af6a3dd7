/** From a task, bug, question or symbol to the files and spans to read. */
export type { ContextAnswer, ContextItem, Section } from "./assemble/context-answer.ts";
export { numberDeclaration, numberLines } from "./assemble/numbered-lines.ts";
export { type AnswerWarning, LEAST_LARGE_ANSWER, warnOfSize } from "./assemble/warning.ts";
export { type SimilarCommit, similarCommits } from "./channels/history/similar-commits.ts";
export { type ContextOptions, context, contextOfMembers, DEFAULT_BUDGET } from "./context.ts";
export type { ServiceCall } from "./expand/chain-ends.ts";
export {
  type ForeignImport,
  type ImportNode,
  type ImportsElsewhere,
  importChain,
} from "./expand/import-chain.ts";
export { similarity } from "./expand/near-duplicates.ts";
export { marksOf, renderImportChain } from "./expand/render-import-chain.ts";
export { fallOff, leadsClearly } from "./fall-off.ts";
export type { FilterReport } from "./filter-report.ts";
export type { QueryFilters } from "./query/filters.ts";
export { type Understanding, understandQuery } from "./query/understand.ts";
export type { HitSpan } from "./rank/choose-spans.ts";
export type { Contribution } from "./rank/score.ts";
export { renderContextExplanation, renderExplanation, renderSearch } from "./render-search.ts";
export type { PathFilter, SearchMember } from "./scope/member.ts";
export type { MemberReport } from "./scope/member-report.ts";
export { placeOfFile } from "./scope/qualified-path.ts";
export {
  DEFAULT_LIMIT,
  type SearchAnswer,
  type SearchHit,
  type SearchOptions,
  search,
  searchMembers,
} from "./search.ts";
export { DEFAULT_VIEW_MEMORY_MB, SearchIndexCache } from "./search-index-cache.ts";
export type {
  FileAges,
  PastCommits,
  QueryCandidate,
  QueryModels,
  ReadText,
  SearchableView,
  SearchWidth,
} from "./searchable-view.ts";
export type { SearchTrace } from "./trace.ts";
export type { UnitPlace, UnitPlaces } from "./unit-places.ts";
