/** Words of chunks → BlobTerms. Words and terms are interned per process, since code repeats itself. */
import type { BlobTerms } from "../../core/facts.ts";
import { wordTerms } from "../../core/terms.ts";
import { wordHash } from "./fingerprint.ts";
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
/** By word: process-wide numbers of its terms, and its hash for sketches. */
let wordTermNumbers: (readonly number[])[] = [];
let wordHashes: number[] = [];
let termNumbers = new Map<string, number>();
let termTexts: string[] = [];
/** By term: its index in the dictionary of the blob at hand, valid while `termBlob` names that blob. */
let localOf = new Int32Array(1 << 16);
let termBlob = new Int32Array(1 << 16);
let blobNumber = 0;

function learnWord(word: string): void {
  wordTermNumbers.push(wordTerms(word).map(internTerm));
  wordHashes.push(wordHash(word.toLowerCase()));
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

/** Counts of one field in the chunk at hand. */
class FieldCounter {
  terms: number[] = [];
  counts: number[] = [];
  private slots = new Int32Array(1 << 12);
  private stamps = new Int32Array(1 << 12);
  private stamp = 1;

  add(term: number): void {
    if (term >= this.slots.length) {
      while (term >= this.slots.length) {
        this.slots = grow(this.slots);
        this.stamps = grow(this.stamps);
      }
    }
    if (this.stamps[term] === this.stamp) this.counts[this.slots[term]!]! += 1;
    else {
      this.stamps[term] = this.stamp;
      this.slots[term] = this.terms.length;
      this.terms.push(term);
      this.counts.push(1);
    }
  }

  clear(): void {
    this.terms = [];
    this.counts = [];
    this.stamp += 1;
  }
}

const counters = Array.from({ length: FIELD_COUNT }, () => new FieldCounter());

/** One per blob; only one at a time is in use. */
export class TermCollector {
  private readonly dictionary: string[] = [];
  private readonly terms: number[] = [];
  private readonly packed: number[] = [];
  private chunk = 0;

  constructor() {
    if (words.size > WORD_LIMIT) {
      words = new WordTable();
      wordTermNumbers = [];
      wordHashes = [];
      termNumbers = new Map();
      termTexts = [];
      termBlob.fill(0);
      blobNumber = 0;
    }
    blobNumber += 1;
    for (const counter of counters) counter.clear();
  }

  addText(field: number, text: string): void {
    words.scan(text, learnWord, (word) => this.addWord(field, word));
  }

  /** Body words, with the doc field for words that `isDoc` claims; their hashes go to `hashes` as far as it reaches. */
  addBody(text: string, isDoc: (offset: number) => boolean, hashes: Uint32Array): number {
    let count = 0;
    words.scan(text, learnWord, (word, offset) => {
      this.addWord(BODY, word);
      if (isDoc(offset)) this.addWord(DOC, word);
      if (count < hashes.length) hashes[count++] = wordHashes[word]!;
    });
    return count;
  }

  private addWord(field: number, word: number): void {
    const counter = counters[field]!;
    for (const term of wordTermNumbers[word]!) counter.add(this.localTerm(term));
  }

  private localTerm(term: number): number {
    if (termBlob[term] === blobNumber) return localOf[term]!;
    const local = this.dictionary.length;
    termBlob[term] = blobNumber;
    localOf[term] = local;
    this.dictionary.push(termTexts[term]!);
    return local;
  }

  endChunk(): void {
    for (let field = 0; field < FIELD_COUNT; field++) {
      const counter = counters[field]!;
      const base = ((this.chunk << 16) | (field << 12)) >>> 0;
      for (let at = 0; at < counter.terms.length; at++) {
        this.terms.push(counter.terms[at]!);
        this.packed.push(base + Math.min(counter.counts[at]!, MAX_COUNT));
      }
      if (counter.terms.length > 0) counter.clear();
    }
    this.chunk += 1;
  }

  /** Entries were made in ascending (chunk, field) order, so a counting sort by term completes the order. */
  finish(): BlobTerms {
    const starts = new Uint32Array(this.dictionary.length + 1);
    for (const term of this.terms) starts[term + 1]! += 1;
    for (let term = 0; term < this.dictionary.length; term++) starts[term + 1]! += starts[term]!;
    const entries = new Uint32Array(this.terms.length * 2);
    for (let at = 0; at < this.terms.length; at++) {
      const term = this.terms[at]!;
      const to = starts[term]!++ * 2;
      entries[to] = term;
      entries[to + 1] = this.packed[at]!;
    }
    return { dictionary: this.dictionary, entries };
  }
}
