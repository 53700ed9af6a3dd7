/** Parts of clew that the benchmark of ranking methods uses; bundled by bundle.mjs because the sources are TypeScript. */
export { isCodeLanguage } from "../../src/retrieval/corpus/corpus.ts";
export { understandQuery } from "../../src/retrieval/query/understand.ts";
export { rankFiles } from "../../src/retrieval/rank/rank-files.ts";
export { openRankSources } from "../../src/retrieval/rank/rank-sources.ts";
export { handScorer, scoreRow } from "../../src/retrieval/rank/score.ts";
export { scoreVectors } from "../../src/retrieval/search.ts";
export { SearchIndexCache } from "../../src/retrieval/searchable-view.ts";
