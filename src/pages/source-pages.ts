/** A file's text in pages of lines, with colours; long lines are cut and say so. */
import type { SourcePage } from "./contract.ts";

/** A browser lays a longer line out for seconds, and nobody reads it. */
export const MAX_LINE = 2_000;

export function pageOfSource(
  text: string,
  spans: Uint32Array,
  startLine: number,
  count: number,
): Pick<SourcePage, "lines" | "startLine" | "text" | "cut" | "spans" | "next"> {
  const all = text.split("\n");
  if (all.length > 1 && all.at(-1) === "") all.pop();
  const first = Math.min(Math.max(1, startLine), Math.max(1, all.length));
  const shown = all.slice(first - 1, first - 1 + count);
  const offset = all.slice(0, first - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const cut: SourcePage["cut"] = [];
  shown.forEach((line, at) => {
    if (line.length > MAX_LINE) cut.push({ line: first + at, characters: line.length - MAX_LINE });
  });
  const next = first - 1 + shown.length < all.length ? first + shown.length : null;
  return {
    lines: all.length,
    startLine: first,
    text: shown.map((line) => line.slice(0, MAX_LINE).replace(/\r$/, "")),
    cut,
    spans: spansByLine(shown, offset, spans),
    next,
  };
}

/** A span over several lines is one of each. */
function spansByLine(lines: readonly string[], offset: number, spans: Uint32Array): number[][] {
  const byLine: number[][] = [];
  let at = 0;
  let start = offset;
  for (const line of lines) {
    const own: number[] = [];
    const end = start + line.length;
    while (at < spans.length && spans[at + 1]! <= start) at += 3;
    for (let look = at; look < spans.length && spans[look]! < end; look += 3) {
      const from = Math.max(spans[look]!, start) - start;
      const to = Math.min(spans[look + 1]!, end, start + MAX_LINE) - start;
      if (to > from) own.push(from, to, spans[look + 2]!);
    }
    byLine.push(own);
    start = end + 1;
  }
  return byLine;
}
