import { createRequire } from "node:module";
import { asciiPieceEnd } from "./ascii-pieces.ts";
import { ownCopy } from "./own-copy.ts";
import { MAX_KEPT_BYTES, PieceCounts } from "./piece-counts.ts";
import { RecentMap } from "./recent-map.ts";
import { NO_RANK, readVocabulary, type Vocabulary } from "./vocabulary.ts";

/** How o200k_base cuts text into pieces before merging bytes; tokens never cross pieces. */
export const PIECE =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

/** Code repeats itself: most pieces were counted before. */
const counted = new RecentMap<string, number>(32_768, ownCopy);
const MAX_KEPT_PIECE = 64;

type Count = (text: string) => number;
let count: Count | undefined;

/**
 * Exact number of tokens of `text` in the o200k_base vocabulary, the unit of every budget. Text that looks like a
 * special token counts as the text it is.
 */
export function countTokens(text: string): number {
  count ??= loadCounter();
  return count(text);
}

function loadCounter(): Count {
  const vocabulary = readVocabulary();
  if (vocabulary) return counterOf(vocabulary);
  const { countTokens: reference } = createRequire(import.meta.url)("gpt-tokenizer/encoding/o200k_base") as {
    countTokens: (text: string, options: { disallowedSpecial: Set<string> }) => number;
  };
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => countPieces(text, (piece) => reference(piece, options));
}

let scratch = Buffer.allocUnsafe(1 << 16);
const MAX_BYTES_PER_UNIT = 3;

export function counterOf(vocabulary: Vocabulary): Count {
  const countBytes = (bytes: Uint8Array, from: number, end: number): number =>
    vocabulary.rankOf(bytes, from, end) === NO_RANK ? vocabulary.countPiece(bytes.subarray(from, end)) : 1;
  const short = new PieceCounts(countBytes);
  const countLong = (from: number, end: number): number =>
    vocabulary.rankOf(scratch, from, end) === NO_RANK
      ? countKept(scratch.toString("latin1", from, end), () => countBytes(scratch, from, end))
      : 1;
  return (text) => {
    if (text.length * MAX_BYTES_PER_UNIT > scratch.length) {
      scratch = Buffer.allocUnsafe(text.length * MAX_BYTES_PER_UNIT);
    }
    const length = scratch.write(text, 0, "utf8");
    if (length !== text.length)
      return countPieces(text, (piece) => vocabulary.countPiece(Buffer.from(piece, "utf8")));
    let sum = 0;
    for (let from = 0; from < length; ) {
      const end = asciiPieceEnd(scratch, from, length);
      sum += end - from <= MAX_KEPT_BYTES ? short.countPiece(scratch, from, end) : countLong(from, end);
      from = end;
    }
    return sum;
  };
}

function countPieces(text: string, countPiece: (piece: string) => number): number {
  let sum = 0;
  for (const piece of text.match(PIECE) ?? []) sum += countKept(piece, () => countPiece(piece));
  return sum;
}

function countKept(piece: string, countPiece: () => number): number {
  const known = counted.get(piece);
  if (known !== undefined) return known;
  const tokens = countPiece();
  if (piece.length <= MAX_KEPT_PIECE) counted.set(piece, tokens);
  return tokens;
}

/** An upper bound without the vocabulary: a byte-level vocabulary never needs more tokens than bytes. */
export function maxTokensOf(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
