/**
 * The stored fields of every fact, in the order in which they are written. `npm run generate` makes the writer, the
 * reader, the outward reader and the skipper of each record of these tables (write-facts.gen.ts, read-facts.gen.ts): a
 * new field is one row here, with `since`, and the next `version` of the value that holds it.
 *
 * A row is a name, a type and what else holds of it:
 *
 *   since N            the version of the value that first held it; older values give an empty list, nothing, 0 or false
 *   outward            linking sees it of other files; a record without such rows is seen whole
 *   outward only -1    the same, and records with another number here are passed over
 *   outward present    the same, and records without it are passed over
 *
 * Types: `number`, `ordinal` (from -1), `flag`, `word CODES` (fact-codes.ts), `word-and-flag CODES FIELD`,
 * `string` and `string?` (stored once per value), `own` and `own?` (hardly ever the same twice, so not looked up),
 * `strings`, `uint32s`, `span`, `position`, `line?`, `count?`, `after FIELD` (distance to another number of the record),
 * `moving-span` and `moving-position` (distance to the record before), `qualified-name`, `list RECORD`,
 * `optional RECORD` (its first row is a word).
 *
 * What is stored stays readable: rows are never taken out, moved or given another type. A change of that kind is a new
 * row, and the old one is written empty.
 */
export const FACT_FIELDS = {
  ValueFact: [
    ["kind", "word VALUE_KIND"],
    ["name", "string"],
    ["receiver", "string?"],
  ],
  ParameterFact: [
    ["name", "string"],
    ["type", "string?"],
  ],
  BaseFact: [
    ["name", "string"],
    ["relation", "word RELATION"],
    ["typeArgumentCount", "count?", "since 4"],
  ],
  SymbolFact: [
    ["kind", "word SYMBOL_KIND", "outward"],
    ["name", "own", "outward"],
    ["parent", "ordinal", "outward"],
    ["qualifiedName", "qualified-name", "outward"],
    ["overload", "number", "outward"],
    ["signature", "own"],
    ["parameters", "list ParameterFact"],
    ["returnType", "string?", "outward"],
    ["valueType", "string?", "outward"],
    ["value", "optional ValueFact", "outward"],
    ["doc", "own?"],
    ["modifiers", "strings", "outward"],
    ["scope", "word SCOPE", "outward"],
    ["span", "span"],
    ["namePosition", "position"],
    ["complexity", "number"],
    ["bases", "list BaseFact", "outward"],
    ["receiverType", "string?", "outward"],
    ["literal", "own?", "since 2"],
    ["arity", "count?", "outward", "since 3"],
    ["givenType", "string?", "outward", "since 3"],
    ["required", "count?", "outward", "since 4"],
    ["typeArity", "count?", "outward", "since 4"],
    ["typeBounds", "string?", "outward", "since 5"],
  ],
  ImportBinding: [
    ["imported", "own"],
    ["local", "string"],
  ],
  ImportFact: [
    ["source", "own"],
    ["kind", "word-and-flag IMPORT_KIND isWildcard"],
    ["bindings", "list ImportBinding"],
    ["line", "number"],
  ],
  ExportFact: [
    ["exported", "own"],
    ["local", "string"],
    ["source", "own?"],
    ["line", "number"],
  ],
  Problem: [
    ["code", "string"],
    ["message", "own"],
    ["line", "line?"],
  ],
  ReferenceFact: [
    ["kind", "word REFERENCE_KIND"],
    ["name", "string"],
    ["receiver", "string?"],
    ["from", "ordinal"],
    ["position", "moving-position"],
    ["argumentCount", "count?", "since 6"],
    ["typeArgumentCount", "count?", "since 7"],
  ],
  LocalFact: [
    ["name", "string", "outward"],
    ["from", "ordinal", "outward only -1"],
    ["startLine", "number"],
    ["endLine", "after startLine"],
    ["isParameter", "flag"],
    ["type", "string?"],
    ["value", "optional ValueFact", "outward present"],
    ["startColumn", "number", "since 5"],
    ["endColumn", "number", "since 5"],
    ["givenType", "string?", "since 6"],
  ],
  ObjectFact: [
    ["type", "string"],
    ["from", "ordinal"],
    ["position", "moving-position"],
    ["endLine", "number"],
  ],
  HoleFact: [
    ["at", "number"],
    ["text", "string"],
  ],
  ArgumentFact: [
    ["position", "number"],
    ["name", "string?"],
    ["key", "string?"],
    ["text", "string"],
    ["holes", "list HoleFact"],
  ],
  CallFact: [
    ["name", "string"],
    ["receiver", "string?"],
    ["from", "ordinal"],
    ["span", "moving-span"],
    ["arguments", "list ArgumentFact"],
    ["typeArguments", "strings", "since 3"],
    ["target", "string?", "since 4"],
    ["blockEnd", "number", "since 4"],
  ],
  AnnotationFact: [
    ["name", "string"],
    ["receiver", "string?"],
    ["symbol", "ordinal"],
    ["parameter", "string?"],
    ["span", "moving-span"],
    ["arguments", "list ArgumentFact"],
  ],
  ChunkFact: [
    ["kind", "word CHUNK_KIND"],
    ["span", "span"],
    ["symbol", "ordinal"],
    ["tokens", "number"],
    ["fingerprint", "uint32s"],
  ],
} as const;

/** What is stored and read apart: `version` is what is written today, and the newest that can be read. */
export const FACT_VALUES = {
  chunks: {
    version: 1,
    what: "the chunks of a blob",
    fields: [["chunks", "list ChunkFact"]],
  },
  outline: {
    version: 5,
    what: "the outline of a blob",
    fields: [
      ["status", "word PARSE_STATUS"],
      ["bytes", "number"],
      ["lines", "number"],
      ["tokens", "number"],
      ["packageName", "own?", "outward"],
      ["header", "own?"],
      ["symbols", "list SymbolFact", "outward"],
      ["imports", "list ImportFact", "outward"],
      ["exports", "list ExportFact", "outward"],
      ["problems", "list Problem"],
    ],
  },
  uses: {
    version: 8,
    what: "the references of a blob",
    fields: [
      ["references", "list ReferenceFact"],
      ["locals", "list LocalFact", "outward"],
      ["calls", "list CallFact", "since 2"],
      ["annotations", "list AnnotationFact", "since 2"],
      ["hasAllLiterals", "flag", "since 2"],
      ["objects", "list ObjectFact", "since 8"],
    ],
  },
} as const;

/** Functions that read some fields of a value and pass over the others. */
export const FACT_READERS = {
  readChunks: { value: "chunks" },
  readOutline: { value: "outline" },
  readUses: { value: "uses" },
  readLinkedUses: { value: "uses", only: ["references", "locals", "objects"] },
  readLiterals: { value: "uses", only: ["calls", "annotations", "hasAllLiterals"] },
  readOutwardOutline: { value: "outline", only: "outward" },
  readOutwardUses: { value: "uses", only: "outward" },
} as const;
