import type { BlobFacts, SymbolFact, ValueFact } from "../../core/facts.ts";

const RETURN = /\breturn\b[ \t]*([^\n;]*)/g;
const MADE = /^new\s+(?:([\w$.]+)\.)?([\w$]+)\s*[(<]/;
/** Longer functions have more than one thing to return. */
const MAX_SCANNED = 20_000;

/**
 * A function without a declared return type whose every `return` makes the same class, or gives back `this`,
 * says by that what it returns. One that also returns something else says nothing.
 */
export function addReturnedValues(facts: BlobFacts, source: string): void {
  if (!/\breturn\s+(?:new\s|this\b)/.test(source)) return;
  for (const [at, symbol] of facts.symbols.entries()) {
    const isFunction = symbol.kind === "function" || symbol.kind === "method";
    if (!isFunction || symbol.returnType !== undefined || symbol.value) continue;
    const value = returnedValue(facts.symbols, at, source);
    if (value) symbol.value = value;
  }
}

function returnedValue(symbols: readonly SymbolFact[], at: number, source: string): ValueFact | null {
  const { start, end } = symbols[at]!.span;
  if (end - start > MAX_SCANNED) return null;
  const text = source.slice(start, end);
  let found: ValueFact | null = null;
  for (const match of text.matchAll(RETURN)) {
    if (isInNested(symbols, at, start + match.index)) continue;
    const value = readReturned(match[1]!.trim());
    if (!value || (found && !isSame(found, value))) return null;
    found = value;
  }
  return found;
}

function readReturned(text: string): ValueFact | null {
  if (text === "this" || text === "this }") return { kind: "name", name: "this" };
  const made = MADE.exec(text);
  // `new Foo().build()` returns what build returns.
  if (!made || /\)\s*\.\s*[\w$]/.test(text)) return null;
  return made[1] === undefined
    ? { kind: "new", name: made[2]! }
    : { kind: "new", name: made[2]!, receiver: made[1] };
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
