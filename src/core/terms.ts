/**
 * Text → lexical terms, the same way for files and for queries. An identifier gives itself, lower case, and its
 * parts, stemmed: `getUserNames` → getusernames, get, user, name.
 */

import { ownCopy } from "./own-copy.ts";
import { RecentMap } from "./recent-map.ts";

/** Longer runs of letters are data (keys, base64), not words. */
export const MAX_WORD = 64;
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\x00-\x7f]+/g;
/**
 * One or two letters and the digits beside them are one part, because alone they mean nothing: `mesh3d` → mesh, 3d; `m2mField` →
 * m2m, field; `md5Hash` → md5, hash. Longer words and prepositions stay apart from a number: `sha256` → sha, 256.
 */
const PART_WITH_DIGITS = new RegExp(
  ["(PREFIX)?\\d+(?:[a-z]{1,2}(?![a-z])|[A-Z](?![a-z]))", "(PREFIX)\\d+", PART.source]
    .join("|")
    .replaceAll(
      "PREFIX",
      "(?<![A-Za-z])(?!to|is|by|as|at|in|on|of|or|if|do|no)[a-z]{1,2}|(?<![A-Z])[A-Z]{1,2}",
    ),
  "g",
);
const DIGIT = /\d/;
/** Small, because a server that lives for days meets new words without end. */
const memo = new RecentMap<string, readonly string[]>(2_048, ownCopy);

/** Letters, digits, the underscore and everything from the Latin supplement on. */
export function isWordUnit(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code > 191
  );
}

/** Calls `visit` for every identifier, word or number of the text, in order. */
export function eachWord(text: string, visit: (word: string, start: number) => void): void {
  const length = text.length;
  let start = -1;
  for (let at = 0; at <= length; at++) {
    const code = at < length ? text.charCodeAt(at) : 32;
    if (isWordUnit(code)) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      if (at - start <= MAX_WORD) visit(text.slice(start, at), start);
      start = -1;
    }
  }
}

/** Terms of one word: the whole in lower case first, then distinct stemmed parts. Memoised: code repeats itself. */
export function wordTerms(word: string): readonly string[] {
  const known = memo.get(word);
  if (known) return known;
  const terms = computeTerms(ownCopy(word));
  memo.set(word, terms);
  return terms;
}

/** The parts of a word as they are written, in order. */
export function wordParts(word: string): readonly string[] {
  return word.match(DIGIT.test(word) ? PART_WITH_DIGITS : PART) ?? [];
}

function computeTerms(word: string): string[] {
  const parts = wordParts(word);
  if (parts.length === 0) return [];
  const terms: string[] = [];
  if (parts.length > 1) terms.push(word.toLowerCase().replace(/^_+|_+$/g, ""));
  for (const part of parts) {
    const term = stem(part.toLowerCase());
    if (!terms.includes(term)) terms.push(term);
  }
  return terms;
}

/** A light English stemmer: plural, -ing, -ed, -er/-or kept apart on purpose (`parser` is not `parse` in code). */
export function stem(word: string): string {
  if (word.length < 4 || word.charCodeAt(0) > 122) return word;
  let out = word;
  if (out.endsWith("ies") && out.length > 4) out = `${out.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|z)es$/.test(out)) out = out.slice(0, -2);
  else if (out.endsWith("s") && !/(?:ss|us|is)$/.test(out)) out = out.slice(0, -1);
  if (out.endsWith("ing") && out.length > 5) out = undouble(out.slice(0, -3));
  else if (out.endsWith("ed") && out.length > 4) out = undouble(out.slice(0, -2));
  if (out.length > 4 && out.endsWith("e")) out = out.slice(0, -1);
  return out;
}

/** `formatt` → format; what ends in ll, ss or zz stays. */
export function undouble(word: string): string {
  const last = word.at(-1);
  return word.length > 3 && last === word.at(-2) && !"lsz".includes(last!) ? word.slice(0, -1) : word;
}
