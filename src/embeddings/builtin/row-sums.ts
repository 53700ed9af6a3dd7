/**
 * Sums of weighted rows, exact: weights are whole numbers. Sums are kept as int32 where the kernel works and moved
 * to doubles before they could overflow, which only chunks of thousands of terms need.
 */
import { ADDITION_BYTES, type AddRows, createRowKernel } from "./row-kernel.ts";
import type { RowMemory } from "./row-memory.ts";

const LIST_START = 64;
const LIST_ADDITIONS = 16_384;
/** Memory for rows has this much before them. */
export const LIST_END = LIST_START + LIST_ADDITIONS * ADDITION_BYTES;
/** Weights of one sum may add up to this: times 127 it still is an int32. */
const MAX_WEIGHT = 2 ** 24;

export class RowSums {
  readonly #addRows: AddRows;
  readonly #sumsStart: number;
  #list: Int32Array;
  #listed = 0;
  #sums = 0;
  #weights = new Float64Array(0);
  readonly #overflow = new Map<number, Float64Array>();
  readonly #rows: RowMemory;
  readonly #dims: number;

  /** `dims`: how many parts of each row count. */
  constructor(rows: RowMemory, dims: number) {
    this.#rows = rows;
    this.#dims = dims;
    this.#sumsStart = rows.end;
    this.#list = this.#listView();
    this.#addRows = createRowKernel(rows.memory);
  }

  /** Begins anew with this many sums, all zero. */
  start(count: number): void {
    this.#rows.grow(this.#sumsStart + count * this.#dims * 4);
    this.#list = this.#listView();
    this.#listed = 0;
    this.#sums = count;
    new Int32Array(this.#rows.memory.buffer, this.#sumsStart, count * this.#dims).fill(0);
    if (this.#weights.length < count) this.#weights = new Float64Array(count * 2);
    else this.#weights.fill(0, 0, count);
    this.#overflow.clear();
  }

  /** sum += weight * row; the weight is a whole number. */
  add(sum: number, row: number, weight: number): void {
    const size = Math.abs(weight);
    if (this.#weights[sum]! + size > MAX_WEIGHT) {
      this.#spill(sum);
      if (size > MAX_WEIGHT) throw new RangeError(`a weight of ${weight} is too large`);
    }
    this.#weights[sum]! += size;
    const list = this.#list;
    const at = this.#listed * 3;
    list[at] = this.#sumsStart + sum * this.#dims * 4;
    list[at + 1] = this.#rows.addressOf(row);
    list[at + 2] = weight;
    this.#listed += 1;
    if (this.#listed === LIST_ADDITIONS) this.#run();
  }

  /** All sums, one behind the other; worthless after the next start. */
  finish(): Int32Array | Float64Array {
    this.#run();
    const all = new Int32Array(this.#rows.memory.buffer, this.#sumsStart, this.#sums * this.#dims);
    if (this.#overflow.size === 0) return all;
    const exact = Float64Array.from(all);
    for (const [sum, more] of this.#overflow)
      for (let at = 0; at < this.#dims; at++) exact[sum * this.#dims + at]! += more[at]!;
    return exact;
  }

  #run(): void {
    if (this.#listed > 0) this.#addRows(LIST_START, LIST_START + this.#listed * ADDITION_BYTES, this.#dims);
    this.#listed = 0;
  }

  #spill(sum: number): void {
    this.#run();
    const part = new Int32Array(this.#rows.memory.buffer, this.#sumsStart + sum * this.#dims * 4, this.#dims);
    const more = this.#overflow.get(sum) ?? new Float64Array(this.#dims);
    for (let at = 0; at < this.#dims; at++) more[at]! += part[at]!;
    this.#overflow.set(sum, more);
    part.fill(0);
    this.#weights[sum] = 0;
  }

  #listView(): Int32Array {
    return new Int32Array(this.#rows.memory.buffer, LIST_START, LIST_ADDITIONS * 3);
  }
}
