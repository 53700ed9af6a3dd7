/**
 * Matches of a query over one tree, as numbers: for each match the index of its pattern and how many captures it has, then
 * six numbers per capture: index of the capture's name, id, start, row and column of the node, and one for the list's own
 * use. It is the form in which the runtime leaves them in its memory.
 */
export interface MatchList {
  readonly words: Int32Array;
  readonly count: number;
  /** Index into `words` of the first match. */
  readonly first: number;
  /** Where the node of the capture at `at` ends, in UTF-16 units. */
  endOf(at: number): number;
  /** What the grammar calls that node. */
  typeOf(at: number): string;
}

export const CAPTURE_WORDS = 6;
