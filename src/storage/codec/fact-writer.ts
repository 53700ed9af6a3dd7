import type { Span } from "../../core/span.ts";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { seal, unseal } from "./seal.ts";
import { readStringTable, StringTableWriter } from "./string-table.ts";

/** Zigzag: small negative numbers stay small. */
export function foldSign(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

/** One stored value: a string table in front, then numbers, then a checksum. Made once and used again. */
export class FactWriter {
  readonly data = new ByteWriter(64 * 1024);
  private readonly strings = new StringTableWriter();
  private readonly out = new ByteWriter(64 * 1024);

  clear(): void {
    this.data.clear();
    this.strings.clear();
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

  finish(): Buffer {
    const { out } = this;
    out.clear();
    this.strings.writeTo(out);
    out.copy(this.data.bytes, 0, this.data.length);
    return seal(out);
  }
}

export class FactReader {
  private readonly reader: ByteReader;
  private readonly strings: (string | undefined)[];

  constructor(sealed: Uint8Array, what: string) {
    this.reader = new ByteReader(unseal(sealed, what));
    this.strings = readStringTable(this.reader);
  }

  number(): number {
    return this.reader.varint();
  }

  uint32(): number {
    return this.reader.uint32();
  }

  signed(): number {
    const folded = this.reader.varint();
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }

  optional(): string | undefined {
    return this.strings[this.reader.varint()];
  }

  string(): string {
    return this.strings[this.reader.varint()] ?? "";
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
