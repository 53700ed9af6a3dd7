/**
 * A checksum behind every stored value. SQLite notices torn pages and broken trees, but not a flipped bit inside a
 * value; with the seal a damaged value is an error instead of a wrong answer. CRC-32 runs at memory speed.
 */
import { crc32 } from "node:zlib";
import { throwDamaged } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";

const SEAL_BYTES = 4;

/** Copies the written bytes with their checksum appended. */
export function seal(writer: ByteWriter): Buffer {
  const sealed = Buffer.allocUnsafe(writer.length + SEAL_BYTES);
  sealed.set(writer.bytes.subarray(0, writer.length));
  sealed.writeUInt32LE(crc32(sealed.subarray(0, writer.length)), writer.length);
  return sealed;
}

/** The bytes before the checksum, when it holds. */
export function unseal(sealed: Uint8Array, what: string): Uint8Array {
  const end = sealed.length - SEAL_BYTES;
  if (end < 0) throwDamaged(`${what} is cut short`);
  const content = sealed.subarray(0, end);
  const stored = new DataView(sealed.buffer, sealed.byteOffset + end, SEAL_BYTES).getUint32(0, true);
  if (crc32(content) !== stored) throwDamaged(`the checksum of ${what} is wrong`);
  return content;
}
