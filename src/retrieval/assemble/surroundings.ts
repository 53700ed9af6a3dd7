/** What stands around a span, so that it can be read without opening the file: the imports it uses, its class, its siblings. */
import { type ImportFact, type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import type { Outline } from "../searchable-view.ts";
import { oneLine } from "./map-line.ts";

/** In smaller rooms the body itself needs every line. */
const MIN_TOKENS_FOR_IMPORTS = 900;
const MAX_IMPORTS = 8;

/** Siblings are worth their tokens only beside a body that has room. */
const MIN_TOKENS_FOR_SIBLINGS = 500;
const MAX_SIBLINGS = 8;

/** `named` holds what was shown or named before, which is not named again, and takes in what is named now. */
export function surroundingsOf(
  { symbols, imports }: Pick<Outline, "symbols" | "imports">,
  symbol: SymbolFact | undefined,
  span: HitSpan,
  lines: readonly string[],
  maxTokens: number,
  named: Set<SymbolFact>,
): string[] {
  const body = lines.slice(span.startLine - 1, span.endLine).join("\n");
  return [
    ...(maxTokens < MIN_TOKENS_FOR_IMPORTS ? [] : importsUsed(imports, span, body)),
    ...classAndSiblings(symbols, symbol, span, maxTokens, named),
  ];
}

/**
 * `imports 3| readFile, stat as size from node:fs`: of each import the names that the body holds. What is imported
 * whole without a name (`#include`, `using`) cannot be told to be used and is left out.
 */
function importsUsed(imports: readonly ImportFact[], span: HitSpan, body: string): string[] {
  const words = new Set(body.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  const used: string[] = [];
  for (const { source, bindings, line } of imports) {
    if (line >= span.startLine && line <= span.endLine) continue;
    const names = bindings.filter(({ local }) => words.has(local)).map(bindingText);
    if (names.length > 0 && used.length < MAX_IMPORTS)
      used.push(`imports ${line}| ${oneLine(`${names.join(", ")} from ${source}`)}`);
  }
  return used;
}

function bindingText({ imported, local }: ImportFact["bindings"][number]): string {
  return imported === local || imported === "*" || imported === "default" ? local : `${imported} as ${local}`;
}

function classAndSiblings(
  symbols: readonly SymbolFact[],
  symbol: SymbolFact | undefined,
  span: HitSpan,
  maxTokens: number,
  named: Set<SymbolFact>,
): string[] {
  if (!symbol) return [];
  named.add(symbol);
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
      !named.has(other) &&
      other.complexity > 0 &&
      (other.span.endLine < span.startLine || other.span.startLine > span.endLine),
  );
  const nearest = siblings
    .sort((a, b) => distance(a, span) - distance(b, span) || a.span.startLine - b.span.startLine)
    .slice(0, MAX_SIBLINGS);
  for (const sibling of nearest.sort((a, b) => a.span.startLine - b.span.startLine))
    lines.push(`  ${sibling.span.startLine}| ${oneLine(sibling.signature)}`);
  for (const sibling of nearest) named.add(sibling);
  return lines;
}

function distance(symbol: SymbolFact, span: HitSpan): number {
  return Math.min(
    Math.abs(symbol.span.startLine - span.endLine),
    Math.abs(symbol.span.endLine - span.startLine),
  );
}
