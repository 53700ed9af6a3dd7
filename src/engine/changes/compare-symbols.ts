/** How a symbol that exists before and after a change differs: for those who use it, or inside alone. */
import type { SymbolFact } from "../../core/facts.ts";

/** `signature`: who uses it may have to change. `body`: what it does changed. */
export type SymbolChange = "new" | "signature" | "body";

export function symbolChange(symbol: SymbolFact, before: readonly SymbolFact[]): SymbolChange {
  const same = before.filter(({ qualifiedName }) => qualifiedName === symbol.qualifiedName);
  if (same.length === 0) return "new";
  // Overloads are counted in order, so one that was added moves the others.
  return same.some((old) => declarationOf(old) === declarationOf(symbol)) ? "body" : "signature";
}

/** All that others see of it. */
function declarationOf({
  kind,
  signature,
  parameters,
  returnType,
  valueType,
  modifiers,
  bases,
  scope,
}: SymbolFact): string {
  const seen = modifiers.filter((word) => word !== "async");
  const types = parameters.map(({ name, type }) => [name, type]);
  return JSON.stringify([kind, foldSpace(signature), types, returnType, valueType, seen, bases, scope]);
}

function foldSpace(text: string): string {
  return text.replace(/\s+/g, "");
}
