/** An import chain as lines. */
import type { ImportNode } from "./import-chain.ts";

const MAX_OUTSIDE_SHOWN = 6;

/** One line per import, indented by depth; the last one says how many there are beyond it. */
export function renderImportChain(node: ImportNode, maxLines: number): string[] {
  const lines: string[] = [];
  const visit = (at: ImportNode, depth: number) => {
    const indent = "  ".repeat(depth);
    lines.push(`${indent}${depth > 0 ? "→ " : ""}${at.path}${marksOf(at)}`);
    for (const child of at.imports) visit(child, depth + 1);
    for (const { place, language, contract } of at.borders)
      lines.push(`${indent}  ⇥ ${contract ? `${contract}: ` : ""}${place} (${language}, not followed)`);
  };
  visit(node, 0);
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), `… ${lines.length - maxLines + 1} more lines`];
}

/** Cycles, cuts and modules that nobody has indexed, in parentheses; empty when there is nothing to say. */
export function marksOf({ isCycle, isRepeated, omitted, outside }: ImportNode): string {
  const more = outside.length > MAX_OUTSIDE_SHOWN ? ` +${outside.length - MAX_OUTSIDE_SHOWN}` : "";
  const marks = [
    isCycle ? "cycle" : "",
    isRepeated ? "above" : "",
    omitted > 0 ? `+${omitted} more` : "",
    outside.length > 0 ? `external: ${outside.slice(0, MAX_OUTSIDE_SHOWN).join(", ")}${more}` : "",
  ].filter(Boolean);
  return marks.length > 0 ? ` (${marks.join("; ")})` : "";
}
