/** Codes of the command line; docs/errors.md is generated from these tables. */
export const CLI_ERRORS = {
  INPUT_UNREADABLE: "The file given on the command line cannot be read; check its path.",
} as const;
