/** Numbers that stand for words in stored facts. Part of the format: a number is never given a second meaning. */
import type {
  BaseFact,
  ChunkKind,
  ImportFact,
  ParseStatus,
  ReferenceKind,
  SymbolFact,
  SymbolKind,
  ValueFact,
} from "../core/facts.ts";
import { throwDamaged } from "./byte-reader.ts";

export interface WordCodes<Word extends string> {
  codeOf: Readonly<Record<Word, number>>;
  wordOf(code: number): Word;
}

function wordCodes<Word extends string>(what: string, codeOf: Record<Word, number>): WordCodes<Word> {
  const words: Word[] = [];
  for (const word of Object.keys(codeOf) as Word[]) words[codeOf[word]] = word;
  return { codeOf, wordOf: (code) => words[code] ?? throwDamaged(`there is no ${what} with number ${code}`) };
}

export const SYMBOL_KIND = wordCodes<SymbolKind>("symbol kind", {
  namespace: 0,
  class: 1,
  interface: 2,
  struct: 3,
  trait: 4,
  enum: 5,
  "enum-member": 6,
  type: 7,
  function: 8,
  method: 9,
  constructor: 10,
  property: 11,
  variable: 12,
  constant: 13,
  macro: 14,
  section: 15,
});

export const SCOPE = wordCodes<SymbolFact["scope"]>("scope", { exported: 0, internal: 1, local: 2 });

export const RELATION = wordCodes<BaseFact["relation"]>("relation", { extends: 0, implements: 1 });

export const REFERENCE_KIND = wordCodes<ReferenceKind>("reference kind", {
  call: 0,
  new: 1,
  type: 2,
  read: 3,
  jsx: 4,
  decorator: 5,
  macro: 6,
});

export const VALUE_KIND = wordCodes<ValueFact["kind"]>("value kind", { new: 0, call: 1, name: 2 });

export const IMPORT_KIND = wordCodes<ImportFact["kind"]>("import kind", {
  import: 0,
  require: 1,
  dynamic: 2,
  include: 3,
  type: 4,
});

export const CHUNK_KIND = wordCodes<ChunkKind>("chunk kind", {
  function: 0,
  method: 1,
  class: 2,
  imports: 3,
  "module-doc": 4,
  section: 5,
  block: 6,
  fallback: 7,
});

export const PARSE_STATUS = wordCodes<ParseStatus>("parse status", {
  full: 0,
  partial: 1,
  structure: 2,
  fallback: 3,
});
