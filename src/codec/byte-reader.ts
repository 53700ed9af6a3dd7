import { AppError } from "../core/errors.ts";
import type { CodecErrorCode } from "./errors.ts";

/** Reads what ByteWriter wrote. Reading past the end means damage and throws, so no loop can run away. */
export class ByteReader {
  at: number;
  end: number;

  constructor(
    readonly bytes: Uint8Array,
    start = 0,
    end = bytes.length,
  ) {
    this.at = start;
    this.end = end;
  }

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  varint(): number {
    const { at } = this;
    if (at >= this.end) throwDamaged("a value ends too early");
    const byte = this.bytes[at]!;
    this.at = at + 1;
    return byte < 128 ? byte : this.#restOfVarint(byte & 127);
  }

  #restOfVarint(low: number): number {
    let value = low;
    let scale = 128;
    for (;;) {
      if (this.at >= this.end) throwDamaged("a value ends too early");
      const byte = this.bytes[this.at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  skipVarints(count: number): void {
    const { bytes, end } = this;
    let { at } = this;
    for (let left = count; left > 0; at++) {
      if (at >= end) throwDamaged("a value ends too early");
      if (bytes[at]! < 128) left--;
    }
    this.at = at;
  }

  uint32(): number {
    const { at } = this;
    if (at + 4 > this.end) throwDamaged("a value ends too early");
    this.at = at + 4;
    return uint32At(this.bytes, at);
  }

  text(): string {
    const header = this.varint();
    const start = this.at;
    const stop = start + Math.floor(header / 2);
    if (stop > this.end) throwDamaged("a text ends too early");
    this.at = stop;
    const { bytes } = this;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset + start, stop - start);
    return buffer.toString(header % 2 === 0 ? "utf8" : "utf16le");
  }
}

/** Least byte first. A DataView for each of so many small values costs more than the values. */
export function uint32At(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

export function throwDamaged(what: string): never {
  throw new AppError("INDEX_DAMAGED" satisfies CodecErrorCode, `the index is damaged: ${what}`, {
    hint: "rebuild it from the sources: clew index --rebuild",
  });
}
