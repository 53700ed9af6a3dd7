/** Which words of the question a line of text holds, and how much each of them tells. */
import { ownCopy } from "../../core/own-copy.ts";
import { eachWord, wordTerms } from "../../core/terms.ts";
import { rootOf } from "../query/word-root.ts";

export interface LineTerm {
  /** As the index holds it. */
  term: string;
  /** Weight in the question times rarity. */
  mass: number;
}

/** Another form of a word is weaker evidence than the word. */
const VARIANT_SHARE = 0.45;
const MIN_ROOT = 4;
/** The first terms are the heaviest; the rest of a long text would match every line. */
const MAX_TERMS = 40;

interface Match {
  /** Position of the term. */
  at: number;
  share: number;
}

export class LineMatcher {
  /** 1 for the heaviest term of the question. */
  readonly masses: readonly number[];
  readonly #byTerm = new Map<string, number>();
  readonly #byRoot = new Map<string, number>();
  /** Code repeats its words. */
  readonly #known = new Map<string, readonly Match[]>();

  constructor(terms: readonly LineTerm[]) {
    const heaviest = [...terms]
      .filter(({ mass }) => mass > 0)
      .sort((a, b) => b.mass - a.mass || (a.term < b.term ? -1 : 1))
      .slice(0, MAX_TERMS);
    const most = heaviest[0]?.mass ?? 1;
    this.masses = heaviest.map(({ mass }) => mass / most);
    heaviest.forEach(({ term }, at) => {
      this.#byTerm.set(term, at);
      const root = rootOf(term);
      if (root.length >= MIN_ROOT && !this.#byRoot.has(root)) this.#byRoot.set(root, at);
    });
  }

  /** Position of each term that the line holds → how exactly it holds it; null for the many lines that hold none. */
  match(line: string): ReadonlyMap<number, number> | null {
    if (this.masses.length === 0) return null;
    let found: Map<number, number> | null = null;
    eachWord(line, (word) => {
      const matches = this.#matchesOf(word);
      if (matches.length === 0) return;
      found ??= new Map();
      for (const { at, share } of matches) if ((found.get(at) ?? 0) < share) found.set(at, share);
    });
    return found;
  }

  #matchesOf(word: string): readonly Match[] {
    const known = this.#known.get(word);
    if (known) return known;
    const matches = this.#compare(word);
    // Kept with the answer, which outlives the texts that the lines were cut from.
    this.#known.set(ownCopy(word), matches);
    return matches;
  }

  #compare(word: string): readonly Match[] {
    const matches: Match[] = [];
    for (const term of wordTerms(word)) {
      const exact = this.#byTerm.get(term);
      if (exact !== undefined) matches.push({ at: exact, share: 1 });
      else if (term.length > MIN_ROOT) {
        const near = this.#byRoot.get(rootOf(term));
        if (near !== undefined) matches.push({ at: near, share: VARIANT_SHARE });
      }
    }
    return matches.length > 0 ? matches : NONE;
  }
}

const NONE: readonly Match[] = [];
