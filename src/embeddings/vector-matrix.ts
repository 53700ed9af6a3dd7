/** Rows of int8 that one query is compared with, all of them, exactly. */
import { createDotKernel, type DotKernel } from "./dot-kernel.ts";

/** The query keeps 12 bits: its error then is far below that of the rows. Sums fit 32 bits up to 8,192 dimensions. */
const LARGEST_QUERY_PART = 2_047;
/** The kernel takes eight numbers at a time; zeros behind a row change nothing. */
const LANES = 8;
const START = 64;

export class VectorMatrix {
  readonly #kernel: DotKernel;
  readonly #stride: number;
  readonly #query: number;
  readonly #rows: number;
  readonly #scales: number;
  readonly #out: number;
  #isScaled = false;

  constructor(
    readonly count: number,
    readonly dims: number,
  ) {
    this.#stride = Math.ceil(dims / LANES) * LANES;
    this.#query = START;
    this.#rows = this.#query + this.#stride * 2;
    this.#scales = this.#rows + count * this.#stride;
    this.#out = this.#scales + count * 4;
    this.#kernel = createDotKernel(this.#out + count * 4);
  }

  get bytes(): number {
    return this.#kernel.memory.buffer.byteLength;
  }

  /** Puts rows that lie one behind the other in `rows` at row `at` and after. Rows never set are zeros. */
  setRows(at: number, rows: Int8Array): void {
    const target = new Int8Array(this.#kernel.memory.buffer, this.#rows, this.count * this.#stride);
    this.#isScaled = false;
    if (this.#stride === this.dims) {
      target.set(rows, at * this.#stride);
      return;
    }
    for (let from = 0, to = at * this.#stride; from < rows.length; from += this.dims, to += this.#stride)
      target.set(rows.subarray(from, from + this.dims), to);
  }

  /** Good until the next call. */
  row(at: number): Int8Array {
    return new Int8Array(this.#kernel.memory.buffer, this.#rows + at * this.#stride, this.dims);
  }

  /** Cosine of the query with every row; 0 for rows of zeros. */
  cosines(query: ArrayLike<number>): Float32Array {
    if (this.count === 0) return new Float32Array(0);
    const { buffer } = this.#kernel.memory;
    if (!this.#isScaled) this.#computeScales();
    const inverse = this.#putQuery(query);
    const rowsEnd = this.#rows + this.count * this.#stride;
    const queryEnd = this.#query + this.#stride * 2;
    this.#kernel.dots(this.#rows, rowsEnd, this.#query, queryEnd, this.#scales, this.#out);
    const cosines = new Float32Array(buffer, this.#out, this.count).slice();
    for (let at = 0; at < cosines.length; at++) cosines[at]! *= inverse;
    return cosines;
  }

  #computeScales(): void {
    const rowsEnd = this.#rows + this.count * this.#stride;
    this.#kernel.squares(this.#rows, rowsEnd, this.#stride, this.#scales);
    const scales = new Float32Array(this.#kernel.memory.buffer, this.#scales, this.count);
    for (let at = 0; at < scales.length; at++) scales[at] = scales[at]! > 0 ? 1 / Math.sqrt(scales[at]!) : 0;
    this.#isScaled = true;
  }

  /** Returns what dot products must be multiplied with to be cosines. */
  #putQuery(query: ArrayLike<number>): number {
    let largest = 0;
    for (let at = 0; at < this.dims; at++) largest = Math.max(largest, Math.abs(query[at]!));
    const parts = new Int16Array(this.#kernel.memory.buffer, this.#query, this.#stride);
    if (!(largest > 0)) {
      parts.fill(0);
      return 0;
    }
    let squares = 0;
    for (let at = 0; at < this.dims; at++) {
      parts[at] = Math.round((query[at]! / largest) * LARGEST_QUERY_PART);
      squares += parts[at]! * parts[at]!;
    }
    return 1 / Math.sqrt(squares);
  }
}
