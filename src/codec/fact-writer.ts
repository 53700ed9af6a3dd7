import type { Span } from "../core/span.ts";
import { ByteReader, throwDamaged } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
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

/**
 * Writes stored values one behind the other into one buffer that is used again and again: length of the numbers, the
 * numbers, the string table they point into, a checksum. No value is copied before SQLite takes it.
 */
export class FactWriter extends ByteWriter {
  private readonly strings = new StringTableWriter();
  private start = 0;

  constructor(capacity = 256 * 1024) {
    super(capacity);
  }

  begin(): void {
    this.start = this.length;
    this.strings.clear();
    this.uint32(0);
  }

  end(): ValueRange {
    const { start } = this;
    this.patchUint32(start, this.length - start - LENGTH_BYTES);
    this.strings.writeTo(this);
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
    return this.strings.numberOf(value);
  }

  string(value: string | undefined): void {
    this.varint(this.strings.numberOf(value));
  }

  /** A string that hardly ever repeats within a value. */
  ownString(value: string | undefined): void {
    this.varint(this.strings.add(value));
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
  private strings: StringTable | undefined;
  private readonly numbersEnd: number;

  constructor(sealed: Uint8Array, what: string) {
    super(unseal(sealed, what));
    this.numbersEnd = LENGTH_BYTES + this.uint32();
    if (this.numbersEnd > this.end) throwDamaged(`${what} ends too early`);
    this.end = this.numbersEnd;
  }

  signed(): number {
    const folded = this.varint();
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }

  optional(): string | undefined {
    const number = this.varint();
    return number === 0 ? undefined : (this.strings ?? this.openStrings()).get(number);
  }

  string(): string {
    return (this.strings ?? this.openStrings()).get(this.varint()) ?? "";
  }

  /** In UTF-16 units, without cutting the string out. */
  lengthOf(number: number): number {
    return (this.strings ?? this.openStrings()).lengthOf(number);
  }

  /** For a string whose number was read by `varint`. */
  stringOf(number: number): string {
    return (this.strings ?? this.openStrings()).get(number) ?? "";
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

  private openStrings(): StringTable {
    this.strings = new StringTable(new ByteReader(this.bytes, this.numbersEnd));
    return this.strings;
  }
}
