/** Which of several signatures of one name an overriding member answers. */
import type { SymbolFact } from "../../core/facts.ts";
import type { PlacedSymbol } from "./symbols-of-view.ts";

/**
 * Of the members that share a name, those that this one may implement or override, or be implemented by. Where each
 * signature is a function of its own, types decide as far as they are written alike; type arguments may change them.
 */
export function matchingSignatures(
  member: PlacedSymbol,
  others: readonly PlacedSymbol[],
): readonly PlacedSymbol[] {
  if (!member.family.hasDistinctOverloads || others.length === 0) return others;
  const sameCount = others.filter(
    ({ symbol }) => symbol.parameters.length === member.symbol.parameters.length || !isCallable(symbol),
  );
  const sameTypes = sameCount.filter(({ symbol }) => typesOf(symbol) === typesOf(member.symbol));
  return sameTypes.length > 0 ? sameTypes : sameCount;
}

function isCallable({ kind }: SymbolFact): boolean {
  return kind === "method" || kind === "function";
}

function typesOf({ parameters }: SymbolFact): string {
  return parameters.map(({ type }) => (type ?? "").replace(/\s+/g, "")).join(",");
}
