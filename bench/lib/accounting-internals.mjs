/** Parts of clew that the accounting benchmark uses; bundled by bundle.mjs because the sources are TypeScript. */

export { wordTerms } from "../../src/core/terms.ts";
export { languageOfPath } from "../../src/languages/detect.ts";
export * from "./edges-internals.mjs";
export { shuffle } from "./sample-symbols.mjs";
