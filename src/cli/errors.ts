/** Codes of the command line; docs/errors.md is generated from these tables. */
export const CLI_ERRORS = {
  INPUT_UNREADABLE: "The file given on the command line cannot be read; check its path.",
  INIT_LEFT: "The questions were not answered to the end, so nothing was written; start `clew init` again.",
} as const;
