/** Reading specifications, for benchmarks; bundled by bundle.mjs. */
export { SpecificationReader } from "../../src/specifications/reader.ts";
export { filesReferredTo } from "../../src/specifications/references.ts";
