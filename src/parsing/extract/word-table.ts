/**
 * Words of texts, found without making a string unless the word is new: the UTF-16 units of a text are scanned once,
 * hashing as it goes, and the hash leads to the word. Units lie in typed arrays: to ask a string for one unit after
 * the other costs twice as much.
 */
import { isWordUnit, MAX_WORD } from "../../core/terms.ts";
import type { TextUnits } from "./text-units.ts";

const FIRST_SLOTS = 1 << 15;
const FIRST_UNITS = 1 << 18;

const IS_WORD_UNIT = new Uint8Array(1 << 16).fill(1);
for (let code = 0; code < 256; code++) IS_WORD_UNIT[code] = isWordUnit(code) ? 1 : 0;

export class WordTable {
  /** What the last scan found: the numbers of words in order, and where each starts. */
  found = new Int32Array(0);
  offsets = new Int32Array(0);
  size = 0;

  #slots = new Int32Array(FIRST_SLOTS);
  /** By word; the word's units lie in `units` from its start to the next one's. */
  #hashes = new Int32Array(FIRST_SLOTS / 2);
  #starts = new Int32Array(FIRST_SLOTS / 2 + 1);
  #units = new Uint16Array(FIRST_UNITS);

  /**
   * Finds the words of text[from, to) and returns how many there are. New words go to `learn`; their texts are copies,
   * since a string cut from a text keeps the whole text in memory.
   */
  scan(text: TextUnits, from: number, to: number, learn: (word: string) => void): number {
    if (to - from >= this.found.length * 2) {
      this.found = new Int32Array(to - from);
      this.offsets = new Int32Array(to - from);
    }
    const { found, offsets } = this;
    const { units } = text;
    let count = 0;
    let at = from;
    while (at < to) {
      if (IS_WORD_UNIT[units[at]!] === 0) {
        at += 1;
        continue;
      }
      const start = at;
      let hash = 0x811c9dc5;
      while (at < to && IS_WORD_UNIT[units[at]!] === 1) {
        hash = Math.imul(hash ^ units[at]!, 0x01000193);
        at += 1;
      }
      if (at - start > MAX_WORD) continue;
      found[count] = this.#find(text, start, at, hash ^ (hash >>> 15), learn);
      offsets[count] = start;
      count += 1;
    }
    return count;
  }

  #find(text: TextUnits, start: number, end: number, hash: number, learn: (word: string) => void): number {
    const slots = this.#slots;
    const hashes = this.#hashes;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const word = slots[slot]! - 1;
      if (hashes[word] === hash && this.#isWord(word, text.units, start, end)) return word;
    }
    slots[slot] = this.size + 1;
    this.#add(text.units, start, end, hash);
    learn(Buffer.from(text.text.slice(start, end), "utf16le").toString("utf16le"));
    return this.size - 1;
  }

  #isWord(word: number, text: Uint16Array, start: number, end: number): boolean {
    const units = this.#units;
    const starts = this.#starts;
    let known = starts[word]!;
    if (starts[word + 1]! - known !== end - start) return false;
    for (let at = start; at < end; at++, known++) if (units[known] !== text[at]) return false;
    return true;
  }

  #add(text: Uint16Array, start: number, end: number, hash: number): void {
    const word = this.size;
    const to = this.#starts[word]!;
    if (to + MAX_WORD > this.#units.length) {
      const larger = new Uint16Array(this.#units.length * 2);
      larger.set(this.#units);
      this.#units = larger;
    }
    for (let at = start; at < end; at++) this.#units[to + at - start] = text[at]!;
    this.#hashes[word] = hash;
    this.#starts[word + 1] = to + end - start;
    this.size += 1;
    if (this.size * 2 >= this.#slots.length) this.#grow();
  }

  #grow(): void {
    const hashes = this.#hashes;
    const starts = this.#starts;
    this.#slots = new Int32Array(this.#slots.length * 4);
    this.#hashes = new Int32Array(this.#slots.length / 2);
    this.#hashes.set(hashes);
    this.#starts = new Int32Array(this.#slots.length / 2 + 1);
    this.#starts.set(starts);
    const mask = this.#slots.length - 1;
    for (let word = 0; word < this.size; word++) {
      let slot = hashes[word]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = word + 1;
    }
  }
}
