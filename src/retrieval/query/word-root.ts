const SUFFIXES =
  /(?:ization|isation|ifications?|ications?|ations?|itions?|utions?|ments?|ances?|ences?|ivity|ability|ibility|ators?|itors?|izers?|isers?|izing|able|ible|ally|ively|ive|ers?|ors?|ions?|ness|ism|ist|ity|ful|less|ly|al|ic|ate|at|y)$/;

/**
 * Strips derivations that the index's light stemmer keeps apart: `composition` and `compose` share compos. Takes a
 * stemmed term; only ever used to compare two words.
 */
export function rootOf(term: string): string {
  const root = term.replace(SUFFIXES, "");
  return root.length >= 4 ? root.replace(/(?:iz|is|at|i|e)$/, "") : term;
}
