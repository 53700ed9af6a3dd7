/** How much of a phrase stands together in a text, whatever was filled into it: neighbouring words are compared in pairs. */
import type { Phrase } from "../../query/phrases.ts";
import { STOP_WORDS } from "../../query/stop-words.ts";

/** What a pair counts by how many of its words stand in every sentence. */
const PAIR_WEIGHTS = [1, 0.6, 0.2] as const;
/** Words beyond the phrase's own that expressions between its parts may take. */
const ROOM = 16;

export interface PhraseMatch {
  /** Share of the phrase's pairs that stand together, 0..1. */
  share: number;
  /** How many they are; pairs of common words count less. */
  pairs: number;
}

export class PhraseMatcher {
  readonly #pairs: string[];
  readonly #weights: number[];
  readonly #total: number;
  readonly #window: number;

  /** `isKnown`: a word that no file holds was filled in by a program; nothing can stand beside it. */
  constructor(phrase: Phrase, isKnown: (word: string) => boolean = () => true) {
    this.#pairs = phrase.slice(1).map((word, at) => `${phrase[at]} ${word}`);
    this.#weights = this.#pairs.map((pair) => {
      const words = pair.split(" ");
      if (!words.every((word) => isKnown(word) && !/^\d+$/.test(word))) return 0;
      return PAIR_WEIGHTS[words.filter((word) => STOP_WORDS.has(word)).length]!;
    });
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0);
    this.#window = phrase.length * 2 + ROOM;
  }

  /** The best place in the words of a text. */
  match(words: readonly string[]): PhraseMatch {
    const placeOf = new Map(this.#pairs.map((pair, at) => [pair, at]));
    const found: { at: number; pair: number }[] = [];
    for (let at = 1; at < words.length; at++) {
      const pair = placeOf.get(`${words[at - 1]} ${words[at]}`);
      if (pair !== undefined) found.push({ at, pair });
    }
    let best = 0;
    for (let first = 0; first < found.length; first++) {
      const seen = new Set<number>();
      for (let next = first; next < found.length; next++) {
        if (found[next]!.at - found[first]!.at > this.#window) break;
        seen.add(found[next]!.pair);
      }
      let sum = 0;
      for (const pair of seen) sum += this.#weights[pair]!;
      best = Math.max(best, sum);
    }
    return { share: this.#total > 0 ? best / this.#total : 0, pairs: best };
  }
}
