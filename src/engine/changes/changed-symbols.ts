/** From changed lines to the symbols they belong to. */
import type { SymbolFact } from "../../core/facts.ts";
import type { LineRange } from "./line-diff.ts";

export interface SymbolChanges {
  /** Ordinals in document order. */
  ordinals: number[];
  /** Changed lines outside any symbol. */
  topLevel: LineRange[];
}

/** Blank lines belong to nothing. */
export function changedSymbols(
  symbols: readonly SymbolFact[],
  ranges: readonly LineRange[],
  isBlank: (line: number) => boolean,
): SymbolChanges {
  const owners = innermostByLine(symbols);
  const isWhole = symbols.map(({ span }) =>
    ranges.some(({ start, end }) => start <= span.startLine && span.endLine <= end),
  );
  const changed = new Set<number>();
  const topLevel: LineRange[] = [];
  for (const range of ranges) {
    if (range.end < range.start) {
      const at = around(symbols, owners.get(range.start - 1) ?? -1, range.start);
      if (at >= 0) changed.add(at);
      else topLevel.push(range);
      continue;
    }
    for (let line = range.start; line <= range.end; line++) {
      if (isBlank(line)) continue;
      let at = owners.get(line) ?? -1;
      // A class that is new as a whole is named once, not by each of its members.
      while (at >= 0 && isWhole[symbols[at]!.parent]) at = symbols[at]!.parent;
      if (at >= 0) changed.add(at);
      else addLine(topLevel, line);
    }
  }
  return { ordinals: [...changed].sort((a, b) => a - b), topLevel };
}

function addLine(ranges: LineRange[], line: number): void {
  const last = ranges.at(-1);
  if (last && last.end === line - 1 && last.end >= last.start) last.end = line;
  else ranges.push({ start: line, end: line });
}

/** Parents come before children, so the last one to claim a line is the innermost. Names inside bodies do not count. */
function innermostByLine(symbols: readonly SymbolFact[]): Map<number, number> {
  const owners = new Map<number, number>();
  symbols.forEach(({ scope, span }, at) => {
    if (scope === "local") return;
    for (let line = span.startLine; line <= span.endLine; line++) owners.set(line, at);
  });
  return owners;
}

/** The innermost symbol that goes on from the line before a gap to the line after it. */
function around(symbols: readonly SymbolFact[], before: number, lineAfter: number): number {
  let at = before;
  while (at >= 0 && symbols[at]!.span.endLine < lineAfter) at = symbols[at]!.parent;
  return at;
}

/** Symbols of the old content whose name is gone from the new one; members of what is gone are not named again. */
export function removedSymbols(before: readonly SymbolFact[], after: readonly SymbolFact[]): SymbolFact[] {
  const names = new Set(after.map((symbol) => symbol.qualifiedName));
  const isGone = (at: number) => at >= 0 && !names.has(before[at]!.qualifiedName);
  return before.filter(
    (symbol, at) => symbol.scope !== "local" && symbol.overload === 0 && isGone(at) && !isGone(symbol.parent),
  );
}
