/** Codes thrown where encoded values are read. The text says what it means and what to do. */
export const CODEC_ERRORS = {
  INDEX_DAMAGED:
    "The index file is damaged; it can be moved aside and rebuilt from the sources without loss.",
} as const;

export type CodecErrorCode = keyof typeof CODEC_ERRORS;
