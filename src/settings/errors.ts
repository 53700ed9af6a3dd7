/** Codes of settings; docs/errors.md is generated from these tables. */
export const SETTINGS_ERRORS = {
  CONFIG_INVALID: "A setting does not fit; see docs/configuration.md.",
} as const;

/** Told beside an answer, which uses the default instead. */
export const SETTINGS_PROBLEMS = {
  CONFIG_IGNORED:
    "Something in the repository's .clew.json does not fit and counts as absent; correct it, or take it out. `clew doctor` lists what is wrong.",
} as const;
