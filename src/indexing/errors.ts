/** Codes of the update flow; docs/errors.md is generated from these tables. */
export const INDEXING_ERRORS = {
  UPDATE_CANCELLED:
    "Nothing was published; what was parsed so far is kept and not parsed again. Run it again.",
  FILES_NOT_PARSED:
    "Some files are left out because their parser had too little memory or ended; the next update tries them again. Free memory, raise the limit (`ulimit -v`) or set `workers` to 1, then run `clew index`.",
  LINK_FAILED:
    "Resolving the names of this file failed; its symbols are indexed, its uses are not. Please report it.",
} as const;
