/**
 * Token counts of short ASCII pieces, kept where one look-up costs one line of the cache: code repeats few pieces very
 * often, while the vocabulary is megabytes wide and answers with several misses. Exact: the key is the piece itself,
 * seven bits a character. A piece that another one displaced is counted again.
 */
export const MAX_KEPT_BYTES = 12;
const PART_BYTES = 4;
const SLOTS = 1 << 14;
/** Three parts of the key, and the count. A first part holds the length, so a free slot, all 0, is no piece's. */
const SLOT_INTS = 4;
const LENGTH_SHIFT = 28;

export class PieceCounts {
  readonly #slots = new Int32Array(SLOTS * SLOT_INTS);
  readonly #count: (text: Uint8Array, from: number, end: number) => number;

  constructor(count: (text: Uint8Array, from: number, end: number) => number) {
    this.#count = count;
  }

  /** Tokens of the bytes from..end, one piece of 1 to MAX_KEPT_BYTES bytes of ASCII. */
  countPiece(text: Uint8Array, from: number, end: number): number {
    const slots = this.#slots;
    const length = end - from;
    // The length keeps a piece apart from the same one with NULs before it; a part of ASCII leaves four bits for it.
    let first = 0;
    let second = 0;
    let third = 0;
    let at = from;
    const firstEnd = length > PART_BYTES ? from + PART_BYTES : end;
    for (; at < firstEnd; at++) first = (first << 7) | text[at]!;
    first |= length << LENGTH_SHIFT;
    const secondEnd = length > 2 * PART_BYTES ? from + 2 * PART_BYTES : end;
    for (; at < secondEnd; at++) second = (second << 7) | text[at]!;
    for (; at < end; at++) third = (third << 7) | text[at]!;
    let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35);
    hash ^= hash >>> 15;
    const slot = (hash & (SLOTS - 1)) * SLOT_INTS;
    if (slots[slot] === first && slots[slot + 1] === second && slots[slot + 2] === third)
      return slots[slot + 3]!;
    const tokens = this.#count(text, from, end);
    slots[slot] = first;
    slots[slot + 1] = second;
    slots[slot + 2] = third;
    slots[slot + 3] = tokens;
    return tokens;
  }
}
