/** What a text would be with hunks applied to it, in memory. */
import type { Hunk } from "./read-patch.ts";

/** Lines that a hunk may lie away from where it says. */
const MAX_OFFSET = 200;

/** Null when a hunk does not fit. */
export function applyHunks(lines: readonly string[], hunks: readonly Hunk[]): string[] | null {
  const result: string[] = [];
  let from = 0;
  for (const { oldStart, oldLines, newLines } of hunks) {
    const wanted = Math.max(0, oldLines.length === 0 ? oldStart : oldStart - 1);
    const at = placeOf(lines, oldLines, wanted, from);
    if (at === null) return null;
    result.push(...lines.slice(from, at), ...newLines);
    from = at + oldLines.length;
  }
  return [...result, ...lines.slice(from)];
}

/** The same hunks the other way round. */
export function reversed(hunks: readonly Hunk[]): Hunk[] {
  return hunks.map(({ oldStart, newStart, oldLines, newLines }) => ({
    oldStart: newStart,
    newStart: oldStart,
    oldLines: newLines,
    newLines: oldLines,
  }));
}

/** Nearest to where it is wanted, not before `from`. */
function placeOf(
  lines: readonly string[],
  wantedLines: readonly string[],
  wanted: number,
  from: number,
): number | null {
  const fits = (at: number) =>
    at >= from &&
    at + wantedLines.length <= lines.length &&
    wantedLines.every((line, i) => lines[at + i] === line);
  for (let offset = 0; offset <= MAX_OFFSET; offset++) {
    if (fits(wanted + offset)) return wanted + offset;
    if (fits(wanted - offset)) return wanted - offset;
  }
  return null;
}
