// Bags of terms of one tree and the pairs between them, as flat arrays that numpy reads directly:
//   NAME.terms    the tree's own dictionary, one term per line
//   NAME.bags     uint32 pairs [term, field << 12 | count]
//   NAME.offsets  uint32, where each bag starts in NAME.bags (in pairs), one more at the end
//   NAME.pairs    uint32 rows [kind, query bag, document bag, file number]
//   NAME.json     what it was made from and counts
import { writeFileSync } from "node:fs";

/** Fields 0 to 4 are those of chunks; a question and a path are fields of their own. */
export const QUERY_FIELD = 5;
export const PATH_FIELD = 6;
export const KINDS = ["doc", "name", "commit", "readme", "test", "error", "path", "header", "comment"];
const MAX_COUNT = 4_095;

class GrowingArray {
  constructor() {
    this.data = new Uint32Array(1 << 16);
    this.length = 0;
  }

  push(value) {
    if (this.length === this.data.length) {
      const larger = new Uint32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  write(file) {
    writeFileSync(file, new Uint8Array(this.data.buffer, 0, this.length * 4));
  }
}

export class BagStore {
  constructor({ eachWord, wordTerms }) {
    this.eachWord = eachWord;
    this.wordTerms = wordTerms;
    this.terms = new Map();
    this.bags = new GrowingArray();
    this.offsets = new GrowingArray();
    this.offsets.push(0);
    this.pairs = new GrowingArray();
    this.counts = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
  }

  get bagCount() {
    return this.offsets.length - 1;
  }

  term(text) {
    let number = this.terms.get(text);
    if (number === undefined) {
      number = this.terms.size;
      this.terms.set(text, number);
    }
    return number;
  }

  /** A bag of {term text → count} in one field; its number. */
  addCounts(counts, field) {
    for (const [text, count] of counts) this.addEntry(this.term(text), field, count);
    return this.endBag();
  }

  addText(text, field) {
    return this.addCounts(this.countTerms(text), field);
  }

  countTerms(text) {
    const counts = new Map();
    this.eachWord(text, (word) => {
      for (const term of this.wordTerms(word)) counts.set(term, (counts.get(term) ?? 0) + 1);
    });
    return counts;
  }

  /** The chunks of a blob as bags; the number of the first. Every chunk gets a bag, so that chunk i is first + i. */
  addBlob(terms, chunkCount) {
    const first = this.bagCount;
    const lists = Array.from({ length: chunkCount }, () => []);
    const { dictionary, entries } = terms;
    for (let at = 0; at < entries.length; at += 2) {
      const packed = entries[at + 1];
      lists[packed >>> 16]?.push(this.term(dictionary[entries[at]]), packed & 0xffff);
    }
    for (const list of lists) {
      for (let at = 0; at < list.length; at += 2)
        this.addEntry(list[at], (list[at + 1] >> 12) & 15, list[at + 1] & MAX_COUNT);
      this.endBag();
    }
    return first;
  }

  addEntry(term, field, count) {
    this.bags.push(term);
    this.bags.push((field << 12) | Math.min(count, MAX_COUNT));
  }

  endBag() {
    this.offsets.push(this.bags.length / 2);
    return this.offsets.length - 2;
  }

  addPair(kind, query, document, file) {
    this.pairs.push(KINDS.indexOf(kind));
    this.pairs.push(query);
    this.pairs.push(document);
    this.pairs.push(file);
    this.counts[kind] += 1;
  }

  write(prefix, about) {
    writeFileSync(`${prefix}.terms`, [...this.terms.keys()].join("\n"));
    this.bags.write(`${prefix}.bags`);
    this.offsets.write(`${prefix}.offsets`);
    this.pairs.write(`${prefix}.pairs`);
    writeFileSync(`${prefix}.json`, `${JSON.stringify({ ...about, pairs: this.counts }, null, 1)}\n`);
  }
}
