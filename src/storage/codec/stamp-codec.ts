import { ByteReader } from "../../codec/byte-reader.ts";
import { ByteWriter } from "../../codec/byte-writer.ts";
import type { FileStamp } from "../../core/file-stamp.ts";

const scratch = new ByteWriter(64);
const SPLIT = 1_000_000_000n;

/** About 17 bytes: a checkout writes files at nearly one time, so ctime is kept as distance from mtime. */
export function encodeStamp(stamp: FileStamp | null): Buffer | null {
  if (!stamp) return null;
  scratch.clear();
  scratch.varint(stamp.size);
  writeSigned(stamp.mtimeNs);
  writeSigned(stamp.ctimeNs - stamp.mtimeNs);
  writeSigned(stamp.inode);
  return scratch.finish();
}

export function decodeStamp(bytes: Uint8Array | null): FileStamp | null {
  if (!bytes) return null;
  const reader = new ByteReader(bytes);
  const size = reader.varint();
  const mtimeNs = readSigned(reader);
  const ctimeNs = mtimeNs + readSigned(reader);
  return { size, mtimeNs, ctimeNs, inode: readSigned(reader) };
}

/** Zigzag, split at 10^9 so that each half is a plain number. */
function writeSigned(value: bigint): void {
  const folded = value < 0n ? -2n * value - 1n : 2n * value;
  scratch.varint(Number(folded / SPLIT));
  scratch.varint(Number(folded % SPLIT));
}

function readSigned(reader: ByteReader): bigint {
  const folded = BigInt(reader.varint()) * SPLIT + BigInt(reader.varint());
  return folded % 2n === 0n ? folded / 2n : -(folded + 1n) / 2n;
}
