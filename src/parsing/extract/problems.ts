/** Codes of problems that stand beside facts. */
export const PARSING_PROBLEMS = {
  syntax: "PARSE_SYNTAX",
  timeout: "PARSE_TIMEOUT",
  tooDeep: "PARSE_TOO_DEEP",
  failed: "PARSE_FAILED",
  encoding: "PARSE_ENCODING",
  crashed: "PARSE_CRASHED",
} as const;
