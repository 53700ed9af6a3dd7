// @ts-check
/** Words of a text that are identifiers of a source file; words of its comments and strings count as such, too. */

const FUNCTION_WORDS = new Set(
  `a an and are as at be because been but by can do does for from get gets go goes had has have having he how i if in
  into is it its me must my no not of on one ones or our out so some that the their them then there they this to was we
  were what when where which while who whose will with without you your`.split(/\s+/),
);

/** @param {string} text @param {string} source @returns {string[]} */
export function sharedWords(text, source) {
  const identifiers = new Set((source.match(/[A-Za-z_$][\w$]*/g) ?? []).map((name) => name.toLowerCase()));
  const words = new Set(text.toLowerCase().match(/[a-z]+/g) ?? []);
  return [...words].filter((word) => !FUNCTION_WORDS.has(word) && identifiers.has(word));
}
