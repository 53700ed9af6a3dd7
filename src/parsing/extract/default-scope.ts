/** Who can see a symbol, when the language has no rule of its own. */
import type { BlobFacts, SymbolFact } from "../../core/facts.ts";
import type { LanguageDefinition } from "../../languages/contract.ts";
import { type Arranged, FUNCTION_KINDS } from "./arrange-definitions.ts";

const PUBLIC_WORDS: ReadonlySet<string> = new Set(["export", "public", "pub", "open", "exported"]);
const HIDDEN_WORDS: ReadonlySet<string> = new Set([
  "private",
  "protected",
  "fileprivate",
  "internal",
  "file",
]);

export function assignScopes(facts: BlobFacts, arranged: Arranged, definition: LanguageDefinition): void {
  const exported = new Set<string>();
  for (const { local, source } of facts.exports) if (source === undefined) exported.add(local);
  for (const [at, symbol] of facts.symbols.entries()) {
    const parent = facts.symbols[symbol.parent];
    const isLocal =
      arranged.isInBlock[at] === true ||
      (parent !== undefined && (parent.scope === "local" || FUNCTION_KINDS.has(parent.kind)));
    if (isLocal) symbol.scope = "local";
    else symbol.scope = definition.scopeOf?.(symbol, facts) ?? defaultScope(symbol, parent, exported);
  }
}

function defaultScope(
  symbol: SymbolFact,
  parent: SymbolFact | undefined,
  exported: ReadonlySet<string>,
): SymbolFact["scope"] {
  if (parent) {
    const isHidden = symbol.name.startsWith("#") || symbol.modifiers.some((word) => HIDDEN_WORDS.has(word));
    return isHidden ? "internal" : parent.scope;
  }
  const isPublic = symbol.modifiers.some((word) => PUBLIC_WORDS.has(word)) || exported.has(symbol.name);
  return isPublic ? "exported" : "internal";
}
