/** Lines of a file with their numbers. */
import { sanitizeText } from "../../core/sanitize.ts";
import { restOfLongComment } from "./long-comment.ts";

const MAX_LINE_CHARS = 400;

export function numberLines(lines: readonly string[], startLine: number, endLine: number): string[] {
  const last = Math.min(endLine, lines.length);
  const numbered: string[] = [];
  for (let line = startLine; line <= last; line++) numbered.push(`${line}| ${clipLine(lines[line - 1]!)}`);
  return numbered;
}

/** The same of a declaration with what stands above it: of a long comment only the beginning. */
export function numberDeclaration(lines: readonly string[], startLine: number, endLine: number): string[] {
  const left = restOfLongComment(lines, startLine, Math.min(endLine, lines.length));
  const [first, last] = [left[0], left.at(-1)];
  if (first === undefined || last === undefined) return numberLines(lines, startLine, endLine);
  return [
    ...numberLines(lines, startLine, first - 1),
    cutMarker(first, last),
    ...numberLines(lines, last + 1, endLine),
  ];
}

/** Stands for lines that are not shown. */
export function cutMarker(first: number, last: number): string {
  return first === last ? `… ${first} cut …` : `… ${first}-${last} cut …`;
}

/** One line stays one line, and a long one says what it lacks. */
export function clipLine(line: string): string {
  const safe = sanitizeText(line.length > MAX_LINE_CHARS ? line.slice(0, MAX_LINE_CHARS) : line).replaceAll(
    "\n",
    " ",
  );
  return line.length > MAX_LINE_CHARS ? `${safe} … ${line.length - MAX_LINE_CHARS} characters cut` : safe;
}
