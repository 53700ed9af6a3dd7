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

/** The strings by number; number 0 gives undefined. */
export function readStringTable(reader: ByteReader): (string | undefined)[] {
  const count = reader.varint();
  const lengths: number[] = [];
  for (let at = 0; at < count; at++) lengths.push(reader.varint());
  const text = reader.text();
  const strings: (string | undefined)[] = [undefined];
  let start = 0;
  for (const length of lengths) {
    strings.push(text.slice(start, start + length));
    start += length;
  }
  return strings;
}
