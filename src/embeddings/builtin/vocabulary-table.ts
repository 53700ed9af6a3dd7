/** Finds terms of the model's vocabulary, which stays the text of the file: a hash table of places in it. */
const NEWLINE = 10;

/** FNV-1a, 32 bits, unsigned: part of the model's format. */
export function fnv1a(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash >>> 0;
}

/** Terms are separated by line breaks; the row of a term is its place. */
export class VocabularyTable {
  readonly #text: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #slots: Int32Array;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor has no # form.
  private constructor(
    text: Uint8Array,
    /** How many terms the text really holds. */
    readonly count: number,
    /** Where each term starts, and where one behind the last would. */
    starts: Uint32Array,
    /** Place + 1; 0 is free. */
    slots: Int32Array,
  ) {
    this.#text = text;
    this.#starts = starts;
    this.#slots = slots;
  }

  static ofText(text: Uint8Array, size: number): VocabularyTable {
    const starts = new Uint32Array(size + 1);
    const slots = new Int32Array(slotsFor(size));
    const mask = slots.length - 1;
    let count = 0;
    let start = 0;
    for (let at = 0; at <= text.length; at++) {
      if (at < text.length && text[at] !== NEWLINE) continue;
      if (count < size) {
        let slot = fnv1a(text, start, at) & mask;
        while (slots[slot] !== 0) slot = (slot + 1) & mask;
        starts[count] = start;
        starts[count + 1] = at + 1;
        slots[slot] = count + 1;
      }
      count += 1;
      start = at + 1;
    }
    return new VocabularyTable(text, count, starts, slots);
  }

  /** Contract: made by `toBytes` of the table of the same text. */
  static fromBytes(text: Uint8Array, size: number, bytes: Uint8Array): VocabularyTable {
    if (bytes.length !== (size + 1 + slotsFor(size)) * 4) return VocabularyTable.ofText(text, size);
    // Copied, because nothing says that the bytes start at a multiple of four.
    const numbers = new Uint32Array(new Uint8Array(bytes).buffer);
    const slots = new Int32Array(numbers.buffer, (size + 1) * 4);
    return new VocabularyTable(text, size, numbers.subarray(0, size + 1), slots);
  }

  toBytes(): Uint8Array {
    const starts = this.#starts;
    const slots = this.#slots;
    return Buffer.concat([new Uint8Array(starts.buffer), new Uint8Array(slots.buffer)]);
  }

  find(term: Uint8Array, start: number, end: number): number {
    return this.#findHashed(term, start, end, fnv1a(term, start, end));
  }

  /** Hashes once while it goes: asking for each length apart would hash every start anew. */
  findLongest(term: Uint8Array, start: number, least: number, most: number): number {
    let longest = -1;
    let hash = 0x811c9dc5;
    for (let at = start; at < most; at++) {
      hash = Math.imul(hash ^ term[at]!, 0x01000193);
      if (at + 1 >= least && this.#findHashed(term, start, at + 1, hash) >= 0) longest = at + 1;
    }
    return longest;
  }

  #findHashed(term: Uint8Array, start: number, end: number, hash: number): number {
    const text = this.#text;
    const starts = this.#starts;
    const slots = this.#slots;
    const mask = slots.length - 1;
    const length = end - start;
    for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const place = slots[slot]! - 1;
      const from = starts[place]!;
      if (starts[place + 1]! - 1 - from !== length) continue;
      let at = 0;
      while (at < length && text[from + at] === term[start + at]) at += 1;
      if (at === length) return place;
    }
    return -1;
  }
}

function slotsFor(size: number): number {
  return 2 ** Math.ceil(Math.log2(size * 2 + 2));
}
