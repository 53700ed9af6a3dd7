import { stem } from "../../core/terms.ts";
import type { Understanding } from "./understand.ts";

const MAX_WORDS_SPELLED = 400;

/** Stem of a word of the query → the word as it is written there: stems are for comparing, not for reading. */
export function spellingOf({ segments }: Pick<Understanding, "segments">): Map<string, string> {
  const spelling = new Map<string, string>();
  const words = segments.flatMap((segment) => segment.text.slice(0, 10_000).match(/\p{L}{3,40}/gu) ?? []);
  for (const word of words.slice(0, MAX_WORDS_SPELLED)) {
    const term = stem(word.toLowerCase());
    if (!spelling.has(term)) spelling.set(term, word.toLowerCase());
  }
  return spelling;
}
