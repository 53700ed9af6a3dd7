/** Short forms that a repository may use for words of the query: two-factor authentication → tfa, 2fa; many-to-many → m2m. */
import { stem } from "../../core/terms.ts";

export interface ShortForm {
  term: string;
  /** The words it stands for, as the index holds them; without those that only join others. */
  standsFor: readonly string[];
  /** The same as the query says it. */
  said: string;
}

const MAX_WORDS = 24;
const SIZES = [3, 4];
/** `two factor`, `many to many`, `text for speech`: said like digits, written as them. */
const DIGIT_OF: Readonly<Record<string, string>> = { to: "2", two: "2", for: "4", four: "4", three: "3" };
const JOINING = new Set([
  "to",
  "for",
  "of",
  "and",
  "or",
  "the",
  "a",
  "an",
  "in",
  "on",
  "by",
  "with",
  "is",
  "are",
  "from",
  "as",
]);
/** No name begins or ends with these: `how are deleted documents` is not written `had`. Other small words may: out of memory, not a number. */
const ASKING = new Set(
  "how what where which who whom whose why when while that does did has have had can should would could".split(
    " ",
  ),
);
/** `internationalization` → i18n. */
const MIN_NUMERONYM = 10;

/** Whether the repository uses one of them is for the caller to look up. */
export function shortFormsOf(title: string): ShortForm[] {
  const words = (title.toLowerCase().match(/[a-z]+/g) ?? []).slice(0, MAX_WORDS);
  const forms = new Map<string, ShortForm>();
  const add = (term: string, run: readonly string[]) => {
    const standsFor = [...new Set(run.filter((one) => !JOINING.has(one)).map(stem))];
    if (!forms.has(term) && !words.includes(term)) forms.set(term, { term, standsFor, said: run.join(" ") });
  };
  for (const [from, word] of words.entries()) {
    if (word.length >= MIN_NUMERONYM) add(`${word[0]}${word.length - 2}${word.at(-1)}`, [word]);
    for (const size of SIZES) {
      const run = words.slice(from, from + size);
      if (run.length < size || !canBound(run[0]!) || !canBound(run.at(-1)!)) continue;
      add(run.map((one) => one[0]!).join(""), run);
      add(run.map((one) => DIGIT_OF[one] ?? one[0]!).join(""), run);
    }
  }
  return [...forms.values()];
}

function canBound(word: string): boolean {
  return !JOINING.has(word) && !ASKING.has(word);
}
