/** Codes thrown where encoded values are read. The text says what it means and what to do. */
export const CODEC_ERRORS = {
  INDEX_DAMAGED:
    "The index file is damaged; it can be moved aside and rebuilt from the sources without loss.",
  INDEX_OTHER_VERSION:
    "The facts of a file were written by another version of clew; it counts as not indexed, and the next update reads it again.",
} as const;

export type CodecErrorCode = keyof typeof CODEC_ERRORS;
