import type { BlobFacts, ImportFact, SymbolFact } from "../../core/facts.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { C_LITERALS } from "../literal-syntax.ts";
import { dropUsesOfLocals } from "../reshape-symbols.ts";
import { markConditionalMacros } from "./conditional-macros.ts";
import { C_FAMILY } from "./family.ts";
import { addCallsInMacros } from "./macro-bodies.ts";
import { maskPreprocessor } from "./mask-macros.ts";
import query from "./tags.scm";

function scopeOf(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  const parent = facts.symbols[symbol.parent];
  if (parent) return parent.scope;
  return symbol.modifiers.includes("static") ? "internal" : "exported";
}

/** An include makes all that its file declares visible. */
function readImport(match: CapturedMatch): ImportFact[] {
  const source = match.source?.[0]?.text.replace(/^[<"]|[>"]$/g, "");
  if (!source) return [];
  const line = match["import.include"]![0]!.startLine;
  return [{ source, kind: "include", isWildcard: true, bindings: [], line }];
}

function refine(facts: BlobFacts, source: string): void {
  for (const symbol of facts.symbols) {
    if (symbol.kind === "function" && source[symbol.span.end - 1] === ";")
      symbol.modifiers.push("declaration");
    if (symbol.kind === "variable" && symbol.modifiers.includes("const")) symbol.kind = "constant";
    if (symbol.kind === "macro") symbol.signature = symbol.signature.replace(/^#\s*define\s+/, "#define ");
  }
  dropUsesOfLocals(facts);
  addCallsInMacros(facts, source);
  markConditionalMacros(facts, source);
}

export default defineLanguage({
  id: "c",
  label: "C",
  extensions: [".c"],
  grammar: "c",
  query,
  literals: C_LITERALS,
  role: "code",
  testFiles: /_test\.c$/,
  family: C_FAMILY,
  mask: maskPreprocessor,
  scopeOf,
  readImport,
  refine,
});
