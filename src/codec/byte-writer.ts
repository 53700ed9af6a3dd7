const TEXT_HEAD_BYTES = 8;

/** Bytes that grow. Numbers are unsigned LEB128 varints: most of what we store is small. */
export class ByteWriter {
  bytes: Buffer;
  length = 0;

  constructor(capacity = 1024) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
  }

  clear(): void {
    this.length = 0;
  }

  byte(value: number): void {
    if (this.length >= this.bytes.length) this.#reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Any integer 0..2^53-1. */
  varint(value: number): void {
    const { bytes, length } = this;
    if (value < 128 && length < bytes.length) {
      bytes[length] = value;
      this.length = length + 1;
    } else this.#longVarint(value);
  }

  #longVarint(value: number): void {
    if (this.length + 8 > this.bytes.length) this.#reserve(8);
    this.length = putVarint(this.bytes, this.length, value);
  }

  uint32(value: number): void {
    if (this.length + 4 > this.bytes.length) this.#reserve(4);
    this.patchUint32(this.length, value);
    this.length += 4;
  }

  uint32s(values: readonly number[]): void {
    const bytes = this.room(values.length * 4);
    let at = this.length;
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!;
      bytes[at++] = value & 255;
      bytes[at++] = (value >>> 8) & 255;
      bytes[at++] = (value >>> 16) & 255;
      bytes[at++] = value >>> 24;
    }
    this.length = at;
  }

  /** The bytes, with space for so many more behind `length`; for loops that write them on their own. */
  room(count: number): Buffer {
    if (this.length + count > this.bytes.length) this.#reserve(count);
    return this.bytes;
  }

  /** Overwrites four bytes that were written before. */
  patchUint32(at: number, value: number): void {
    const { bytes } = this;
    bytes[at] = value & 255;
    bytes[at + 1] = (value >>> 8) & 255;
    bytes[at + 2] = (value >>> 16) & 255;
    bytes[at + 3] = value >>> 24;
  }

  /** Copies source[start, end). A loop beats `set(subarray)` for the few bytes a posting takes. */
  copy(source: Uint8Array, start: number, end: number): void {
    const count = end - start;
    if (this.length + count > this.bytes.length) this.#reserve(count);
    if (count > 64) this.bytes.set(source.subarray(start, end), this.length);
    else for (let at = 0; at < count; at++) this.bytes[this.length + at] = source[start + at]!;
    this.length += count;
  }

  /** Text as UTF-8; a string with half a surrogate pair, which UTF-8 cannot hold, as UTF-16. */
  text(value: string): void {
    const isUtf8 = value.isWellFormed();
    const room = value.length * 3 + TEXT_HEAD_BYTES;
    if (this.length + room > this.bytes.length) this.#reserve(room);
    // The length is known only after writing: write behind a head of the widest size, then close the gap.
    const head = this.length;
    const start = head + TEXT_HEAD_BYTES;
    const count = this.bytes.write(value, start, isUtf8 ? "utf8" : "utf16le");
    this.varint(count * 2 + (isUtf8 ? 0 : 1));
    this.bytes.copyWithin(this.length, start, start + count);
    this.length += count;
  }

  /** A copy of what was written. */
  finish(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }

  #reserve(count: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}

/** Where it ends. */
export function putVarint(bytes: Uint8Array, start: number, value: number): number {
  if (value < 128) {
    bytes[start] = value;
    return start + 1;
  }
  let at = start;
  let rest = value;
  while (rest >= 0x80000000) {
    bytes[at++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  while (rest >= 128) {
    bytes[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[at++] = rest;
  return at;
}
