/** Strings of one value, each stored once. Number 0 stands for "absent". */
import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";

export class StringTableWriter {
  private readonly numbers = new Map<string, number>();
  private readonly strings: string[] = [];

  clear(): void {
    this.numbers.clear();
    this.strings.length = 0;
  }

  numberOf(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.strings.push(text);
    this.numbers.set(text, this.strings.length);
    return this.strings.length;
  }

  /** For strings that hardly ever repeat: adding without looking costs a fraction. */
  add(text: string | undefined): number {
    return text === undefined ? 0 : this.strings.push(text);
  }

  writeTo(out: ByteWriter): void {
    out.varint(this.strings.length);
    for (const text of this.strings) out.varint(text.length);
    out.text(this.strings.join(""));
  }
}

/** The strings by number, cut out when they are first asked for; number 0 gives undefined. */
export class StringTable {
  private readonly text: string;
  /** Where each string ends; the first starts at 0. */
  private readonly ends: number[] = [0];
  private readonly strings: (string | undefined)[] = [];

  constructor(reader: ByteReader) {
    const count = reader.varint();
    let end = 0;
    for (let at = 0; at < count; at++) {
      end += reader.varint();
      this.ends.push(end);
    }
    this.text = reader.text();
  }

  get(number: number): string | undefined {
    if (number === 0 || number >= this.ends.length) return undefined;
    const known = this.strings[number];
    if (known !== undefined) return known;
    const text = this.text.slice(this.ends[number - 1], this.ends[number]);
    this.strings[number] = text;
    return text;
  }

  lengthOf(number: number): number {
    return number === 0 || number >= this.ends.length ? 0 : this.ends[number]! - this.ends[number - 1]!;
  }

  /** From number 1 on. */
  all(): string[] {
    return this.ends.slice(1).map((_end, at) => this.get(at + 1)!);
  }
}
