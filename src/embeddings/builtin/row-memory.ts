/**
 * Rows of the model that were asked for, one behind the other in memory that a WebAssembly kernel can work on. Each is
 * read when it is first needed: to read all of them takes longer than to embed twenty files.
 */
import { createMemory, growMemory } from "../wasm-assembler.ts";
import type { ReadRow } from "./model-file.ts";

export class RowMemory {
  readonly memory: WebAssembly.Memory;
  /** First byte behind the room for all rows; what lies there is the user's. */
  readonly end: number;
  readonly #addresses: Int32Array;
  #bytes: Int8Array;
  #next: number;
  readonly #dims: number;
  readonly #readRow: ReadRow;

  constructor(
    /** Bytes before the rows, not 0; they are the user's, too. */
    start: number,
    rows: number,
    dims: number,
    readRow: ReadRow,
  ) {
    this.#dims = dims;
    this.#readRow = readRow;
    this.#addresses = new Int32Array(rows);
    this.#next = start;
    this.end = start + Math.ceil((rows * dims) / 64) * 64;
    this.memory = createMemory(this.end);
    this.#bytes = new Int8Array(this.memory.buffer);
  }

  /** Where the row lies. */
  addressOf(row: number): number {
    return this.#addresses[row]! || this.#bring(row);
  }

  /** All of the memory; worthless after it grew. */
  view(): Int8Array {
    if (this.#bytes.buffer !== this.memory.buffer) this.#bytes = new Int8Array(this.memory.buffer);
    return this.#bytes;
  }

  grow(bytes: number): void {
    growMemory(this.memory, bytes);
  }

  #bring(row: number): number {
    const address = this.#next;
    this.#readRow(row, this.view(), address);
    this.#addresses[row] = address;
    this.#next += this.#dims;
    return address;
  }
}
