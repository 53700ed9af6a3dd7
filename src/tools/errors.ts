/** Codes of the tools; docs/errors.md is generated from these tables. */
export const TOOL_ERRORS = {
  INPUT_INVALID:
    "An argument does not fit; the hint lists what the tool takes, as does `clew <tool> --help`.",
  FILTER_UNKNOWN: "Nothing in the index has this language or kind; the message lists the values that exist.",
  CURSOR_INVALID:
    "A cursor continues one answer: give it back unchanged, with the same tool, repository and arguments, or leave it out.",
  CURSOR_STALE: "The index has changed since the cursor was given; ask again without the cursor.",
  SPAN_UNKNOWN: "The symbol has no span of this id; mode all lists every span with its id.",
  FOLDER_UNKNOWN: "No indexed file lies in this folder; list_directory without a path shows the top.",
  PARAMETER_UNSUPPORTED: "clew does not do this; leave the parameter out.",
} as const;
