import { type BlobFacts, type ImportFact, type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import { classTestFiles } from "../class-test-files.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { JVM_FAMILY } from "../java/family.ts";
import { JAVA_LITERALS, tripleAndSingle } from "../literal-syntax.ts";
import { dropUsesOfLocals, makeMemberFunctionsMethods, requalify } from "../reshape-symbols.ts";
import { maskNewSyntax } from "./mask-new-syntax.ts";
import query from "./tags.scm";

function scopeOf(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  const parent = facts.symbols[symbol.parent];
  if (parent && parent.scope !== "exported") return parent.scope;
  return symbol.modifiers.includes("private") ? "internal" : "exported";
}

function readImport(match: CapturedMatch): ImportFact[] {
  const source = match.source?.[0]?.text.replace(/\s+/g, "");
  if (!source) return [];
  const isWildcard = match.wildcard !== undefined;
  const local = match.alias?.[0]?.text ?? source.slice(source.lastIndexOf(".") + 1);
  const bindings = isWildcard ? [] : [{ imported: "*", local }];
  return [{ source, kind: "import", isWildcard, bindings, line: match.import![0]!.startLine }];
}

function refine(facts: BlobFacts): void {
  const { symbols } = facts;
  for (const symbol of symbols) {
    if (symbol.kind === "class" && symbol.name === "object") symbol.name = "Companion";
    if (symbol.kind === "constructor") symbol.name = symbols[symbol.parent]?.name ?? symbol.name;
    const isConstant = symbol.modifiers.includes("const");
    if ((symbol.kind === "property" || symbol.kind === "variable") && isConstant) symbol.kind = "constant";
    // What an anonymous object implements says nothing of the function around it.
    if (symbol.bases.length > 0 && !TYPE_KINDS.has(symbol.kind)) symbol.bases = [];
    if (symbol.kind === "interface") for (const base of symbol.bases) base.relation = "extends";
  }
  makeMemberFunctionsMethods(symbols);
  requalify(symbols);
  dropUsesOfLocals(facts);
}

export default defineLanguage({
  id: "kotlin",
  label: "Kotlin",
  aliases: ["kt"],
  extensions: [".kt", ".kts"],
  grammar: "kotlin",
  query,
  literals: {
    ...JAVA_LITERALS,
    hasAtAnnotations: true,
    strings: tripleAndSingle(["dollar-braces", "dollar-name"], { escaping: "none" }),
  },
  role: "code",
  testFiles: classTestFiles("kts?"),
  typeBounds: "colon",
  family: JVM_FAMILY,
  mask: maskNewSyntax,
  scopeOf,
  readImport,
  refine,
});
