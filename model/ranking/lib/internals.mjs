/** Parts of clew that feature dumps use; bundled by bench/lib/bundle.mjs because the sources are TypeScript. */
export { CHANNELS } from "../../../src/retrieval/channels/all.ts";
export { understandQuery } from "../../../src/retrieval/query/understand.ts";
export { layOutFeatures } from "../../../src/retrieval/rank/feature-layout.ts";
export { rankScope } from "../../../src/retrieval/rank/rank-scope.ts";
export { Scope } from "../../../src/retrieval/scope/scope.ts";
