/** A stretch of one decoded file. Offsets are UTF-16 code units, end exclusive; lines are 1-based, end inclusive. */
export interface Span {
  start: number;
  end: number;
  startLine: number;
  endLine: number;
}

/** A point in a decoded file: 1-based line, 0-based UTF-16 column. */
export interface Position {
  line: number;
  column: number;
}
