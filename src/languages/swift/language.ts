import { type BlobFacts, type ImportFact, type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import { classTestFiles } from "../class-test-files.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { JAVA_LITERALS, stringForm, tripleAndSingle } from "../literal-syntax.ts";
import { makeMemberFunctionsMethods } from "../reshape-symbols.ts";
import { SWIFT_FAMILY } from "./family.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "swift",
  label: "Swift",
  extensions: [".swift"],
  shebangs: ["swift"],
  grammar: "swift",
  query,
  literals: {
    ...JAVA_LITERALS,
    hasCharacters: false,
    strings: [
      stringForm('#"', { close: '"#', escaping: "none", isMultiline: true }),
      ...tripleAndSingle(["backslash-parentheses"]),
    ],
  },
  role: "code",
  testFiles: classTestFiles("swift"),
  typeBounds: "colon",
  family: SWIFT_FAMILY,
  scopeOf: scopeOfSymbol,
  readImport,
  refine(facts) {
    makeMemberFunctionsMethods(facts.symbols);
    nameVariables(facts);
    noteExtensions(facts);
  },
});

/** Without a word, a declaration is seen by the whole module, so by other files. */
function scopeOfSymbol(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  if (symbol.modifiers.includes("private") || symbol.modifiers.includes("fileprivate")) return "internal";
  const parent = facts.symbols[symbol.parent];
  return parent ? parent.scope : "exported";
}

/** `import Foundation`, `import struct Lib.Thing` */
function readImport(match: CapturedMatch): ImportFact[] {
  const node = match.import?.[0];
  const path = match.source?.[0]?.text;
  if (!node || !path) return [];
  const line = node.startLine;
  const isOfOne = /\bimport\s+(?:class|struct|enum|protocol|typealias|func|let|var)\s/.test(node.text);
  const dot = path.lastIndexOf(".");
  if (!isOfOne || dot < 0) return [{ source: path, kind: "import", isWildcard: true, bindings: [], line }];
  const name = path.slice(dot + 1);
  return [
    {
      source: path.slice(0, dot),
      kind: "import",
      isWildcard: false,
      bindings: [{ imported: name, local: name }],
      line,
    },
  ];
}

/** `let` at file level is a constant, and what a type holds is its property. */
function nameVariables(facts: BlobFacts): void {
  for (const symbol of facts.symbols) {
    if (symbol.kind !== "variable") continue;
    const parent = facts.symbols[symbol.parent];
    if (parent && TYPE_KINDS.has(parent.kind)) symbol.kind = "property";
    else if (/^(?:[\w()]+ )*let /.test(symbol.signature)) symbol.kind = "constant";
  }
}

/** Members of `extension Foo` belong to Foo, which may be defined anywhere. */
function noteExtensions(facts: BlobFacts): void {
  for (const symbol of facts.symbols) {
    if (symbol.kind === "class" && /^(?:[\w()]+ )*extension /.test(symbol.signature))
      symbol.receiverType = symbol.name;
    const parent = facts.symbols[symbol.parent];
    if (parent?.kind === "class" && parent.receiverType === parent.name) symbol.receiverType = parent.name;
  }
}
