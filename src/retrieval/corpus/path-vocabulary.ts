import { rootOf } from "../query/word-root.ts";
import type { CorpusFile } from "./corpus.ts";

/** Shorter words are prefixes of too much. */
const MIN_PREFIX = 4;
const PREFIX_FACTOR = 0.6;
const ROOT_FACTOR = 0.9;
const COMPOUND_FACTOR = 0.9;
const MAX_SCAN = 200;

/** A word of some path that means a word of the query. */
export interface PathWord {
  term: string;
  /** 1 for the same word, less for a shared beginning. */
  factor: number;
  /** Two neighbouring words of paths make the word: `subcommand` of `SubCommand.kt`. */
  isPair?: boolean;
}

/** Words of all paths, for lookups by word and by beginning in either direction (`config` ~ `configuration`). */
export class PathVocabulary {
  readonly #stems = new Map<string, number[]>();
  readonly #directories = new Map<string, number[]>();
  readonly #stemPairs = new Map<string, number[]>();
  readonly #directoryPairs = new Map<string, number[]>();
  readonly #sorted: string[];

  constructor(files: readonly CorpusFile[]) {
    for (const file of files) {
      for (const term of file.facts.stem) add(this.#stems, term, file.index);
      for (const term of file.facts.directories) add(this.#directories, term, file.index);
      for (const pair of file.facts.stemPairs) add(this.#stemPairs, pair, file.index);
      for (const pair of file.facts.directoryPairs) add(this.#directoryPairs, pair, file.index);
    }
    this.#sorted = [...new Set([...this.#stems.keys(), ...this.#directories.keys()])].sort();
  }

  stemFrequency(word: PathWord): number {
    return this.filesWithStem(word).length;
  }

  directoryFrequency(word: PathWord): number {
    return this.filesWithDirectory(word).length;
  }

  /** Path words that mean the term, with how well. `others` are the query's words, for compounds such as `urlmap`. */
  related(term: string, others: readonly string[]): PathWord[] {
    const found = new Map<string, number>();
    const note = (word: string, factor: number) => {
      if (factor > (found.get(word) ?? 0) && (this.#stems.has(word) || this.#directories.has(word)))
        found.set(word, factor);
    };
    note(term, 1);
    const root = rootOf(term);
    const from = root.length >= MIN_PREFIX ? root : term;
    if (from.length >= 3) this.#noteBeginnings(term, { root, from }, others, note);
    const words: PathWord[] = [...found].map(([word, factor]) => ({ term: word, factor }));
    if (this.#stemPairs.has(term) || this.#directoryPairs.has(term))
      words.push({ term, factor: COMPOUND_FACTOR, isPair: true });
    return words;
  }

  #noteBeginnings(
    term: string,
    { root, from }: { root: string; from: string },
    others: readonly string[],
    note: (word: string, factor: number) => void,
  ): void {
    let scanned = 0;
    for (
      let at = lowerBound(this.#sorted, from);
      at < this.#sorted.length && scanned < MAX_SCAN;
      at++, scanned++
    ) {
      const word = this.#sorted[at]!;
      if (!word.startsWith(from)) break;
      if (rootOf(word) === root) note(word, ROOT_FACTOR);
      else if (word.startsWith(term)) {
        const rest = word.slice(term.length);
        if (isCompound(rest, others)) note(word, COMPOUND_FACTOR);
        else if (term.length >= MIN_PREFIX) note(word, PREFIX_FACTOR);
      }
    }
    for (let length = MIN_PREFIX; length < term.length; length++) note(term.slice(0, length), PREFIX_FACTOR);
    for (const other of others) if (other !== term) note(other + term, COMPOUND_FACTOR);
  }

  filesWithStem({ term, isPair = false }: PathWord): readonly number[] {
    return (isPair ? this.#stemPairs : this.#stems).get(term) ?? [];
  }

  filesWithDirectory({ term, isPair = false }: PathWord): readonly number[] {
    return (isPair ? this.#directoryPairs : this.#directories).get(term) ?? [];
  }
}

/** The rest of a path word is another word of the query, or the beginning of one: `url` + `map` for "URL mapping". */
function isCompound(rest: string, others: readonly string[]): boolean {
  return (
    rest.length >= 2 && others.some((other) => other === rest || (rest.length >= 3 && other.startsWith(rest)))
  );
}

function add(map: Map<string, number[]>, key: string, value: number): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

export function lowerBound(sorted: readonly string[], value: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
