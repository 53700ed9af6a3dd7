/** Reading specifications, for benchmarks; bundled by bundle.mjs. */
export { protobufContracts } from "../../src/catalog/protobuf-contracts.ts";
export { SpecificationReader } from "../../src/specifications/reader.ts";
export { filesReferredTo } from "../../src/specifications/references.ts";
