/** How much each line of a stretch of code tells about the question. */
import type { SymbolFact } from "../../core/facts.ts";
import { type LineKind, lineKindOf } from "./line-kind.ts";
import type { LineMatcher } from "./line-matcher.ts";

export interface ScoredLine {
  /** From 1. */
  line: number;
  score: number;
  /** Position of each term that it holds → how exactly. */
  terms: ReadonlyMap<number, number>;
  factor: number;
}

const FACTORS: Record<LineKind, number> = {
  empty: 0,
  import: 0.12,
  style: 0.2,
  comment: 0.45,
  text: 0.6,
  plain: 1,
  branch: 1.25,
};
const DEFINITION_FACTOR = 1.5;
/** What a term that an earlier line holds still counts. */
const REPEATED_SHARE = 0.3;

export interface LineRange {
  startLine: number;
  endLine: number;
}

/** Lines that hold a word of the question, in document order. */
export function scoreLines(
  lines: readonly string[],
  range: LineRange,
  matcher: LineMatcher,
  definedAt: ReadonlySet<number>,
  /** Number of the first of the lines. */
  first = 1,
): ScoredLine[] {
  const scored: ScoredLine[] = [];
  const last = Math.min(range.endLine, lines.length + first - 1);
  for (let line = range.startLine; line <= last; line++) {
    const text = lines[line - first]!;
    const terms = matcher.match(text);
    if (!terms) continue;
    const factor = definedAt.has(line) ? DEFINITION_FACTOR : FACTORS[lineKindOf(text)];
    if (factor === 0) continue;
    scored.push({ line, factor, terms, score: factor * massOf(terms, matcher.masses) });
  }
  return scored;
}

function massOf(terms: ReadonlyMap<number, number>, masses: readonly number[]): number {
  let sum = 0;
  for (const [at, share] of terms) sum += masses[at]! * share;
  return sum;
}

/** What each term is still worth beside texts that are shown anyway. */
export function worthBeside(matcher: LineMatcher, texts: readonly string[]): number[] {
  const worth = matcher.masses.slice();
  const said = new Map<number, number>();
  for (const text of texts)
    for (const [at, share] of matcher.match(text) ?? []) said.set(at, Math.max(share, said.get(at) ?? 0));
  for (const [at, share] of said) worth[at]! *= 1 - share * (1 - REPEATED_SHARE);
  return worth;
}

/** Lines where something is defined. */
export function definitionLines(symbols: readonly SymbolFact[]): Set<number> {
  return new Set(symbols.map(({ namePosition }) => namePosition.line));
}

/** Up to `count` lines, best first; each tells something that those before it do not. */
export function pickLines(
  scored: readonly ScoredLine[],
  masses: readonly number[],
  count: number,
  minShare: number,
): ScoredLine[] {
  const picked: ScoredLine[] = [];
  const left = new Set(scored);
  const worth = masses.slice();
  let first = 0;
  while (picked.length < count) {
    let best: ScoredLine | undefined;
    let bestValue = 0;
    for (const one of left) {
      const value = one.factor * massOf(one.terms, worth);
      if (value > bestValue) [best, bestValue] = [one, value];
    }
    if (!best || bestValue < first * minShare) break;
    if (picked.length === 0) first = bestValue;
    picked.push(best);
    left.delete(best);
    for (const [at, share] of best.terms) worth[at]! *= 1 - share * (1 - REPEATED_SHARE);
  }
  return picked;
}
