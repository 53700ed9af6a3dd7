/** The part of a stretch of code that a budget holds: its head, the lines that decide with what encloses them, then their neighbours. */
import { restOfLongComment } from "./long-comment.ts";
import { clipLine, cutMarker } from "./numbered-lines.ts";
import { TokenBudget } from "./token-budget.ts";

export interface Excerpt {
  text: string;
  tokens: number;
  isTruncated: boolean;
  /** How many lines of the stretch are shown. */
  lines: number;
}

export interface ExcerptRequest {
  /** Of the whole file. */
  lines: readonly string[];
  startLine: number;
  endLine: number;
  maxTokens: number;
  /** Lines that decide, best first. */
  deciding: readonly number[];
}

/** Characters of code a token has on average; the counted text decides in the end. */
const CHARS_PER_TOKEN = 3.2;
const MARKER_CHARS = 16;
const MAX_HEAD = 4;
const MAX_FILLED = 3 * MARKER_CHARS;
/** How far the neighbours of deciding lines are taken in, step by step. */
const REACHES = [1, 3, 6, 12, 25, 60];
const MAX_TRIES = 6;

/** Null when not even the first line fits. */
export function excerptOf(request: ExcerptRequest): Excerpt | null {
  const { lines, startLine, maxTokens } = request;
  const endLine = Math.min(request.endLine, lines.length);
  if (endLine < startLine) return null;
  const numbered = new Map<number, string>();
  const left = new Set(restOfLongComment(lines, startLine, endLine));
  for (const line of request.deciding) left.delete(line);
  let length = 0;
  for (let line = startLine; line <= endLine; line++) {
    if (left.has(line)) continue;
    const text = `${line}| ${clipLine(lines[line - 1]!)}`;
    numbered.set(line, text);
    length += text.length + 1;
  }
  // Every token is at least one byte, and lines of code average three characters a token: skip hopeless counts.
  if (length <= maxTokens * 12) {
    const whole = render(numbered, numbered, startLine, endLine);
    const tokens = TokenBudget.costOf(whole);
    if (tokens <= maxTokens) return { text: whole, tokens, isTruncated: left.size > 0, lines: numbered.size };
  }
  let room = maxTokens * CHARS_PER_TOKEN;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const kept = chooseLines({ ...request, endLine }, numbered, room);
    if (kept.size === 0) return null;
    fillGaps(kept, numbered);
    const text = render(numbered, kept, startLine, endLine);
    const tokens = TokenBudget.costOf(text);
    if (tokens <= maxTokens) return { text, tokens, isTruncated: true, lines: kept.size };
    room *= Math.min(0.92, (maxTokens / tokens) * 0.97);
  }
  return null;
}

/** Takes groups of lines in the order of their worth while their characters fit into the room. */
function chooseLines(
  request: ExcerptRequest,
  numbered: ReadonlyMap<number, string>,
  room: number,
): Set<number> {
  const kept = new Set<number>();
  let left = room;
  const take = (group: readonly number[]): boolean => {
    const fresh = group.filter((line) => numbered.has(line) && !kept.has(line));
    if (fresh.length === 0) return true;
    // A line beside one that is shown needs no marker of its own.
    const isBeside = fresh.some((line) => kept.has(line - 1) || kept.has(line + 1));
    const cost = fresh.reduce(
      (sum, line) => sum + numbered.get(line)!.length + 1,
      isBeside ? 0 : MARKER_CHARS,
    );
    if (cost > left) return false;
    left -= cost;
    for (const line of fresh) kept.add(line);
    return true;
  };
  take(headOf(request));
  if (kept.size === 0) take([request.startLine]);
  const heads = new Map(request.deciding.map((line) => [line, headsOf(request, line)]));
  for (const line of request.deciding) if (!take([...heads.get(line)!, line])) take([line]);
  for (const reach of REACHES) {
    let isAnyLeft = false;
    for (const line of request.deciding) {
      if (!kept.has(line)) continue;
      for (let step = 1; step <= reach; step++)
        isAnyLeft = !take([line - step]) || !take([line + step]) || isAnyLeft;
    }
    if (isAnyLeft) break;
  }
  for (let line = request.startLine; line <= request.endLine; line++) if (!take([line])) break;
  return kept;
}

/** A marker costs as much as the one line it stands for. */
function fillGaps(kept: Set<number>, numbered: ReadonlyMap<number, string>): void {
  for (const [line, text] of numbered)
    if (!kept.has(line) && kept.has(line - 1) && kept.has(line + 1) && text.length < MAX_FILLED)
      kept.add(line);
}

/** The declaration: from the first line that is no comment to the end of its parameters. */
function headOf({ lines, startLine, endLine }: ExcerptRequest): number[] {
  let first = startLine;
  while (first < endLine && /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#\s|@\w|$)/.test(lines[first - 1]!)) first++;
  const head = [first];
  while (head.length < MAX_HEAD && head.at(-1)! < endLine && !/[{:;]\s*$|=>/.test(lines[head.at(-1)! - 1]!))
    head.push(head.at(-1)! + 1);
  return head;
}

/** Lines above that a line is indented under: the branches and blocks it stands in. */
function headsOf({ lines, startLine }: ExcerptRequest, line: number): number[] {
  const heads: number[] = [];
  let depth = indentOf(lines[line - 1] ?? "");
  for (let at = line - 1; at > startLine && depth > 0; at--) {
    const text = lines[at - 1]!;
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const own = indentOf(text);
    if (own >= depth) continue;
    heads.unshift(at);
    depth = own;
  }
  return heads;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** In document order, with a marker for every gap; a gap of one line that is empty needs none. */
function render(
  numbered: ReadonlyMap<number, string>,
  kept: Pick<ReadonlySet<number>, "has">,
  startLine: number,
  endLine: number,
): string {
  const parts: string[] = [];
  let gap = startLine;
  const close = (before: number) => {
    if (before > gap) parts.push(cutMarker(gap, before - 1));
  };
  for (let line = startLine; line <= endLine; line++) {
    if (!kept.has(line)) continue;
    close(line);
    parts.push(numbered.get(line)!);
    gap = line + 1;
  }
  close(endLine + 1);
  return parts.join("\n");
}
