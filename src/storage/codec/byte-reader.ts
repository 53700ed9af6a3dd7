import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";

/** Reads what ByteWriter wrote. Reading past the end means damage and throws, so no loop can run away. */
export class ByteReader {
  at: number;
  readonly end: number;

  constructor(
    readonly bytes: Uint8Array,
    start = 0,
    end = bytes.length,
  ) {
    this.at = start;
    this.end = end;
  }

  byte(): number {
    if (this.at >= this.end) throwDamaged("a value ends too early");
    return this.bytes[this.at++]!;
  }

  varint(): number {
    let byte = this.byte();
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = this.byte();
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte >= 128);
    return value;
  }

  skipVarints(count: number): void {
    for (let left = count; left > 0; left--) while (this.byte() >= 128);
  }

  uint32(): number {
    const { at, bytes } = this;
    if (at + 4 > this.end) throwDamaged("a value ends too early");
    this.at = at + 4;
    return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
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

export function throwDamaged(what: string): never {
  throw new AppError("INDEX_DAMAGED" satisfies StorageErrorCode, `the index is damaged: ${what}`, {
    hint: "rebuild it from the sources: clew index --rebuild",
  });
}
