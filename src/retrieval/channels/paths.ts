/** Query words found in paths, and paths named outright. */
import type { Corpus } from "../corpus/corpus.ts";
import type { NamedPath } from "../query/entities.ts";
import type { LexicalGroup } from "./lexical.ts";

export interface PathScores {
  /** Query mass found in the base name, over all query mass that could be in a path. */
  stemRecall: Float64Array;
  /** Share of the base name's words that the query holds. */
  stemPrecision: Float64Array;
  directoryRecall: Float64Array;
  /** Base name and directories together. */
  pathRecall: Float64Array;
}

/** `groupMass[i]` is weight times rarity of group i in bodies; rarity in paths is applied here. */
export function scorePaths(corpus: Corpus, groups: readonly LexicalGroup[]): PathScores {
  const size = corpus.files.length;
  const stem = new Float64Array(size);
  const directory = new Float64Array(size);
  const either = new Float64Array(size);
  const matchedStemWords = new Float64Array(size);
  let total = 0;
  const words = groups
    .filter((group) => group.source !== "joined" && group.source !== "whole")
    .map((group) => group.term);
  for (const group of groups) {
    if (group.source === "joined" || group.source === "whole") continue;
    const related = corpus.paths.related(group.term, words);
    const rarity = pathRarity(corpus, related);
    const mass = group.weight * rarity;
    total += mass;
    const best = new Map<number, { stem: number; directory: number }>();
    for (const { term, factor } of related) {
      for (const file of corpus.paths.filesWithStem(term)) raise(best, file, "stem", factor);
      for (const file of corpus.paths.filesWithDirectory(term)) raise(best, file, "directory", factor);
    }
    for (const [file, found] of best) {
      stem[file]! += mass * found.stem;
      directory[file]! += mass * found.directory;
      either[file]! += mass * Math.max(found.stem, found.directory);
      matchedStemWords[file]! += found.stem * Math.min(1, group.weight * 2);
    }
  }
  const scale = total || 1;
  return {
    stemRecall: stem.map((value) => value / scale),
    stemPrecision: matchedStemWords.map((value, file) =>
      Math.min(1, value / Math.max(1, corpus.files[file]!.facts.stem.length)),
    ),
    directoryRecall: directory.map((value) => value / scale),
    pathRecall: either.map((value) => value / scale),
  };
}

function raise(
  best: Map<number, { stem: number; directory: number }>,
  file: number,
  place: "stem" | "directory",
  factor: number,
): void {
  let known = best.get(file);
  if (!known) {
    known = { stem: 0, directory: 0 };
    best.set(file, known);
  }
  if (factor > known[place]) known[place] = factor;
}

/** A word that no path holds still is part of the query: it counts as rare. */
function pathRarity(corpus: Corpus, related: readonly { term: string; factor: number }[]): number {
  let frequency = 0;
  for (const { term } of related) {
    frequency = Math.max(frequency, corpus.paths.stemFrequency(term), corpus.paths.directoryFrequency(term));
  }
  return Math.log(1 + corpus.files.length / (1 + frequency));
}

/** Files that a path in the query means: longest common tail of components decides. Value 0..1. */
export function scoreMentions(corpus: Corpus, mentions: readonly NamedPath[]): Map<number, number> {
  const scores = new Map<number, number>();
  for (const mention of mentions) {
    const parts = mention.path.split("/");
    const base = parts.at(-1)!;
    const stemJoined = base
      .replace(/\..*$/, "")
      .toLowerCase()
      .replace(/[^a-z\d]/g, "");
    const candidates = (corpus.filesByStem.get(stemJoined) ?? [])
      .map((file) => ({ file, tail: commonTail(parts, corpus.files[file]!.path.split("/")) }))
      .filter((candidate) => candidate.tail > 0);
    const longest = Math.max(0, ...candidates.map((candidate) => candidate.tail));
    const winners = candidates.filter((candidate) => candidate.tail === longest);
    for (const { file } of winners) {
      const value = mention.weight / Math.sqrt(winners.length);
      scores.set(file, Math.max(scores.get(file) ?? 0, value));
    }
  }
  return scores;
}

/** Components equal from the end; the base name must be equal whole. */
function commonTail(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length])
    length++;
  return length;
}
