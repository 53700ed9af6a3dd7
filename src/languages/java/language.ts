import type { BlobFacts, ImportFact, SymbolFact } from "../../core/facts.ts";
import { classTestFiles } from "../class-test-files.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { JAVA_LITERALS } from "../literal-syntax.ts";
import { JVM_FAMILY } from "./family.ts";
import query from "./tags.scm";

/** Everything but `private` can be named from another file, be it of the same package. */
function scopeOf(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  const parent = facts.symbols[symbol.parent];
  if (parent && parent.scope !== "exported") return parent.scope;
  return symbol.modifiers.includes("private") ? "internal" : "exported";
}

/** `import a.B;` binds B of a; `import static a.B.c;` binds c of a.B; a wildcard binds nothing by name. */
function readImport(match: CapturedMatch): ImportFact[] {
  const path = match.source?.[0]?.text.replace(/\s+/g, "");
  if (!path) return [];
  const line = match.import![0]!.startLine;
  if (match.wildcard) return [{ source: path, kind: "import", isWildcard: true, bindings: [], line }];
  const name = path.slice(path.lastIndexOf(".") + 1);
  const source = match._static ? path.slice(0, -name.length - 1) : path;
  const imported = match._static ? name : "*";
  return [{ source, kind: "import", isWildcard: false, bindings: [{ imported, local: name }], line }];
}

function isFinal({ signature }: SymbolFact): boolean {
  return /\bfinal\b/.test(signature.slice(0, signature.indexOf("(")));
}

function refine(facts: BlobFacts): void {
  for (const symbol of facts.symbols) {
    const { modifiers } = symbol;
    // A `final` of a parameter is not one of its method.
    if (modifiers.includes("final") && symbol.parameters.length > 0 && !isFinal(symbol)) {
      symbol.modifiers = modifiers.filter((word) => word !== "final");
    }
    if (symbol.kind === "property" && modifiers.includes("static") && modifiers.includes("final")) {
      symbol.kind = "constant";
    }
  }
  // `var` stands where a type would, and so do the packages of a qualified type.
  facts.references = facts.references.filter(({ kind, name }) => kind !== "type" || !/^\p{Ll}/u.test(name));
  for (const local of facts.locals) if (local.type === "var") delete local.type;
}

export default defineLanguage({
  id: "java",
  label: "Java",
  extensions: [".java"],
  grammar: "java",
  query,
  literals: JAVA_LITERALS,
  role: "code",
  countsArguments: true,
  testFiles: classTestFiles("java"),
  typeBounds: "extends",
  family: JVM_FAMILY,
  scopeOf,
  readImport,
  refine,
});
