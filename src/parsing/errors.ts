/** Codes thrown by this folder; documentation is generated from the texts. */
export const PARSING_ERRORS = {
  PARSE_WORKER_BROKEN:
    "Parsing processes end before they can work. The installation is damaged or memory is too short; reinstall, or raise the memory limit of workers.",
  PARSE_WORKERS_KILLED:
    "Parsing processes are killed from outside again and again, most likely for lack of memory. Free some, or set `workers` to 1; what was indexed before still answers.",
  GRAMMAR_NOT_FOUND:
    "No such folder, no installed package of this name, or no grammar (`.wasm`) in it. `--download` lets npm fetch the package.",
  GRAMMAR_AMBIGUOUS: "The package holds several grammars; `--name` says which one to add.",
  GRAMMAR_INVALID:
    "The grammar or its query cannot be used: it does not load, or the query names nodes or captures that do not exist.",
  GRAMMAR_NEEDS_EXTENSIONS:
    "Neither the package nor the command says which files are in this language; give `--ext`.",
  GRAMMAR_UNKNOWN: "No grammar of this name was added; `clew grammar list` shows them.",
  PARSE_POOL_CLOSED: "The parsing pool was closed while files were still being parsed.",
} as const;

/** Problems beside facts: the file is indexed all the same, as well as possible. */
export const PARSING_PROBLEM_TEXTS = {
  PARSE_SYNTAX: "The grammar does not know some of the text; intact parts are indexed.",
  PARSE_TOO_DEEP:
    "Brackets lie deeper in each other than a grammar can follow; the file is indexed as text windows.",
  PARSE_TIMEOUT: "Parsing took longer than the limit; the file is indexed as text windows.",
  PARSE_FAILED: "Parsing failed; the file is indexed as text windows.",
  PARSE_ENCODING: "Some bytes are not UTF-8; they were replaced.",
  GRAMMAR_CHANGED:
    "The file of an added grammar is not the one that was added; its files are indexed as text windows until `clew grammar add` is run again.",
  PARSE_CRASHED: "Parsing ended its process twice; the file is indexed as text windows.",
} as const;
