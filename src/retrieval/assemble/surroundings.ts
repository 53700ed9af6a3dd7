/** What stands around a span, so that it can be read without opening the file: its class, its siblings. */
import { type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import { oneLine } from "./map-line.ts";

/** Siblings are worth their tokens only in roomy answers. */
const MIN_TOKENS_FOR_SIBLINGS = 700;
const MAX_SIBLINGS = 6;

export function surroundingsOf(
  symbols: readonly SymbolFact[],
  symbol: SymbolFact | undefined,
  span: HitSpan,
  maxTokens: number,
): string[] {
  if (!symbol) return [];
  const owner = symbols[symbol.parent];
  if (!owner || !(TYPE_KINDS.has(owner.kind) || owner.kind === "namespace")) return [];
  const isInside = owner.span.startLine >= span.startLine;
  if (isInside) return [];
  const lines = [`in ${owner.kind} ${owner.span.startLine}| ${oneLine(owner.signature)}`];
  if (maxTokens < MIN_TOKENS_FOR_SIBLINGS) return lines;
  const parent = symbol.parent;
  const siblings = symbols.filter(
    (other) =>
      other.parent === parent &&
      other !== symbol &&
      other.complexity > 0 &&
      (other.span.endLine < span.startLine || other.span.startLine > span.endLine),
  );
  const nearest = siblings
    .sort((a, b) => distance(a, span) - distance(b, span) || a.span.startLine - b.span.startLine)
    .slice(0, MAX_SIBLINGS);
  for (const sibling of nearest.sort((a, b) => a.span.startLine - b.span.startLine))
    lines.push(`  ${sibling.span.startLine}| ${oneLine(sibling.signature)}`);
  return lines;
}

function distance(symbol: SymbolFact, span: HitSpan): number {
  return Math.min(
    Math.abs(symbol.span.startLine - span.endLine),
    Math.abs(symbol.span.endLine - span.startLine),
  );
}
