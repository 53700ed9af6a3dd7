/** What the training scripts need of the product, bundled on its own: terms and chunks are the ones it will meet. */

export { eachWord, wordTerms } from "../../src/core/terms.ts";
export { languageOfPath } from "../../src/languages/detect.ts";
export { isTestPath } from "../../src/linking/test-paths.ts";
export { decodeSource } from "../../src/parsing/decode-source.ts";
export { extractBlob } from "../../src/parsing/extract/extract-blob.ts";
export { isBinary } from "../../src/workspace/classify-content.ts";
export { skipReasonByPath } from "../../src/workspace/classify-path.ts";
export { hasGeneratedHeader } from "../../src/workspace/generated-header.ts";
