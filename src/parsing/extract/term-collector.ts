/** Words of chunks → BlobTerms. Words and terms are interned per process, since code repeats itself. */
import type { BlobTerms } from "../../core/facts.ts";
import { wordTerms } from "../../core/terms.ts";
import { wordHash } from "./fingerprint.ts";
import { TextUnits } from "./text-units.ts";
import { WordTable } from "./word-table.ts";

const WORD_LIMIT = 200_000;
const MAX_COUNT = 4_095;
const FIELD_COUNT = 5;
export const BODY = 0;
export const NAME = 1;
export const TYPE = 2;
export const DOC = 3;
export const HEADER = 4;

let words = new WordTable();
/** By word: where its terms start in `wordTermNumbers`, up to the next word's, and its hash for sketches. */
let termStarts = new Int32Array(1 << 14);
let wordHashes = new Int32Array(1 << 14);
/** Process-wide numbers of the words' terms. */
let wordTermNumbers = new Int32Array(1 << 15);
let wordCount = 0;
let termNumbers = new Map<string, number>();
let termTexts: string[] = [];
/** By term: its index in the dictionary of the blob at hand, valid while `termBlob` names that blob. */
let localOf = new Int32Array(1 << 16);
let termBlob = new Int32Array(1 << 16);
let blobNumber = 0;

function learnWord(word: string): void {
  const terms = wordTerms(word);
  let end = termStarts[wordCount]!;
  if (wordCount + 2 > termStarts.length) {
    termStarts = grow(termStarts);
    wordHashes = grow(wordHashes);
  }
  while (end + terms.length > wordTermNumbers.length) wordTermNumbers = grow(wordTermNumbers);
  for (let at = 0; at < terms.length; at++) wordTermNumbers[end++] = internTerm(terms[at]!);
  wordHashes[wordCount] = wordHash(word.toLowerCase());
  wordCount += 1;
  termStarts[wordCount] = end;
}

function internTerm(text: string): number {
  const known = termNumbers.get(text);
  if (known !== undefined) return known;
  const number = termTexts.length;
  termNumbers.set(text, number);
  termTexts.push(text);
  if (number >= localOf.length) {
    localOf = grow(localOf);
    termBlob = grow(termBlob);
  }
  return number;
}

function grow(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** How often small numbers were met: the terms of one field in the chunk at hand, or the words of a stretch. */
class Counter {
  /** Met at least once, in order, and how often. */
  keys: number[] = [];
  counts: number[] = [];
  #slots = new Int32Array(1 << 12);
  #stamps = new Int32Array(1 << 12);
  #stamp = 1;

  add(key: number, count: number): void {
    while (key >= this.#slots.length) {
      this.#slots = grow(this.#slots);
      this.#stamps = grow(this.#stamps);
    }
    if (this.#stamps[key] === this.#stamp) this.counts[this.#slots[key]!]! += count;
    else {
      this.#stamps[key] = this.#stamp;
      this.#slots[key] = this.keys.length;
      this.keys.push(key);
      this.counts.push(count);
    }
  }

  clear(): void {
    this.keys = [];
    this.counts = [];
    this.#stamp += 1;
  }
}

const counters = Array.from({ length: FIELD_COUNT }, () => new Counter());
const wordCounters = [new Counter(), new Counter()] as const;
const bodyUnits = new TextUnits(1 << 16);
const textUnits = new TextUnits(1 << 10);

/** Says which offsets of the source lie in comments; asked in ascending order. */
export interface DocPlaces {
  covers(offset: number): boolean;
}

/** One per blob; only one at a time is in use. */
export class TermCollector {
  readonly #dictionary: string[] = [];
  readonly #terms: number[] = [];
  readonly #packed: number[] = [];
  #chunk = 0;

  constructor(source: string) {
    bodyUnits.write(source);
    if (words.size > WORD_LIMIT) {
      words = new WordTable();
      wordCount = 0;
      termNumbers = new Map();
      termTexts = [];
      termBlob.fill(0);
      blobNumber = 0;
    }
    blobNumber += 1;
    for (const counter of counters) counter.clear();
  }

  addText(field: number, text: string): void {
    textUnits.write(text);
    const count = words.scan(textUnits, 0, text.length, learnWord);
    for (let at = 0; at < count; at++) this.#addWord(field, words.found[at]!, 1);
  }

  /**
   * Body words of source[start, end), with the doc field for those in comments; their hashes go to `hashes` as far as
   * it reaches, and their number is returned.
   */
  addBody(start: number, end: number, docs: DocPlaces, hashes: Uint32Array): number {
    const count = words.scan(bodyUnits, start, end, learnWord);
    const { found, offsets } = words;
    const [inBody, inDocs] = wordCounters;
    for (let at = 0; at < count; at++) {
      const word = found[at]!;
      inBody.add(word, 1);
      if (docs.covers(offsets[at]!)) inDocs.add(word, 1);
      if (at < hashes.length) hashes[at] = wordHashes[word]!;
    }
    this.#addWords(BODY, inBody);
    this.#addWords(DOC, inDocs);
    return Math.min(count, hashes.length);
  }

  /** A word that occurs often in a stretch costs its terms once. */
  #addWords(field: number, counted: Counter): void {
    const { keys, counts } = counted;
    if (keys.length === 0) return;
    for (let at = 0; at < keys.length; at++) this.#addWord(field, keys[at]!, counts[at]!);
    counted.clear();
  }

  #addWord(field: number, word: number, times: number): void {
    const counter = counters[field]!;
    const end = termStarts[word + 1]!;
    for (let at = termStarts[word]!; at < end; at++)
      counter.add(this.#localTerm(wordTermNumbers[at]!), times);
  }

  #localTerm(term: number): number {
    if (termBlob[term] === blobNumber) return localOf[term]!;
    const local = this.#dictionary.length;
    termBlob[term] = blobNumber;
    localOf[term] = local;
    this.#dictionary.push(termTexts[term]!);
    return local;
  }

  endChunk(): void {
    for (let field = 0; field < FIELD_COUNT; field++) {
      const counter = counters[field]!;
      const base = ((this.#chunk << 16) | (field << 12)) >>> 0;
      const { keys, counts } = counter;
      if (keys.length === 0) continue;
      for (let at = 0; at < keys.length; at++) {
        this.#terms.push(keys[at]!);
        this.#packed.push(base + Math.min(counts[at]!, MAX_COUNT));
      }
      counter.clear();
    }
    this.#chunk += 1;
  }

  /** Entries were made in ascending (chunk, field) order, so a counting sort by term completes the order. */
  finish(): BlobTerms {
    const starts = new Uint32Array(this.#dictionary.length + 1);
    for (const term of this.#terms) starts[term + 1]! += 1;
    for (let term = 0; term < this.#dictionary.length; term++) starts[term + 1]! += starts[term]!;
    const entries = new Uint32Array(this.#terms.length * 2);
    for (let at = 0; at < this.#terms.length; at++) {
      const term = this.#terms[at]!;
      const to = starts[term]!++ * 2;
      entries[to] = term;
      entries[to + 1] = this.#packed[at]!;
    }
    return { dictionary: this.#dictionary, entries };
  }
}
