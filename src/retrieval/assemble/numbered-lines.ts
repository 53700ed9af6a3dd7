/** Lines of a file with their numbers. */
import { sanitizeText } from "../../core/sanitize.ts";

const MAX_LINE_CHARS = 400;

export function numberLines(lines: readonly string[], startLine: number, endLine: number): string[] {
  const last = Math.min(endLine, lines.length);
  const numbered: string[] = [];
  for (let line = startLine; line <= last; line++) numbered.push(`${line}| ${clipLine(lines[line - 1]!)}`);
  return numbered;
}

/** One line stays one line, and a long one says what it lacks. */
export function clipLine(line: string): string {
  const safe = sanitizeText(line.length > MAX_LINE_CHARS ? line.slice(0, MAX_LINE_CHARS) : line).replaceAll(
    "\n",
    " ",
  );
  return line.length > MAX_LINE_CHARS ? `${safe} … ${line.length - MAX_LINE_CHARS} characters cut` : safe;
}
