/** Which language a file is in, by its name and, for files without one that tells, by its first line. */
import type { LanguageDefinition } from "./contract.ts";
import { LANGUAGES } from "./registry.gen.ts";
import plainText from "./text/language.ts";

/** The language of text that no other claims: it is cut into windows. */
export const PLAIN_TEXT: LanguageDefinition = plainText;

interface Tables {
  byFilename: ReadonlyMap<string, LanguageDefinition>;
  byExtension: ReadonlyMap<string, LanguageDefinition>;
  byShebang: ReadonlyMap<string, LanguageDefinition>;
  byId: ReadonlyMap<string, LanguageDefinition>;
  byAlias: ReadonlyMap<string, LanguageDefinition>;
}
let tables: Tables | undefined;
let added: readonly LanguageDefinition[] = [];

function languageTables(): Tables {
  // What the user added was meant for these files, whatever we would make of them.
  tables ??= buildTables([...added, ...LANGUAGES]);
  return tables;
}

/** Languages by grammars that the user added, for this process from now on; they replace the ones set before. */
export function setAddedLanguages(definitions: readonly LanguageDefinition[]): void {
  if (definitions.length === 0 && added.length === 0) return;
  added = definitions;
  tables = undefined;
}

export function hasAddedLanguages(): boolean {
  return added.length > 0;
}

/** Ids of added languages hold the hash of their grammar: `gleam@1a2b3c4d`. Ours have no such sign. */
export function isAddedLanguage(id: string): boolean {
  return id.includes("@");
}

function buildTables(languages: readonly LanguageDefinition[]): Tables {
  const table = (keysOf: (language: LanguageDefinition) => readonly string[]) => {
    const entries = new Map<string, LanguageDefinition>();
    for (const language of languages) {
      for (const key of keysOf(language)) if (!entries.has(key)) entries.set(key, language);
    }
    return entries;
  };
  return {
    byFilename: table(({ filenames }) => (filenames ?? []).map((name) => name.toLowerCase())),
    byExtension: table(({ extensions }) => extensions),
    byShebang: table(({ shebangs }) => shebangs ?? []),
    byId: table(({ id }) => [id]),
    byAlias: table(({ aliases }) => aliases ?? []),
  };
}

export function languageById(id: string): LanguageDefinition | undefined {
  return languageTables().byId.get(id);
}

/** The id that a name given by a user stands for; a name that is no alias stands for itself. */
export function languageIdOfName(name: string): string {
  return languageTables().byAlias.get(name)?.id ?? name;
}

/** Whether files of the language are part of a program, rather than its data or documentation; so are unknown ones. */
export function isProgramLanguage(id: string): boolean {
  const role = languageById(id)?.role;
  return role !== "data" && role !== "docs";
}

/** By base name, then by the longest known extension; null when the name says nothing. */
export function languageOfPath(path: string): LanguageDefinition | null {
  const { byFilename, byExtension } = languageTables();
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const known = byFilename.get(name);
  if (known) return known;
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const byEnd = byExtension.get(name.slice(dot));
    if (byEnd) return byEnd;
  }
  return null;
}

/** By the interpreter of a `#!` line: `#!/usr/bin/env -S python3 -u` names python. */
function languageOfShebang(firstLine: string): LanguageDefinition | null {
  if (!firstLine.startsWith("#!")) return null;
  const words = firstLine.slice(2).trim().split(/\s+/);
  const program = words
    .map(basenameOf)
    .find((word) => word !== "env" && word !== "" && !word.startsWith("-"));
  if (program === undefined) return null;
  const { byShebang } = languageTables();
  return byShebang.get(program) ?? byShebang.get(program.replace(/[\d.]+$/, "")) ?? null;
}

function basenameOf(word: string): string {
  // Assignments before the program (`env A=b python`) are not programs.
  return word.includes("=") ? "" : word.slice(word.lastIndexOf("/") + 1);
}

/** The language of a file; `firstLine` is only looked at when the name does not tell. */
export function detectLanguage(path: string, firstLine = ""): LanguageDefinition | null {
  return languageOfPath(path) ?? languageOfShebang(firstLine);
}
