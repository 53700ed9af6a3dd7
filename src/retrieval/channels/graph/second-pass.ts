/** Features that depend on how other files scored. Neighbours, directories and tests are those of the file's own member. */
import type { Candidate, SecondPass } from "../contract.ts";

/** Best files of the first pass, whose directories and neighbours gain. */
export const STRONG = 12;
const STRONGEST_TESTS = 60;

export interface GraphColumns {
  testPointer: number;
  directoryMass: number;
  neighbour: number;
}

/** `scores` in the order of the candidates, largest first; ties end by repository, then path. */
export function orderBy(candidates: readonly Candidate[], scores: readonly number[]): number[] {
  return candidates
    .map((_candidate, at) => at)
    .sort(
      (a, b) =>
        scores[b]! - scores[a]! ||
        candidates[a]!.member - candidates[b]!.member ||
        candidates[a]!.file - candidates[b]!.file,
    );
}

/** A test that matches points at what it tests, by how strongly its text matches. */
export function pointFromTests(
  { scope, candidates, layout }: SecondPass,
  columns: GraphColumns,
  rowOf: RowFinder,
): void {
  const [passage, whole] = [layout.columnOf("bodyMax"), layout.columnOf("bodyFile")];
  const strength = candidates.map(({ row }) => ((row[passage] ?? 0) + (row[whole] ?? 0)) / 2);
  for (const at of orderBy(candidates, strength).slice(0, STRONGEST_TESTS)) {
    const { member, file } = candidates[at]!;
    for (const tested of scope.members[member]!.corpus.testedBy.get(file) ?? []) {
      const row = rowOf(member, tested);
      if (row && strength[at]! > row[columns.testPointer]!) row[columns.testPointer] = strength[at]!;
    }
  }
}

/** Files beside strong ones. */
export function addDirectoryMass(
  { scope, candidates }: SecondPass,
  columns: GraphColumns,
  order: readonly number[],
): void {
  const directoryOf = (at: number) => {
    const { member, file } = candidates[at]!;
    const { path } = scope.members[member]!.corpus.files[file]!;
    return `${member}/${path.slice(0, Math.max(0, path.lastIndexOf("/")))}`;
  };
  const directories = new Map<string, number[]>();
  for (const [rank, at] of order.slice(0, STRONG).entries()) {
    const ranks = directories.get(directoryOf(at));
    if (ranks) ranks.push(rank);
    else directories.set(directoryOf(at), [rank]);
  }
  for (const [rank, at] of order.entries()) {
    let mass = 0;
    for (const other of directories.get(directoryOf(at)) ?? []) if (other !== rank) mass += 1 / (other + 2);
    candidates[at]!.row[columns.directoryMass] = Math.min(1, mass);
  }
}

/** Files linked with strong ones. */
export function addNeighbours(
  { candidates }: SecondPass,
  columns: GraphColumns,
  order: readonly number[],
  neighboursOf: (candidate: Candidate) => readonly number[],
  rowOf: RowFinder,
): void {
  for (const [rank, at] of order.slice(0, STRONG).entries()) {
    const candidate = candidates[at]!;
    for (const neighbour of neighboursOf(candidate)) {
      const row = rowOf(candidate.member, neighbour);
      if (row && row !== candidate.row)
        row[columns.neighbour] = Math.min(1, row[columns.neighbour]! + 1 / (rank + 2));
    }
  }
}

export type RowFinder = (member: number, file: number) => Float64Array | undefined;

export function rowFinder({ scope, candidates }: SecondPass): RowFinder {
  const rows = scope.members.map(() => new Map<number, Float64Array>());
  for (const { member, file, row } of candidates) rows[member]!.set(file, row);
  return (member, file) => rows[member]!.get(file);
}
