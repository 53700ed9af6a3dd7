import type { SymbolFact } from "../core/facts.ts";

/** What most qualified names are; only the others are spelled out. */
export function derivedName(
  symbol: { name: string; parent: number },
  symbols: readonly { qualifiedName: string }[],
): string {
  const parent = symbols[symbol.parent];
  return parent ? `${parent.qualifiedName}.${symbol.name}` : symbol.name;
}

/** Without making the name only to compare it. */
export function isDerivedName({ name, qualifiedName }: SymbolFact, parent: SymbolFact | undefined): boolean {
  if (!parent) return qualifiedName === name;
  const outer = parent.qualifiedName;
  return (
    qualifiedName.length === outer.length + 1 + name.length &&
    qualifiedName.charCodeAt(outer.length) === DOT &&
    qualifiedName.endsWith(name) &&
    qualifiedName.startsWith(outer)
  );
}

const DOT = 46;
