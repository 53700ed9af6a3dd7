/** Text windows for files that no grammar explains. */
import type { Piece } from "./chunks.ts";
import { MAX_CHUNKS } from "./chunks.ts";
import type { LineIndex } from "./line-index.ts";

const WINDOW_LINES = 50;
const OVERLAP_LINES = 10;

export function fallbackWindows(lines: LineIndex): Piece[] {
  const windows: Piece[] = [];
  const step = Math.max(WINDOW_LINES - OVERLAP_LINES, Math.ceil(lines.count / MAX_CHUNKS));
  for (let first = 1; first <= lines.count; first += step) {
    const last = Math.min(first + step + OVERLAP_LINES - 1, lines.count);
    windows.push({ kind: "fallback", symbol: -1, first, last });
    if (last === lines.count) break;
  }
  return windows.filter(({ first, last }) => {
    for (let line = first; line <= last; line++) if (!lines.isBlank(line)) return true;
    return false;
  });
}
