/** Parts of clew that the benchmark of ranking methods uses; bundled by bundle.mjs because the sources are TypeScript. */
export { CHANNELS } from "../../src/retrieval/channels/all.ts";
export { vectors } from "../../src/retrieval/channels/vectors/index.ts";
export { isCodeLanguage } from "../../src/retrieval/corpus/corpus.ts";
export { understandQuery } from "../../src/retrieval/query/understand.ts";
export { layOutFeatures } from "../../src/retrieval/rank/feature-layout.ts";
export { evidenceOf, rankScope } from "../../src/retrieval/rank/rank-scope.ts";
export { handScorer, scoreRow } from "../../src/retrieval/rank/score.ts";
export { Scope } from "../../src/retrieval/scope/scope.ts";
export { SearchIndexCache } from "../../src/retrieval/search-index-cache.ts";
