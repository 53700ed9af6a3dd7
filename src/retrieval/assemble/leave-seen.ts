/** Takes out of an answer what its reader has: whole files, ranges of lines, or symbols by their handles. */
import { placeOfFile } from "../scope/qualified-path.ts";
import type { SearchHit } from "../search.ts";

const RANGE = /^(.*):(\d+)(?:-(\d+))?$/;

/** `seen`: `path`, `path:start-end` or `path#symbol`, as answers print them. */
export function leaveSeen(hits: readonly SearchHit[], seen: readonly string[]): SearchHit[] {
  const names = new Set(seen);
  const ranges = seen.flatMap((place) => {
    const match = RANGE.exec(place);
    return match ? [{ path: match[1]!, start: Number(match[2]), end: Number(match[3] ?? match[2]) }] : [];
  });
  return hits.flatMap((hit) => {
    const path = placeOfFile(hit);
    if (names.has(path)) return [];
    const spans = hit.spans.filter(
      ({ startLine, endLine, symbol }) =>
        !names.has(`${path}#${symbol}`) &&
        !ranges.some((range) => range.path === path && range.start <= startLine && range.end >= endLine),
    );
    return spans.length > 0 || hit.spans.length === 0 ? [{ ...hit, spans }] : [];
  });
}
