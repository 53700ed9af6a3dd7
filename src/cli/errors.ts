/** Codes of the command line; docs/errors.md is generated from these tables. */
export const CLI_ERRORS = {
  INPUT_UNREADABLE: "The file given on the command line cannot be read; check its path.",
  CLI_NOTHING_TO_PURGE:
    "Nothing was chosen to be taken out of the index; give paths, --blob with ids of contents, or --secrets.",
  CLI_OUTSIDE_ROOT: "The path is not inside the indexed folder; give a path in it, or another --root.",
  CLI_INTERRUPTED:
    "The command was told to stop. What was indexed before stays as it was; run it again to go on.",
  CLI_FEW_OPEN_FILES:
    "The system lets this process open too few files at once; raise the limit, such as with `ulimit -n 1024`.",
  INIT_LEFT: "The questions were not answered to the end, so nothing was written; start `clew init` again.",
  PAGE_UNREACHABLE:
    "The server did not answer in time; its log lies beside its token (`clew serve` names the folder).",
  CHOICE_INVALID: "What was said of a repository does not fit.",
} as const;
