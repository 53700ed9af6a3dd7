/**
 * Adds a block between two marker lines at the end of a text and removes it again. As in TOML, exactly one line break
 * goes before it, so removing needs no memory of how the text ended.
 */

export interface Markers {
  start: string;
  end: string;
}

export function addMarkedBlock(text: string, markers: Markers, lines: readonly string[]): string {
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n";
  const block = [markers.start, ...lines, markers.end].join(newline);
  return `${text}${text === "" ? "" : newline}${block}${newline}`;
}

/** null: no block; "torn": a marker without its partner, or out of order. */
export function findMarkedBlock(
  text: string,
  markers: Markers,
): { start: number; end: number } | null | "torn" {
  const starts = lineStarts(text, markers.start);
  const ends = lineStarts(text, markers.end);
  if (starts.length === 0 && ends.length === 0) return null;
  if (starts.length !== 1 || ends.length !== 1 || ends[0]! < starts[0]!) return "torn";
  const afterMarker = ends[0]! + markers.end.length;
  const newline = /^\r?\n/.exec(text.slice(afterMarker, afterMarker + 2))?.[0] ?? "";
  return { start: starts[0]!, end: afterMarker + newline.length };
}

export function removeMarkedBlock(text: string, block: { start: number; end: number }): string {
  // The block is written with one kind of line break, so its first line tells which one went before it.
  const newline = /\r?\n/.exec(text.slice(block.start, block.end))?.[0] ?? "";
  const before = text.slice(0, block.start);
  const kept = before.endsWith(newline) ? before.slice(0, before.length - newline.length) : before;
  return kept + text.slice(block.end);
}

/** Where lines that are exactly the marker begin. */
function lineStarts(text: string, marker: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + 1)) {
    const isLineStart = at === 0 || text[at - 1] === "\n";
    if (isLineStart && /^\r?(?:\n|$)/.test(text.slice(at + marker.length, at + marker.length + 2)))
      found.push(at);
  }
  return found;
}
