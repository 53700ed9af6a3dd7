/**
 * A checksum behind every stored value. SQLite notices torn pages and broken trees, but not a flipped bit inside a
 * value; with the seal a damaged value is an error instead of a wrong answer. CRC-32 runs at memory speed.
 */
import { crc32 } from "node:zlib";
import { throwDamaged, uint32At } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";

const SEAL_BYTES = 4;

/** Appends the checksum of everything written from `start` on. */
export function appendSeal(writer: ByteWriter, start = 0): void {
  writer.uint32(crc32(writer.bytes.subarray(start, writer.length)));
}

/** A copy of what was written, with its checksum. */
export function seal(writer: ByteWriter): Buffer {
  appendSeal(writer);
  return writer.finish();
}

/**
 * Ties a sealed value to its place, in the checksum itself and in place: a whole value that comes back under another
 * id, from another column or as something else than bytes fails like a broken one. The same call frees it for reading.
 */
export function bindSeal<T extends Uint8Array>(sealed: T, kind: number, id: number): T {
  if (!(sealed instanceof Uint8Array)) throwDamaged("a stored value is no value");
  const at = sealed.length - SEAL_BYTES;
  if (at < 0) return sealed;
  const place =
    Math.imul(((id % 2 ** 32) | 0) ^ Math.imul(Math.floor(id / 2 ** 32), 0x85ebca6b), 0x9e3779b1) ^
    (kind << 16);
  for (let byte = 0; byte < SEAL_BYTES; byte++) sealed[at + byte]! ^= place >>> (8 * byte);
  return sealed;
}

/** The bytes before the checksum, when it holds. */
export function unseal(sealed: Uint8Array, what: string): Uint8Array {
  const end = sealed.length - SEAL_BYTES;
  if (end < 0) throwDamaged(`${what} is cut short`);
  const content = sealed.subarray(0, end);
  if (crc32(content) !== uint32At(sealed, end)) throwDamaged(`the checksum of ${what} is wrong`);
  return content;
}
