/** Codes of the command line; docs/errors.md is generated from these tables. */
export const CLI_ERRORS = {
  INPUT_UNREADABLE: "The file given on the command line cannot be read; check its path.",
  CLI_NOTHING_TO_PURGE:
    "Nothing was chosen to be taken out of the index; give paths, --blob with ids of contents, or --secrets.",
  CLI_OUTSIDE_ROOT: "The path is not inside the indexed folder; give a path in it, or another --root.",
  INIT_LEFT: "The questions were not answered to the end, so nothing was written; start `clew init` again.",
  CHOICE_INVALID: "What was said of a repository does not fit.",
} as const;
