/** Parts of clew that feature dumps use; bundled by bench/lib/bundle.mjs because the sources are TypeScript. */
export { understandQuery } from "../../../src/retrieval/query/understand.ts";
export { FEATURES } from "../../../src/retrieval/rank/features.ts";
export { rankFiles } from "../../../src/retrieval/rank/rank-files.ts";
export { openRankSources } from "../../../src/retrieval/rank/rank-sources.ts";
export { scoreVectors } from "../../../src/retrieval/search.ts";
export { SearchIndexCache } from "../../../src/retrieval/searchable-view.ts";
