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
    if (this.length >= this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Any integer 0..2^53-1. */
  varint(value: number): void {
    if (this.length + 8 > this.bytes.length) this.reserve(8);
    const { bytes } = this;
    let at = this.length;
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
    this.length = at;
  }

  uint32(value: number): void {
    if (this.length + 4 > this.bytes.length) this.reserve(4);
    const { bytes } = this;
    const at = this.length;
    bytes[at] = value & 255;
    bytes[at + 1] = (value >>> 8) & 255;
    bytes[at + 2] = (value >>> 16) & 255;
    bytes[at + 3] = value >>> 24;
    this.length = at + 4;
  }

  /** Overwrites four bytes that were written before. */
  patchUint32(at: number, value: number): void {
    this.bytes.writeUInt32LE(value, at);
  }

  /** Copies source[start, end). A loop beats `set(subarray)` for the few bytes a posting takes. */
  copy(source: Uint8Array, start: number, end: number): void {
    const count = end - start;
    if (this.length + count > this.bytes.length) this.reserve(count);
    if (count > 64) this.bytes.set(source.subarray(start, end), this.length);
    else for (let at = 0; at < count; at++) this.bytes[this.length + at] = source[start + at]!;
    this.length += count;
  }

  /** Text as UTF-8; a string with half a surrogate pair, which UTF-8 cannot hold, as UTF-16. */
  text(value: string): void {
    const isUtf8 = value.isWellFormed();
    const room = value.length * 3 + TEXT_HEAD_BYTES;
    if (this.length + room > this.bytes.length) this.reserve(room);
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

  private reserve(count: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}
