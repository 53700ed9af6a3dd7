/** Strings of one value, each stored once. Number 0 stands for "absent". */
import { type ByteReader, throwDamaged } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";

export class StringTableWriter {
  readonly #numbers = new Map<string, number>();
  readonly #strings: string[] = [];

  clear(): void {
    this.#numbers.clear();
    this.#strings.length = 0;
  }

  numberOf(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#strings.push(text);
    this.#numbers.set(text, this.#strings.length);
    return this.#strings.length;
  }

  /** For strings that hardly ever repeat: adding without looking costs a fraction. */
  add(text: string | undefined): number {
    return text === undefined ? 0 : this.#strings.push(text);
  }

  writeTo(out: ByteWriter): void {
    const strings = this.#strings;
    out.varint(strings.length);
    for (let at = 0; at < strings.length; at++) out.varint(strings[at]!.length);
    out.text(strings.join(""));
  }
}

/** The strings by number, cut out when they are first asked for; number 0 gives undefined. */
export class StringTable {
  readonly #text: string;
  /** Where each string ends; the first starts at 0. */
  readonly #ends: number[];
  readonly #strings: (string | undefined)[];

  constructor(reader: ByteReader) {
    const count = reader.varint();
    if (count > reader.end - reader.at) throwDamaged("a table of strings ends too early");
    const ends = new Array<number>(count + 1);
    let end = 0;
    ends[0] = 0;
    for (let at = 1; at <= count; at++) {
      end += reader.varint();
      ends[at] = end;
    }
    this.#ends = ends;
    this.#strings = new Array(count + 1);
    this.#text = reader.text();
  }

  get(number: number): string | undefined {
    const known = this.#strings[number];
    if (known !== undefined) return known;
    if (number === 0 || number >= this.#ends.length) return undefined;
    const text = this.#text.slice(this.#ends[number - 1], this.#ends[number]);
    this.#strings[number] = text;
    return text;
  }

  lengthOf(number: number): number {
    return number === 0 || number >= this.#ends.length ? 0 : this.#ends[number]! - this.#ends[number - 1]!;
  }

  /** From number 1 on. */
  all(): string[] {
    const text = this.#text;
    const ends = this.#ends;
    const strings: string[] = [];
    for (let number = 1; number < ends.length; number++)
      strings.push(text.slice(ends[number - 1], ends[number]));
    return strings;
  }
}
