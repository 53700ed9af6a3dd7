/**
 * Words of texts, found without cutting a string out of the text unless the word is new: a text is scanned once,
 * hashing as it goes, and the hash leads to the word. Twice as fast as a Map keyed by strings.
 */
import { isWordUnit, MAX_WORD } from "../../core/terms.ts";

const FIRST_SLOTS = 1 << 15;

export class WordTable {
  private slots = new Int32Array(FIRST_SLOTS);
  private readonly texts: string[] = [];
  private readonly hashes: number[] = [];

  get size(): number {
    return this.texts.length;
  }

  /**
   * Calls `visit` with the number of every word of the text and its offset. New words go to `learn` first; their
   * texts are copies, since a string cut from a text keeps the whole text in memory.
   */
  scan(text: string, learn: (word: string) => void, visit: (word: number, offset: number) => void): void {
    const { length } = text;
    let start = -1;
    let hash = 0;
    for (let at = 0; at <= length; at++) {
      const code = at < length ? text.charCodeAt(at) : 32;
      if (isWordUnit(code)) {
        if (start < 0) {
          start = at;
          hash = 0x811c9dc5;
        }
        hash = Math.imul(hash ^ code, 0x01000193);
      } else if (start >= 0) {
        if (at - start <= MAX_WORD) visit(this.find(text, start, at, hash ^ (hash >>> 15), learn), start);
        start = -1;
      }
    }
  }

  private find(
    text: string,
    start: number,
    end: number,
    hash: number,
    learn: (word: string) => void,
  ): number {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const word = this.slots[slot]! - 1;
      if (this.hashes[word] === hash && isSame(this.texts[word]!, text, start, end)) return word;
    }
    const copy = Buffer.from(text.slice(start, end), "utf16le").toString("utf16le");
    const word = this.texts.length;
    this.slots[slot] = word + 1;
    this.texts.push(copy);
    this.hashes.push(hash);
    if (this.texts.length * 2 > this.slots.length) this.grow();
    learn(copy);
    return word;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 4);
    const mask = this.slots.length - 1;
    for (const [word, hash] of this.hashes.entries()) {
      let slot = hash & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = word + 1;
    }
  }
}

function isSame(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++)
    if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}
