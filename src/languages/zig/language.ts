import type { BlobFacts } from "../../core/facts.ts";
import { defineLanguage } from "../contract.ts";
import { JAVA_LITERALS, stringForm } from "../literal-syntax.ts";
import { makeMemberFunctionsMethods } from "../reshape-symbols.ts";
import { ZIG_FAMILY } from "./family.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "zig",
  label: "Zig",
  extensions: [".zig", ".zon"],
  grammar: "zig",
  query,
  literals: { ...JAVA_LITERALS, strings: [stringForm('"')], joins: ["++"] },
  role: "code",
  family: ZIG_FAMILY,
  scopeOf: (symbol, facts) => {
    const parent = facts.symbols[symbol.parent];
    const isMember = symbol.kind === "property" || symbol.kind === "enum-member";
    if (isMember && parent) return parent.scope;
    return isVisible(symbol.modifiers) && (!parent || parent.scope === "exported") ? "exported" : "internal";
  },
  refine(facts) {
    makeMemberFunctionsMethods(facts.symbols);
    dropInnerImports(facts);
    openGenericTypes(facts);
  },
});

function isVisible(modifiers: readonly string[]): boolean {
  return modifiers.includes("pub") || modifiers.includes("export");
}

/** `const x = @import("x.zig")` is matched as a binding and as a bare use of the file: the binding says more. */
function dropInnerImports(facts: BlobFacts): void {
  const bound = new Set<string>();
  for (const { source, line, bindings, isWildcard } of facts.imports) {
    if (bindings.length > 0 || isWildcard) bound.add(`${line} ${source}`);
  }
  facts.imports = facts.imports.filter(
    (fact) => fact.bindings.length > 0 || fact.isWildcard || !bound.has(`${fact.line} ${fact.source}`),
  );
}

/** `fn List(comptime T: type) type { return struct {...} }` is a type: what is in it can be named from outside. */
function openGenericTypes(facts: BlobFacts): void {
  for (const symbol of facts.symbols) {
    const parent = facts.symbols[symbol.parent];
    if (!parent || parent.scope === "local" || symbol.scope !== "local") continue;
    if (parent.kind === "function" && parent.returnType !== "type") continue;
    if (parent.kind === "method" && parent.returnType !== "type") continue;
    if (symbol.kind === "function") symbol.kind = "method";
    const isField = symbol.kind === "property" || symbol.kind === "enum-member";
    symbol.scope = isField || isVisible(symbol.modifiers) ? parent.scope : "internal";
  }
}
