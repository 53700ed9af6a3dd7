/**
 * Names that somebody else chose (of files, symbols, packages) as they stand among our own words: outside the fence
 * of an answer, in errors and in hints. There a name is one word: it cannot hold a sentence, end a line, begin a fence or a
 * command. Inside the fence it stands as it is.
 */
import { sanitizeText } from "./sanitize.ts";

/** One word of what paths, identifiers and operators are made of; `$(` begins a command of a shell. */
const ONE_WORD = /^(?:\$(?!\()|[\p{L}\p{M}\p{N}_./\\#:@%+=,~<>()[\]?!*&|^-])+$/u;
const OTHER_CHARACTERS = /(?:\$(?=\()|[^\p{L}\p{M}\p{N}_./#:@%+=,~$-])+/gu;
const MAX_LENGTH = 240;

/** As it is when it is one word; else in double quotes, with `_` for what does not belong into one. */
export function spokenName(name: string): string {
  const isWhole = name.length <= MAX_LENGTH;
  if (isWhole && ONE_WORD.test(name) && sanitizeText(name) === name) return name;
  // The end is kept: there stand the name of a file and the last part of a symbol's.
  const word = name.slice(-MAX_LENGTH).toWellFormed().replace(OTHER_CHARACTERS, "_");
  return `"${isWhole ? "" : "…"}${word}"`;
}
