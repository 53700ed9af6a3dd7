/**
 * Comments above a declaration that go on beyond a summary: tables of parameters and answers, specifications, licences.
 * Their beginning tells what the reader needs; the room is better spent on code.
 */
const MAX_LINES = 12;
const KEPT_LINES = 4;
const IS_COMMENT = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#\s|#$|--\s|--$)/;

/** Numbers of the lines that may be left out where a stretch begins with such a comment; none where it does not. */
export function restOfLongComment(lines: readonly string[], startLine: number, endLine: number): number[] {
  let last = startLine - 1;
  while (last < endLine && IS_COMMENT.test(lines[last]!)) last += 1;
  if (last - startLine + 1 <= MAX_LINES) return [];
  const first = startLine + KEPT_LINES;
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
