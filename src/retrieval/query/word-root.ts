import { undouble } from "../../core/terms.ts";

const SUFFIXES =
  /(?:ization|isation|ifications?|ications?|ations?|itions?|utions?|ments?|ances?|ences?|ivity|ability|ibility|ators?|itors?|izers?|isers?|izing|able|ible|ally|ively|ive|ers?|ors?|ions?|ness|ism|ist|ity|ful|less|ly|al|ic|ate|at|y)$/;

/**
 * Strips derivations that the index's light stemmer keeps apart: `composition` and `compose` share compos. Takes a
 * stemmed term; only ever used to compare two words.
 */
export function rootOf(term: string): string {
  const bare = term.replace(SUFFIXES, "");
  const root = bare === term ? bare : undouble(bare);
  return root.length >= 4 ? root.replace(/(?:iz|is|at|i|e)$/, "") : term;
}

const ENDINGS = [
  "",
  "er",
  "or",
  "at",
  "ator",
  "ation",
  "ion",
  "iz",
  "is",
  "izer",
  "iser",
  "ization",
  "ment",
  "able",
  "ive",
  "al",
];

/**
 * Stemmed words of the same root that code is likely to use: `pars` → parser, `valid` → validat, validator, validation. Of three
 * letters only the one who does it, with a doubled end: `log` → logger. Whether they occur is for the caller to look up.
 */
export function derivationsOf(term: string): string[] {
  if (/^[a-z]{3}$/.test(term)) return [`${term}er`, `${term}${term.at(-1)}er`];
  const root = rootOf(term);
  if (root.length < 4) return [];
  const forms = [...ENDINGS.map((ending) => root + ending), `${root}${root.at(-1)}er`];
  return forms.filter((form) => form !== term && rootOf(form) === root);
}
