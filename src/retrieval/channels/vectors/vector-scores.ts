/** How close files of one member are to the query in meaning, by one model. */
import type { CorpusFile } from "../../corpus/corpus.ts";

export const VECTOR_FEATURES = ["vectorMax", "vectorTop3", "vectorFile", "vectorPath"] as const;
export type VectorFeature = (typeof VECTOR_FEATURES)[number];

/** Over everything of the member that has a vector: what has nothing to do with the query is about at the mean. */
export interface Background {
  sum: number;
  count: number;
}

/**
 * An index that compares everything knows all values at once; one that proposes a few (an approximate index) compares
 * the candidates, exactly, when they are known. What was not compared is 0.
 */
export interface VectorScores {
  /** Key of the model that all of these are by. */
  readonly model: string;
  /** Docs that no word need lead to, best first; some may come twice. */
  closestDocs(count: number): number[];
  /** Compares what was not compared yet. Called once, with all candidates. */
  compare?(candidates: readonly CorpusFile[]): Promise<void>;
  /** Best chunk, mean of the best three, whole file, path; in the order of `VECTOR_FEATURES`. */
  fill(file: CorpusFile, row: Float64Array, at: number): void;
  /** Cosine of the closest chunk of a doc. */
  closest(doc: number): number;
  /** Cosine of a chunk in the numbering of the corpus. */
  cosine(chunk: number): number;
  /** The closest chunk of all. */
  readonly best: number;
  /** In the order of `VECTOR_FEATURES`. */
  readonly backgrounds: readonly Background[];
}

/** 0 for the background and below, 1 for the best; so that weights mean the same for every query and model. */
export function aboveBackground(value: number, background: number, best: number): number {
  return best > background ? Math.max(0, Math.min(1.5, (value - background) / (best - background))) : 0;
}

export function meanOf(backgrounds: readonly Background[]): number {
  let sum = 0;
  let count = 0;
  for (const one of backgrounds) {
    sum += one.sum;
    count += one.count;
  }
  return count > 0 ? sum / count : 0;
}

/** Best, and mean of the best three (of fewer when there are fewer). */
export function strongestOf(
  cosines: Float32Array,
  start: number,
  end: number,
): { max: number; top3: number } {
  let [first, second, third] = [0, 0, 0];
  for (let chunk = start; chunk < end; chunk++) {
    const value = cosines[chunk]!;
    if (value > first) [first, second, third] = [value, first, second];
    else if (value > second) [second, third] = [value, second];
    else if (value > third) third = value;
  }
  return { max: first, top3: (first + second + third) / Math.max(1, Math.min(3, end - start)) };
}
