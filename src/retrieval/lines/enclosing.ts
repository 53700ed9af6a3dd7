/** What a line stands in: the innermost function or type around it, or the block of a single-file component. */
import type { SymbolFact } from "../../core/facts.ts";

const COMPONENT_LANGUAGES: ReadonlySet<string> = new Set(["vue", "svelte", "astro"]);
const BLOCK = /^<(template|script|style)\b/;
const BLOCK_END = /^<\/(?:template|script|style)>/;

/** Functions and types, local ones too; a variable or a property encloses nothing that a reader would ask for. */
export function enclosingSymbol(symbols: readonly SymbolFact[], line: number): SymbolFact | undefined {
  let best: SymbolFact | undefined;
  for (const symbol of symbols) {
    const { startLine, endLine } = symbol.span;
    if (startLine > line || endLine < line || !isContainer(symbol)) continue;
    if (!best || endLine - startLine <= best.span.endLine - best.span.startLine) best = symbol;
  }
  return best;
}

function isContainer({ kind, complexity, span }: SymbolFact): boolean {
  if (kind === "property" || kind === "enum-member") return false;
  const isPlain = kind === "variable" || kind === "constant";
  return !isPlain || complexity > 0 || span.endLine > span.startLine;
}

/** `template`, `script` or `style` of a component; its markup is a template when no block is open. `read` gives the lines of the file. */
export function componentBlock(
  read: () => readonly string[],
  line: number,
  language: string,
): string | undefined {
  if (!COMPONENT_LANGUAGES.has(language)) return undefined;
  const before = read().slice(0, line);
  const open = before.findLastIndex((text) => BLOCK.test(text));
  const closed = before.findLastIndex((text) => BLOCK_END.test(text));
  if (open > closed || (open === closed && open === line - 1)) return BLOCK.exec(before[open]!)?.[1];
  const fences = language === "astro" ? before.filter((text) => text.trim() === "---").length : 0;
  return fences % 2 === 1 ? "script" : "template";
}
