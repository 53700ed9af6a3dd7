/**
 * Lexical terms → vectors by the built-in model: the direction of the sum of the terms' rows, each times the weight of
 * its field, 1 + ln(count) and the row's scale. Weights are whole numbers, so sums are exact and do not depend on the
 * order of terms: vectors made while parsing and made later from the stored postings are the same to the byte.
 */
import { type BlobTerms, FIELDS } from "../../core/facts.ts";
import { quantiseBlob, quantiseInto } from "../quantise.ts";
import type { BuiltinModel } from "./model-file.ts";

/** A weight of 1 as a whole number; the sum of a chunk of 100,000 heavy terms still is exact in a double. */
const ONE = 2 ** 22;
const MAX_COUNT = 4_095;
/** Longer terms are data; they are hashed without an attempt to spell them. */
const MAX_SPELLED_BYTES = 64;
const CACHE_LIMIT = 200_000;

/** Rows that a term stands for. */
type TermRows = readonly number[];

export class TermEmbedder {
  private readonly rowsByTerm = new Map<string, TermRows>();
  /** [field][count], before the row's scale. */
  private readonly factors: Float64Array[];
  private readonly scales: Float64Array;
  private readonly stride: number;

  constructor(
    private readonly model: BuiltinModel,
    /** The model's own dimensions, or one of its nested ones. */
    readonly dims: number,
  ) {
    this.stride = model.header.dims;
    let largest = 0;
    for (const scale of model.scales) largest = Math.max(largest, Math.abs(scale));
    this.scales = Float64Array.from(model.scales, (scale) => (largest > 0 ? (scale / largest) * ONE : 0));
    this.factors = FIELDS.map((field) => {
      const weight = model.header.fieldWeights[field];
      return Float64Array.from({ length: MAX_COUNT + 1 }, (_, count) =>
        count === 0 ? 0 : weight * (1 + Math.log(count)),
      );
    });
  }

  /** Rows of int8, one per chunk and one for the whole blob. */
  embedBlob({ dictionary, entries }: BlobTerms, chunks: number): Int8Array {
    const sums = new Float64Array(chunks * this.dims);
    for (let at = 0; at < entries.length; ) {
      const term = entries[at]!;
      const rows = this.rowsOf(dictionary[term]!);
      for (; entries[at] === term && at < entries.length; ) {
        const chunk = entries[at + 1]! >>> 16;
        let factor = 0;
        for (; at < entries.length && entries[at] === term && entries[at + 1]! >>> 16 === chunk; at += 2)
          factor += this.factors[(entries[at + 1]! >>> 12) & 15]![entries[at + 1]! & 0xfff]!;
        this.addRows(sums, chunk * this.dims, rows, factor);
      }
    }
    return quantiseBlob(sums, chunks, this.dims);
  }

  /** Direction of weighted terms, as a query is one. */
  embedWeighted(terms: Iterable<readonly [term: string, weight: number]>): Int8Array {
    const sums = new Float64Array(this.dims);
    for (const [term, weight] of terms) this.addRows(sums, 0, this.rowsOf(term), weight);
    const row = new Int8Array(this.dims);
    quantiseInto(sums, 0, this.dims, row, 0);
    return row;
  }

  /** What an occurrence in a field counts, for callers that keep sums of their own. */
  factorOf(field: number, count: number): number {
    return this.factors[field]![count]!;
  }

  addTerm(sums: Float64Array, at: number, term: string, factor: number): void {
    this.addRows(sums, at, this.rowsOf(term), factor);
  }

  private addRows(sums: Float64Array, to: number, rows: TermRows, factor: number): void {
    const { matrix } = this.model;
    const { dims } = this;
    for (const row of rows) {
      const weight = Math.round((factor * this.scales[row]!) / rows.length);
      const from = row * this.stride;
      for (let at = 0; at < dims; at++) sums[to + at]! += weight * matrix[from + at]!;
    }
  }

  rowsOf(term: string): TermRows {
    const known = this.rowsByTerm.get(term);
    if (known) return known;
    if (this.rowsByTerm.size >= CACHE_LIMIT) this.rowsByTerm.clear();
    const rows = this.computeRows(Buffer.from(term));
    this.rowsByTerm.set(term, rows);
    return rows;
  }

  /** The term itself, else the longest pieces that spell it, else one row by its hash. */
  private computeRows(bytes: Uint8Array): TermRows {
    const { model } = this;
    const { length } = bytes;
    const whole = model.findRow(bytes, 0, length);
    if (whole >= 0) return [whole];
    const rows: number[] = [];
    for (let start = 0; start < length && length <= MAX_SPELLED_BYTES; ) {
      let end = Math.min(length, start + model.longestTerm);
      let row = -1;
      for (; end > start; end--) {
        row = model.findRow(bytes, start, end);
        if (row >= 0) break;
      }
      if (row < 0) break;
      rows.push(row);
      start = end;
      if (start === length) return rows;
    }
    return [model.hashRow(bytes, 0, length)];
  }
}
