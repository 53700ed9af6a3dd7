/** Parts of clew that the benchmark of ranking methods uses; bundled by bundle.mjs because the sources are TypeScript. */
export { nameSourceOf, termSourceOf } from "../../src/retrieval/channels/view-sources.ts";
export { isCodeLanguage } from "../../src/retrieval/corpus/corpus.ts";
export { neighbourFiles } from "../../src/retrieval/neighbours.ts";
export { understandQuery } from "../../src/retrieval/query/understand.ts";
export { rankFiles } from "../../src/retrieval/rank/rank-files.ts";
export { handScorer, scoreRow } from "../../src/retrieval/rank/score.ts";
export { scoreVectors } from "../../src/retrieval/search.ts";
export { SearchIndexCache } from "../../src/retrieval/searchable-view.ts";
