import type { BlobFacts, SymbolFact, ValueFact } from "../core/facts.ts";

/** Reads what stands behind a `return`; `nothing` for one that says nothing about the others. */
export type ReturnReader = (source: string, at: number) => ValueFact | "nothing" | null;

const RETURN = /\breturn\b[ \t]*/g;
/** Longer functions have more than one thing to return. */
const MAX_SCANNED = 20_000;

/**
 * A function without a declared return type whose every `return` makes the same class, or gives back its own object,
 * says by that what it returns. One that also returns something else says nothing.
 */
export function addReturnedValues(facts: BlobFacts, source: string, read: ReturnReader): void {
  for (const [at, symbol] of facts.symbols.entries()) {
    const isFunction = symbol.kind === "function" || symbol.kind === "method";
    if (!isFunction || symbol.returnType !== undefined || symbol.value) continue;
    const value = returnedValue(facts.symbols, at, source, read);
    if (value) symbol.value = value;
  }
}

function returnedValue(
  symbols: readonly SymbolFact[],
  at: number,
  source: string,
  read: ReturnReader,
): ValueFact | null {
  const { start, end } = symbols[at]!.span;
  if (end - start > MAX_SCANNED) return null;
  let found: ValueFact | null = null;
  for (const match of source.slice(start, end).matchAll(RETURN)) {
    if (isInNested(symbols, at, start + match.index)) continue;
    const value = read(source.slice(0, end), start + match.index + match[0].length);
    if (value === "nothing") continue;
    if (!value || (found && !isSame(found, value))) return null;
    found = value;
  }
  return found;
}

function isSame(a: ValueFact, b: ValueFact): boolean {
  return a.kind === b.kind && a.name === b.name && a.receiver === b.receiver;
}

/** Symbols inside a symbol follow it directly. */
function isInNested(symbols: readonly SymbolFact[], at: number, point: number): boolean {
  const { end } = symbols[at]!.span;
  for (let inner = at + 1; inner < symbols.length && symbols[inner]!.span.start < end; inner++) {
    const { kind, span } = symbols[inner]!;
    if ((kind === "function" || kind === "method") && span.start <= point && point < span.end) return true;
  }
  return false;
}
