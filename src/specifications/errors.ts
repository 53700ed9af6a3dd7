/** Codes of problems with specifications; docs/errors.md is generated from these texts. */
export const SPECIFICATION_ERRORS = {
  SPECIFICATION_BROKEN: "The file is no readable specification. Its other parts, and other files, are told.",
  SPECIFICATION_LARGE: "The specification has more operations than are read. Those that were read are told.",
  SPECIFICATION_REFERENCE:
    "A reference leads out of the repository, to a network address or to nothing. It is not followed; the rest is told.",
  SPECIFICATION_LIMIT:
    "Reading the file took more time or memory than it may. It is left out until it changes.",
  SPECIFICATION_READER:
    "The process that reads specifications could not be used. The next question tries again.",
} as const;

export type SpecificationErrorCode = keyof typeof SPECIFICATION_ERRORS;
