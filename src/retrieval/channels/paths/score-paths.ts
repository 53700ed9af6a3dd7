/** Words of the query found in paths. */
import type { Corpus } from "../../corpus/corpus.ts";
import type { PathWord } from "../../corpus/path-vocabulary.ts";
import type { ScopeTerm } from "../../terms/expand-terms.ts";

/** By file of one member. */
export interface PathScores {
  /** Query mass found in the base name, over all query mass that could be in a path. */
  stemRecall: Float64Array;
  /** Share of the base name's words that the query holds. */
  stemPrecision: Float64Array;
  directoryRecall: Float64Array;
  /** Base name and directories together. */
  pathRecall: Float64Array;
}

/** A word of so many paths is the project's own name or that of its sources: it is in the query for no file. */
export function isProjectName(paths: number, files: number): boolean {
  return paths >= 8 && paths / files > 0.3;
}
const PROJECT_NAME_FACTOR = 0.25;

/** Terms that paths can hold: identifiers and compounds are looked up by their parts. */
export function isPathTerm({ source }: Pick<ScopeTerm, "source">): boolean {
  return source !== "joined" && source !== "whole";
}

/** Rarity is that in the paths of all members. */
export function scorePaths(
  corpora: readonly Corpus[],
  terms: readonly ScopeTerm[],
  fileCount: number,
): PathScores[] {
  const members = corpora.map((corpus) => new PathSums(corpus));
  const usable = terms.filter(isPathTerm);
  const words = usable.map(({ term }) => term);
  let total = 0;
  for (const { term, weight } of usable) {
    const related = corpora.map((corpus) => corpus.paths.related(term, words));
    const frequency = frequencyOf(corpora, related);
    const mass = weight * Math.log(1 + fileCount / (1 + frequency));
    total += mass;
    const importance = weight * (isProjectName(frequency, fileCount) ? PROJECT_NAME_FACTOR : 1);
    for (const [position, member] of members.entries()) member.add(related[position]!, mass, importance);
  }
  return members.map((member) => member.scores(total || 1));
}

/** A word that no path holds still is part of the query: it counts as rare. */
function frequencyOf(corpora: readonly Corpus[], related: readonly PathWord[][]): number {
  const stems = new Map<string, number>();
  const directories = new Map<string, number>();
  let frequency = 0;
  for (const [position, { paths }] of corpora.entries()) {
    for (const word of related[position]!) {
      const key = word.isPair ? `${word.term} pair` : word.term;
      const stem = (stems.get(key) ?? 0) + paths.stemFrequency(word);
      const directory = (directories.get(key) ?? 0) + paths.directoryFrequency(word);
      stems.set(key, stem);
      directories.set(key, directory);
      frequency = Math.max(frequency, stem, directory);
    }
  }
  return frequency;
}

class PathSums {
  readonly #corpus: Corpus;
  readonly #stem: Float64Array;
  readonly #directory: Float64Array;
  readonly #either: Float64Array;
  readonly #matchedStemWords: Float64Array;

  constructor(corpus: Corpus) {
    const size = corpus.files.length;
    this.#corpus = corpus;
    this.#stem = new Float64Array(size);
    this.#directory = new Float64Array(size);
    this.#either = new Float64Array(size);
    this.#matchedStemWords = new Float64Array(size);
  }

  add(related: readonly PathWord[], mass: number, weight: number): void {
    const { paths } = this.#corpus;
    const best = new Map<number, FoundWord>();
    for (const word of related) {
      for (const file of paths.filesWithStem(word)) raise(best, file, "stem", word);
      for (const file of paths.filesWithDirectory(word)) raise(best, file, "directory", word);
    }
    for (const [file, found] of best) {
      this.#stem[file]! += mass * found.stem;
      this.#directory[file]! += mass * found.directory;
      this.#either[file]! += mass * Math.max(found.stem, found.directory);
      this.#matchedStemWords[file]! += found.stem * found.stemWords * Math.min(1, weight * 2);
    }
  }

  /** Contract: called once, after everything was added. */
  scores(total: number): PathScores {
    const { files } = this.#corpus;
    // Most files match no word: they stay at 0 without a division.
    for (let file = 0; file < files.length; file++) {
      if (this.#either[file] === 0) continue;
      this.#stem[file]! /= total;
      this.#directory[file]! /= total;
      this.#either[file]! /= total;
      const words = Math.max(1, files[file]!.facts.stem.length);
      this.#matchedStemWords[file] = Math.min(1, this.#matchedStemWords[file]! / words);
    }
    return {
      stemRecall: this.#stem,
      stemPrecision: this.#matchedStemWords,
      directoryRecall: this.#directory,
      pathRecall: this.#either,
    };
  }
}

/** How well a word of the query was found in a path. */
interface FoundWord {
  stem: number;
  directory: number;
  /** Words of the base name that it stands for. */
  stemWords: number;
}

function raise(
  best: Map<number, FoundWord>,
  file: number,
  place: "stem" | "directory",
  { factor, isPair }: PathWord,
): void {
  let known = best.get(file);
  if (!known) {
    known = { stem: 0, directory: 0, stemWords: 1 };
    best.set(file, known);
  }
  if (factor <= known[place]) return;
  known[place] = factor;
  if (place === "stem") known.stemWords = isPair ? 2 : 1;
}
