/** Features that depend on how other files scored: tests that point at their subject, strong directories, graph neighbours. */
import type { Corpus } from "../corpus/corpus.ts";
import { FEATURE_INDEX } from "./features.ts";

export interface SecondPassInputs {
  corpus: Corpus;
  files: readonly number[];
  rows: readonly Float64Array[];
  /** First-pass score of each file, best possible order; any scale. */
  scores: readonly number[];
  /** Lexical strength of each file before priors, 0..1. */
  strength: readonly number[];
  /** Files linked with a file by an import or a call, either way. */
  neighboursOf: (file: number) => readonly number[];
}

const STRONG = 12;

export function addSecondPass(inputs: SecondPassInputs): void {
  const { corpus, files, rows } = inputs;
  const rowOf = new Map(files.map((file, at) => [file, at]));
  const order = files
    .map((_file, at) => at)
    .sort((a, b) => inputs.scores[b]! - inputs.scores[a]! || files[a]! - files[b]!);
  const byStrength = files
    .map((_file, at) => at)
    .sort((a, b) => inputs.strength[b]! - inputs.strength[a]! || files[a]! - files[b]!);
  for (const at of byStrength.slice(0, 60)) {
    for (const tested of corpus.testedBy.get(files[at]!) ?? []) {
      const target = rowOf.get(tested);
      if (target !== undefined) raise(rows[target]!, FEATURE_INDEX.testPointer, inputs.strength[at]!);
    }
  }
  const top = order.slice(0, STRONG);
  const directories = new Map<string, number[]>();
  top.forEach((at, rank) => {
    const path = corpus.files[files[at]!]!.path;
    const directory = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const ranks = directories.get(directory);
    if (ranks) ranks.push(rank);
    else directories.set(directory, [rank]);
  });
  order.forEach((at, rank) => {
    const path = corpus.files[files[at]!]!.path;
    const directory = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    let mass = 0;
    for (const other of directories.get(directory) ?? []) if (other !== rank) mass += 1 / (other + 2);
    rows[at]![FEATURE_INDEX.directoryMass] = Math.min(1, mass);
  });
  top.forEach((at, rank) => {
    for (const neighbour of inputs.neighboursOf(files[at]!)) {
      const target = rowOf.get(neighbour);
      if (target !== undefined && target !== at)
        rows[target]![FEATURE_INDEX.neighbour] = Math.min(
          1,
          rows[target]![FEATURE_INDEX.neighbour]! + 1 / (rank + 2),
        );
    }
  });
}

function raise(row: Float64Array, feature: number, value: number): void {
  if (value > row[feature]!) row[feature] = value;
}
