import type { ColumnUnit } from "./read-index.ts";

/** Line starts of the text asked about last: occurrences come document by document. */
let last: { text: string; starts: number[] } = { text: "", starts: [0] };

/** UTF-16 offset of a 0-based line and column; -1 when the text has no such place. */
export function offsetInText(text: string, line: number, column: number, unit: ColumnUnit): number {
  const starts = lineStartsOf(text);
  const start = starts[line];
  if (start === undefined) return -1;
  const end = (starts[line + 1] ?? text.length + 1) - 1;
  const offset = start + (unit === "utf-16" ? column : utf16Column(text.slice(start, end), column, unit));
  return offset <= end ? offset : -1;
}

function utf16Column(line: string, column: number, unit: "utf-8" | "utf-32"): number {
  let units = 0;
  let seen = 0;
  for (const char of line) {
    if (seen >= column) break;
    seen += unit === "utf-32" ? 1 : Buffer.byteLength(char);
    units += char.length;
  }
  // Past the end of the line: keep it out of range.
  return seen >= column ? units : units + (column - seen);
}

function lineStartsOf(text: string): number[] {
  if (last.text === text) return last.starts;
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  last = { text, starts };
  return starts;
}
