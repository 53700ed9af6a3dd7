/** What the embedding benchmarks take from the sources; bundled by bundle.mjs. */
export { openModelFile } from "../../src/embeddings/builtin/model-file.ts";
export { TermEmbedder } from "../../src/embeddings/builtin/term-embedder.ts";
export { quantiseInto } from "../../src/embeddings/quantise.ts";
export { VectorMatrix } from "../../src/embeddings/vector-matrix.ts";
export { detectLanguage } from "../../src/languages/detect.ts";
export { extractBlob } from "../../src/parsing/extract/extract-blob.ts";
