/** How a blob's packed term entries are read: [dictionary index, chunk << 16 | field << 12 | count] pairs. */
import type { BlobTerms } from "../core/facts.ts";

export const MAX_CHUNK_LENGTH = 0xffff;
const BODY_FIELD = 0;

/** Terms in the body of each chunk, by ordinal; what length normalisation divides by. */
export function computeBodyLengths(chunkCount: number, terms: BlobTerms): Uint16Array {
  const lengths = new Uint16Array(chunkCount);
  const { entries } = terms;
  for (let at = 1; at < entries.length; at += 2) {
    const packed = entries[at]!;
    if (((packed >>> 12) & 15) !== BODY_FIELD) continue;
    const chunk = packed >>> 16;
    lengths[chunk] = Math.min(MAX_CHUNK_LENGTH, lengths[chunk]! + (packed & 0xfff));
  }
  return lengths;
}
