import { createRequire } from "node:module";
import { readVocabulary, type Vocabulary } from "./vocabulary.ts";

/** How o200k_base cuts text into pieces before merging bytes; tokens never cross pieces. */
const PIECE =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

/** Code repeats itself: most pieces were counted before. */
const counted = new Map<string, number>();
const MAX_COUNTED = 100_000;
const MAX_KEPT_PIECE = 64;

type CountPiece = (piece: string) => number;
let countPiece: CountPiece | undefined;

/**
 * Exact number of tokens of `text` in the o200k_base vocabulary, the unit of every budget. Text that looks like a
 * special token counts as the text it is.
 */
export function countTokens(text: string): number {
  countPiece ??= loadCounter();
  let sum = 0;
  for (const piece of text.match(PIECE) ?? []) {
    const known = counted.get(piece);
    if (known !== undefined) {
      sum += known;
      continue;
    }
    const count = countPiece(piece);
    if (piece.length <= MAX_KEPT_PIECE) {
      if (counted.size >= MAX_COUNTED) counted.clear();
      counted.set(ownCopy(piece), count);
    }
    sum += count;
  }
  return sum;
}

/** A piece cut from a text keeps the whole text in memory; a kept key must not. */
function ownCopy(piece: string): string {
  return piece.length < 13 ? piece : Buffer.from(piece, "utf16le").toString("utf16le");
}

function loadCounter(): CountPiece {
  const vocabulary: Vocabulary | null = readVocabulary();
  if (vocabulary) return (piece) => vocabulary.countPiece(Buffer.from(piece, "utf8"));
  const { countTokens: count } = createRequire(import.meta.url)("gpt-tokenizer/encoding/o200k_base") as {
    countTokens: (text: string, options: { disallowedSpecial: Set<string> }) => number;
  };
  return (piece) => count(piece, { disallowedSpecial: new Set() });
}

/** An upper bound without the vocabulary: a byte-level vocabulary never needs more tokens than bytes. */
export function maxTokensOf(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
