/**
 * Lexical terms → vectors by the built-in model: the direction of the sum of the terms' rows, each times the weight of
 * its field, 1 + ln(count) and the row's scale. Weights are whole numbers, so sums are exact and do not depend on the
 * order of terms: vectors made while parsing and made later from the stored postings are the same to the byte.
 */
import { type BlobTerms, FIELDS } from "../../core/facts.ts";
import { RecentMap } from "../../core/recent-map.ts";
import { quantiseBlob, quantiseInto } from "../quantise.ts";
import { type BuiltinModel, weighCount } from "./model-file.ts";
import { RowMemory } from "./row-memory.ts";
import { LIST_END, RowSums } from "./row-sums.ts";

/** The heaviest row's weight of 1 as a whole number. */
const ONE = 2 ** 14;
const MAX_COUNT = 4_095;
const RECENT_TERMS = 2_048;
/** Pieces that a term outside the vocabulary is spelled from, in characters; part of how the model was trained. */
const MIN_PIECE = 3;
const MAX_PIECE = 20;
/** Share of the term that its pieces must cover. */
const MIN_COVER = 0.7;

/** Rows that a term stands for, each with its weight. */
interface TermRows {
  rows: readonly number[];
  weights: readonly number[];
}

export class TermEmbedder {
  readonly #rowsByTerm = new RecentMap<string, TermRows>(RECENT_TERMS);
  /** [field][count], before the row's scale; filled as counts are met, since most processes meet few. */
  readonly #factors: Float64Array[] = FIELDS.map(() => new Float64Array(MAX_COUNT + 1));
  readonly #largestScale: number;
  readonly #memory: RowMemory;
  #sums: RowSums | undefined;
  readonly #model: BuiltinModel;

  constructor(
    model: BuiltinModel,
    /** The model's own dimensions, or one of its nested ones. */
    readonly dims: number,
  ) {
    this.#model = model;
    this.#memory = new RowMemory(LIST_END, model.scales.length, model.header.dims, model.readRow);
    this.#largestScale = largestOf(model.scales);
  }

  /** Rows of int8, one per chunk and one for the whole blob. */
  embedBlob({ dictionary, entries }: BlobTerms, chunks: number): Int8Array {
    this.#sums ??= new RowSums(this.#memory, this.dims);
    const sums = this.#sums;
    sums.start(chunks);
    for (let at = 0; at < entries.length; )
      at = this.#addEntries(sums, dictionary[entries[at]!]!, entries, at);
    return quantiseBlob(sums.finish(), chunks, this.dims);
  }

  /** Adds one term to all its chunks and returns where the next term begins. */
  #addEntries(sums: RowSums, text: string, entries: Uint32Array, from: number): number {
    const { rows, weights } = this.rowsOf(text);
    const term = entries[from]!;
    let at = from;
    while (at < entries.length && entries[at] === term) {
      const chunk = entries[at + 1]! >>> 16;
      let factor = 0;
      for (; at < entries.length && entries[at] === term && entries[at + 1]! >>> 16 === chunk; at += 2)
        factor +=
          this.#factors[(entries[at + 1]! >>> 12) & 15]![entries[at + 1]! & 0xfff]! ||
          this.factorOf((entries[at + 1]! >>> 12) & 15, entries[at + 1]! & 0xfff);
      for (let part = 0; part < rows.length; part++)
        sums.add(chunk, rows[part]!, this.#weightOf(rows[part]!, weights[part]! * factor));
    }
    return at;
  }

  /** Sum of weighted terms, as a question is one; only its direction means something. */
  embedWeighted(terms: Iterable<readonly [term: string, weight: number]>): Float64Array {
    const sums = new Float64Array(this.dims);
    for (const [term, weight] of terms) this.#addRows(sums, 0, this.rowsOf(term), weight);
    return sums;
  }

  quantised(terms: Iterable<readonly [term: string, weight: number]>): Int8Array {
    const row = new Int8Array(this.dims);
    quantiseInto(this.embedWeighted(terms), 0, this.dims, row, 0);
    return row;
  }

