/** Numbers that are part of the format; the tables themselves are in format.ts. */

/** A block's row id holds its segment and its place in it, so a segment's blocks lie together. */
const BLOCKS_PER_SEGMENT = 2 ** 20;

export function blockRowId(segment: number, ordinal: number): number {
  return segment * BLOCKS_PER_SEGMENT + ordinal;
}

/** A value of vectors lies under its model and blob, so that those of a model are read in the order of blobs. */
export const BLOBS_PER_MODEL = 2 ** 36;

export function vectorRowId(model: number, blob: number): number {
  return model * BLOBS_PER_MODEL + blob;
}

/** Which column a sealed value belongs to; part of its checksum, so a number is never given a second meaning. */
export const VALUE_KIND = {
  chunks: 1,
  outline: 2,
  uses: 3,
  dependencies: 4,
  links: 5,
  directory: 6,
  lengths: 7,
  block: 8,
  vectors: 9,
  change: 10,
  history: 11,
} as const;
