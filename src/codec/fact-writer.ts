import { AppError } from "../core/errors.ts";
import type { Span } from "../core/span.ts";
import { ByteReader, throwDamaged } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { CodecErrorCode } from "./errors.ts";
import { appendSeal, unseal } from "./seal.ts";
import { StringTable, StringTableWriter } from "./string-table.ts";

/** Zigzag: small negative numbers stay small. */
export function foldSign(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

export interface ValueRange {
  start: number;
  end: number;
}

const LENGTH_BYTES = 4;
/** Set in the length of values that say their version in the byte behind it; without it the version is 1. */
const HAS_VERSION = 2 ** 31;

/**
 * Writes stored values one behind the other into one buffer that is used again and again: length of the numbers, version,
 * the numbers, the string table they point into, a checksum. No value is copied before SQLite takes it.
 */
export class FactWriter extends ByteWriter {
  readonly #strings = new StringTableWriter();
  #start = 0;
  #version = 1;

  constructor(capacity = 256 * 1024) {
    super(capacity);
  }

  begin(version = 1): void {
    this.#start = this.length;
    this.#version = version;
    this.#strings.clear();
    this.uint32(0);
    if (version > 1) this.varint(version);
  }

  end(): ValueRange {
    const start = this.#start;
    const length = this.length - start - LENGTH_BYTES;
    this.patchUint32(start, this.#version > 1 ? length + HAS_VERSION : length);
    this.#strings.writeTo(this);
    appendSeal(this, start);
    return { start, end: this.length };
  }

  /** Good until `clear`; taken after the last `end`, since the buffer may move while it grows. */
  view(range: ValueRange): Buffer {
    return this.bytes.subarray(range.start, range.end);
  }

  signed(value: number): void {
    this.varint(foldSign(value));
  }

  /** To be written as a varint. */
  numberOf(value: string | undefined): number {
    return this.#strings.numberOf(value);
  }

  string(value: string | undefined): void {
    this.varint(this.#strings.numberOf(value));
  }

  /** A string that hardly ever repeats within a value. */
  ownString(value: string | undefined): void {
    this.varint(this.#strings.add(value));
  }

  span(span: Span): void {
    this.varint(span.start);
    this.varint(span.end - span.start);
    this.varint(span.startLine);
    this.varint(span.endLine - span.startLine);
  }
}

/** Reads the numbers of a stored value. Its strings are looked at when the first of them is asked for. */
export class FactReader extends ByteReader {
  #table: StringTable | undefined;
  readonly #numbersEnd: number;
  /** Of the value; what was written by a later one than `newest` is not for this program. */
  readonly version: number;

  constructor(sealed: Uint8Array, what: string, newest = 1) {
    super(unseal(sealed, what));
    const length = this.uint32();
    this.#numbersEnd = LENGTH_BYTES + (length % HAS_VERSION);
    if (this.#numbersEnd > this.end) throwDamaged(`${what} ends too early`);
    this.end = this.#numbersEnd;
    this.version = length >= HAS_VERSION ? this.varint() : 1;
    if (this.version > newest) throwOtherVersion(what, this.version, newest);
  }

  signed(): number {
    const folded = this.varint();
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }

  optional(): string | undefined {
    const number = this.varint();
    return number === 0 ? undefined : (this.#table ?? this.#openStrings()).get(number);
  }

  string(): string {
    return (this.#table ?? this.#openStrings()).get(this.varint()) ?? "";
  }

  /** In UTF-16 units, without cutting the string out. */
  lengthOf(number: number): number {
    return (this.#table ?? this.#openStrings()).lengthOf(number);
  }

  /** For a string whose number was read by `varint`. */
  stringOf(number: number): string {
    return (this.#table ?? this.#openStrings()).get(number) ?? "";
  }

  span(): Span {
    const start = this.varint();
    const end = start + this.varint();
    const startLine = this.varint();
    return { start, end, startLine, endLine: startLine + this.varint() };
  }

  list<T>(read: () => T): T[] {
    const count = this.varint();
    const items: T[] = [];
    for (let at = 0; at < count; at++) items.push(read());
    return items;
  }

  strings(): string[] {
    const items: string[] = [];
    for (let left = this.varint(); left > 0; left--) items.push(this.string());
    return items;
  }

  uint32s(): number[] {
    const items: number[] = [];
    for (let left = this.varint(); left > 0; left--) items.push(this.uint32());
    return items;
  }

  #openStrings(): StringTable {
    this.#table = new StringTable(new ByteReader(this.bytes, this.#numbersEnd));
    return this.#table;
  }
}

/** Not damage: the file is as good as not indexed, and the next update reads it again. */
function throwOtherVersion(what: string, version: number, newest: number): never {
  throw new AppError(
    "INDEX_OTHER_VERSION" satisfies CodecErrorCode,
    `${what} has version ${version}; this version of clew reads up to ${newest}`,
    { hint: "bring the index up to date: clew index", retryable: true },
  );
}