  /** Whether the vocabulary holds the term or pieces that spell it. */
  knows(term: string): boolean {
    return this.rowsOf(term).rows.some((row) => row < this.#model.header.vocabularySize);
  }

  /** Whether the vocabulary holds the term itself. */
  holds(term: string): boolean {
    const bytes = Buffer.from(term);
    return this.#model.findRow(bytes, 0, bytes.length) >= 0;
  }

  countWeight(count: number): number {
    return weighCount(this.#model.header.countForm, count);
  }

  /** What an occurrence in a field counts, for callers that keep sums of their own. */
  factorOf(field: number, count: number): number {
    const known = this.#factors[field]![count]!;
    if (known !== 0 || count === 0) return known;
    const factor = this.#model.header.fieldWeights[FIELDS[field]!] * this.countWeight(count);
    this.#factors[field]![count] = factor;
    return factor;
  }

  addTerm(sums: Float64Array, at: number, term: string, factor: number): void {
    this.#addRows(sums, at, this.rowsOf(term), factor);
  }

  #addRows(sums: Float64Array, to: number, { rows, weights }: TermRows, factor: number): void {
    const dims = this.dims;
    const memory = this.#memory;
    for (let part = 0; part < rows.length; part++) {
      const row = rows[part]!;
      const weight = this.#weightOf(row, weights[part]! * factor);
      const from = memory.addressOf(row);
      const parts = memory.view();
      for (let at = 0; at < dims; at++) sums[to + at]! += weight * parts[from + at]!;
    }
  }

  #weightOf(row: number, factor: number): number {
    return Math.round(factor * ((this.#model.scales[row]! / this.#largestScale) * ONE));
  }

  rowsOf(term: string): TermRows {
    const known = this.#rowsByTerm.get(term);
    if (known) return known;
    const rows = this.#computeRows(term);
    this.#rowsByTerm.set(term, rows);
    return rows;
  }

  /** The term's own row; else the row of its hash and the mean of the pieces that spell it. */
  #computeRows(term: string): TermRows {
    const model = this.#model;
    const { hashWeight, subwordWeight } = model.header;
    const bytes = Buffer.from(term);
    const own = model.findRow(bytes, 0, bytes.length);
    if (own >= 0) return { rows: [own], weights: [1] };
    const rows: number[] = [];
    const weights: number[] = [];
    if (hashWeight !== 0) {
      rows.push(model.hashRow(bytes));
      weights.push(hashWeight);
    }
    if (subwordWeight !== 0) {
      const pieces = this.#spell(term, bytes);
      for (const piece of pieces) {
        rows.push(piece);
        weights.push(subwordWeight / pieces.length);
      }
    }
    return { rows, weights };
  }

  /** Longest pieces of the vocabulary from the left; characters that start none are passed over. */
  #spell(term: string, bytes: Uint8Array): number[] {
    const offsets = characterOffsets(term, bytes.length);
    const length = offsets.length - 1;
    const rows: number[] = [];
    let covered = 0;
    for (let at = 0; at + MIN_PIECE <= length; ) {
      const most = Math.min(length, at + MAX_PIECE);
      const end = this.#model.findLongest(bytes, offsets[at]!, offsets[at + MIN_PIECE]!, offsets[most]!);
      if (end < 0) at += 1;
      else {
        rows.push(this.#model.findRow(bytes, offsets[at]!, end));
        const next = offsets.indexOf(end, at);
        covered += next - at;
        at = next;
      }
    }
    return covered >= MIN_COVER * length ? rows : [];
  }
}

/** 1 when all are 0, so that none of them divides by it. A plain loop: this runs before any code is compiled. */
function largestOf(scales: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < scales.length; at++) largest = Math.max(largest, Math.abs(scales[at]!));
  return largest || 1;
}

/** Where each character starts in UTF-8, and where the last ends. */
function characterOffsets(term: string, byteLength: number): number[] {
  const offsets = [0];
  if (term.length === byteLength) for (let at = 1; at <= byteLength; at++) offsets.push(at);
  else for (const character of term) offsets.push(offsets.at(-1)! + Buffer.byteLength(character));
  return offsets;
}
