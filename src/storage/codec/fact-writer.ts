import type { Span } from "../../core/span.ts";
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
export class FactWriter {
  readonly data = new ByteWriter(256 * 1024);
  private readonly strings = new StringTableWriter();
  private start = 0;

  /** Forgets all values; what `view` returned before is overwritten. */
  reset(): void {
    this.data.clear();
  }

  begin(): void {
    this.start = this.data.length;
    this.strings.clear();
    this.data.uint32(0);
  }

  end(): ValueRange {
    const { data, start } = this;
    data.patchUint32(start, data.length - start - LENGTH_BYTES);
    this.strings.writeTo(data);
    appendSeal(data, start);
    return { start, end: data.length };
  }

  /** Good until `reset`; taken after the last `end`, since the buffer may move while it grows. */
  view(range: ValueRange): Buffer {
    return this.data.bytes.subarray(range.start, range.end);
  }

  number(value: number): void {
    this.data.varint(value);
  }

  signed(value: number): void {
    this.data.varint(foldSign(value));
  }

  string(value: string | undefined): void {
    this.data.varint(this.strings.numberOf(value));
  }

  /** A string that hardly ever repeats within a value. */
  ownString(value: string | undefined): void {
    this.data.varint(this.strings.add(value));
  }

  span(span: Span): void {
    this.data.varint(span.start);
    this.data.varint(span.end - span.start);
    this.data.varint(span.startLine);
    this.data.varint(span.endLine - span.startLine);
  }

  list<T>(items: readonly T[], write: (item: T) => void): void {
    this.data.varint(items.length);
    for (const item of items) write(item);
  }
}

export class FactReader {
  private readonly reader: ByteReader;
  private readonly strings: StringTable;

  constructor(sealed: Uint8Array, what: string) {
    const bytes = unseal(sealed, what);
    const numbersEnd = LENGTH_BYTES + new ByteReader(bytes).uint32();
    if (numbersEnd > bytes.length) throwDamaged(`${what} ends too early`);
    this.reader = new ByteReader(bytes, LENGTH_BYTES, numbersEnd);
    this.strings = new StringTable(new ByteReader(bytes, numbersEnd));
  }

  number(): number {
    return this.reader.varint();
  }

  /** Passes over values of whatever meaning, each of which was written as one number. */
  skip(count: number): void {
    this.reader.skipVarints(count);
  }

  uint32(): number {
    return this.reader.uint32();
  }

  signed(): number {
    const folded = this.reader.varint();
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }

  optional(): string | undefined {
    return this.strings.get(this.reader.varint());
  }

  string(): string {
    return this.strings.get(this.reader.varint()) ?? "";
  }

  /** In UTF-16 units, without cutting the string out. */
  lengthOf(number: number): number {
    return this.strings.lengthOf(number);
  }

  /** For a string whose number was read by `number`. */
  stringOf(number: number): string {
    return this.strings.get(number) ?? "";
  }

  span(): Span {
    const start = this.reader.varint();
    const end = start + this.reader.varint();
    const startLine = this.reader.varint();
    return { start, end, startLine, endLine: startLine + this.reader.varint() };
  }

  list<T>(read: () => T): T[] {
    const count = this.reader.varint();
    const items: T[] = [];
    for (let at = 0; at < count; at++) items.push(read());
    return items;
  }
}
