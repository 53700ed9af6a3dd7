import { createRequire } from "node:module";

type CountTokens = (text: string) => number;
let load: CountTokens | undefined;

/**
 * Exact number of tokens of `text` in the o200k_base vocabulary, the unit of every budget.
 *
 * The vocabulary costs about 150 ms of CPU to load, so it is loaded at the first call and callers that can
 * decide by `maxTokensOf` do that first.
 */
export function countTokens(text: string): number {
  if (text === "") return 0;
  load ??= createRequire(import.meta.url)("gpt-tokenizer/encoding/o200k_base").countTokens as CountTokens;
  return load(text);
}

/** An upper bound without the vocabulary: a byte-level vocabulary never needs more tokens than bytes. */
export function maxTokensOf(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
