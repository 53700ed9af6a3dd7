/**
 * The o200k_base vocabulary as a flat hash table made by the build (scripts/build-vocabulary.mjs). Loading it is one
 * read of a file; the same data as JavaScript arrays costs 200 ms of CPU in every process that counts tokens.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Longer runs (a row of dashes, packed data) are merged with a heap: the plain way is quadratic. */
const PLAIN_MERGE_BYTES = 96;
export const NO_RANK = 0x7fffffff;

export class Vocabulary {
  readonly #slots: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #mask: number;

  constructor(file: Buffer) {
    // Copied to an aligned buffer: pooled file buffers may start anywhere.
    const data = file.byteOffset % 4 === 0 ? file : Buffer.from(new Uint8Array(file).buffer);
    const [count, slots] = new Uint32Array(data.buffer, data.byteOffset, 2) as unknown as [number, number];
    this.#slots = new Uint32Array(data.buffer, data.byteOffset + 8, slots);
    this.#offsets = new Uint32Array(data.buffer, data.byteOffset + 8 + slots * 4, count + 1);
    this.#bytes = data.subarray(8 + (slots + count + 1) * 4);
    this.#mask = slots - 1;
  }

  /** Rank of the token made of bytes from..to, NO_RANK when there is none. */
  rankOf(text: Uint8Array, from: number, to: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text[at]!, 0x01000193);
    const slots = this.#slots;
    const offsets = this.#offsets;
    const bytes = this.#bytes;
    const mask = this.#mask;
    for (let slot = (hash ^ (hash >>> 15)) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const rank = slots[slot]! - 1;
      const start = offsets[rank]!;
      if (offsets[rank + 1]! - start !== to - from) continue;
      let same = 0;
      while (same < to - from && bytes[start + same] === text[from + same]) same += 1;
      if (same === to - from) return rank;
    }
    return NO_RANK;
  }

  /** Number of tokens of one piece of text after byte-pair merging, lowest rank first, leftmost first. */
  countPiece(text: Uint8Array): number {
    if (text.length < 2 || this.rankOf(text, 0, text.length) !== NO_RANK) return 1;
    return text.length <= PLAIN_MERGE_BYTES ? this.#mergePlainly(text) : this.#mergeByHeap(text);
  }

  #mergePlainly(text: Uint8Array): number {
    const starts: number[] = [];
    const ranks: number[] = [];
    for (let at = 0; at < text.length; at++) {
      starts.push(at);
      ranks.push(at + 2 <= text.length ? this.rankOf(text, at, at + 2) : NO_RANK);
    }
    starts.push(text.length);
    const pairRank = (at: number): number =>
      at + 2 < starts.length ? this.rankOf(text, starts[at]!, starts[at + 2]!) : NO_RANK;
    for (;;) {
      let best = 0;
      for (let at = 1; at < ranks.length; at++) if (ranks[at]! < ranks[best]!) best = at;
      if (ranks[best] === NO_RANK) return ranks.length;
      starts.splice(best + 1, 1);
      ranks.splice(best + 1, 1);
      ranks[best] = pairRank(best);
      if (best > 0) ranks[best - 1] = pairRank(best - 1);
    }
  }

  #mergeByHeap(text: Uint8Array): number {
    const { length } = text;
    const next = new Int32Array(length + 1);
    const before = new Int32Array(length + 1);
    for (let at = 0; at <= length; at++) {
      next[at] = at + 1;
      before[at] = at - 1;
    }
    const heap = new MergeHeap();
    const offer = (at: number): void => {
      const middle = next[at]!;
      if (middle >= length) return;
      const rank = this.rankOf(text, at, next[middle]!);
      if (rank !== NO_RANK) heap.push(rank, at, next[middle]!);
    };
    for (let at = 0; at < length - 1; at++) offer(at);
    let count = length;
    for (let top = heap.pop(); top !== null; top = heap.pop()) {
      const { at, end } = top;
      const middle = next[at]!;
      // Stale: one of the two was merged meanwhile.
      if (middle < 0 || middle >= length || next[middle] !== end) continue;
      next[at] = end;
      before[end] = at;
      next[middle] = -1;
      count -= 1;
      if (before[at]! >= 0) offer(before[at]!);
      offer(at);
    }
    return count;
  }
}

/** Smallest rank first, then leftmost. */
class MergeHeap {
  readonly #items: { rank: number; at: number; end: number }[] = [];

  push(rank: number, at: number, end: number): void {
    const items = this.#items;
    items.push({ rank, at, end });
    for (let child = items.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!this.#isLess(child, parent)) break;
      this.#swap(child, parent);
      child = parent;
    }
  }

  pop(): { at: number; end: number } | null {
    const items = this.#items;
    const top = items[0];
    if (!top) return null;
    const last = items.pop()!;
    if (items.length > 0) items[0] = last;
    for (let parent = 0; ; ) {
      let least = parent;
      for (let child = parent * 2 + 1; child <= parent * 2 + 2 && child < items.length; child++) {
        if (this.#isLess(child, least)) least = child;
      }
      if (least === parent) return top;
      this.#swap(parent, least);
      parent = least;
    }
  }

  #isLess(a: number, b: number): boolean {
    const [one, two] = [this.#items[a]!, this.#items[b]!];
    return one.rank < two.rank || (one.rank === two.rank && one.at < two.at);
  }

  #swap(a: number, b: number): void {
    [this.#items[a], this.#items[b]] = [this.#items[b]!, this.#items[a]!];
  }
}

/** Null when the build did not make the file, as when running from sources. */
export function readVocabulary(): Vocabulary | null {
  for (const place of ["./o200k.bin", "../../dist/o200k.bin"]) {
    try {
      return new Vocabulary(readFileSync(fileURLToPath(new URL(place, import.meta.url))));
    } catch {
      // Not beside the bundle: look where the build of a source tree puts it.
    }
  }
  return null;
}
