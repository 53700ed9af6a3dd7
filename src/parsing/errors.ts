/** Codes thrown by this folder; documentation is generated from the texts. */
export const PARSING_ERRORS = {
  PARSE_WORKER_BROKEN:
    "Parsing processes end before they can work. The installation is damaged or memory is too short; reinstall, or raise the memory limit of workers.",
  PARSE_POOL_CLOSED: "The parsing pool was closed while files were still being parsed.",
} as const;

/** Problems beside facts: the file is indexed all the same, as well as possible. */
export const PARSING_PROBLEM_TEXTS = {
  PARSE_SYNTAX: "The grammar does not know some of the text; intact parts are indexed.",
  PARSE_TIMEOUT: "Parsing took longer than the limit; the file is indexed as text windows.",
  PARSE_FAILED: "Parsing failed; the file is indexed as text windows.",
  PARSE_ENCODING: "Some bytes are not UTF-8; they were replaced.",
  PARSE_CRASHED: "Parsing ended its process twice; the file is indexed as text windows.",
} as const;
