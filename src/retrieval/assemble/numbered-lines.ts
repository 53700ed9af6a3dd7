/** Lines of a file with their numbers; the middle of what is too long is cut, and the cut says what is missing. */
import { sanitizeText } from "../../core/sanitize.ts";
import { TokenBudget } from "./token-budget.ts";

export interface NumberedText {
  text: string;
  tokens: number;
  isTruncated: boolean;
}

const MAX_LINE_CHARS = 400;

export function numberLines(lines: readonly string[], startLine: number, endLine: number): string[] {
  const last = Math.min(endLine, lines.length);
  const numbered: string[] = [];
  for (let line = startLine; line <= last; line++) numbered.push(`${line}| ${clip(lines[line - 1]!)}`);
  return numbered;
}

function clip(line: string): string {
  const safe = sanitizeText(line.length > MAX_LINE_CHARS ? line.slice(0, MAX_LINE_CHARS) : line).replaceAll(
    "\n",
    " ",
  );
  return line.length > MAX_LINE_CHARS ? `${safe} … ${line.length - MAX_LINE_CHARS} characters cut` : safe;
}

/** The most of head and tail that `maxTokens` holds; null when not even one line with the marker does. */
export function fitLines(
  numbered: readonly string[],
  startLine: number,
  maxTokens: number,
): NumberedText | null {
  if (numbered.length === 0) return null;
  const whole = numbered.join("\n");
  // Every token is at least one byte, and lines of code average three characters a token: skip hopeless counts.
  if (whole.length <= maxTokens * 12) {
    const tokens = TokenBudget.costOf(whole);
    if (tokens <= maxTokens) return { text: whole, tokens, isTruncated: false };
  }
  let low = 1;
  let high = numbered.length - 1;
  let best: NumberedText | null = null;
  while (low <= high) {
    const keep = (low + high) >> 1;
    const text = headAndTail(numbered, startLine, keep);
    const tokens = text.length > maxTokens * 12 ? Number.POSITIVE_INFINITY : TokenBudget.costOf(text);
    if (tokens <= maxTokens) {
      best = { text, tokens, isTruncated: true };
      low = keep + 1;
    } else high = keep - 1;
  }
  return best;
}

/** Three quarters head, one quarter tail: signatures and set-up come first, results last. */
function headAndTail(numbered: readonly string[], startLine: number, keep: number): string {
  const tail = keep >= 4 ? Math.floor(keep / 4) : 0;
  const head = keep - tail;
  const cut = numbered.length - keep;
  const from = startLine + head;
  const marker = `… ${cut} ${cut === 1 ? "line" : "lines"} cut (${from}-${from + cut - 1}) …`;
  return [...numbered.slice(0, head), marker, ...(tail > 0 ? numbered.slice(-tail) : [])].join("\n");
}
