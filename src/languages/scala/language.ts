import {
  type BlobFacts,
  type ExportFact,
  type ImportFact,
  type SymbolFact,
  type SymbolKind,
  TYPE_KINDS,
} from "../../core/facts.ts";
import { classTestFiles } from "../class-test-files.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { JVM_FAMILY } from "../java/family.ts";
import { JAVA_LITERALS, prefixed, tripleAndSingle } from "../literal-syntax.ts";
import { readClauses } from "./read-clauses.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "scala",
  label: "Scala",
  extensions: [".scala", ".sc", ".sbt"],
  shebangs: ["scala", "scala-cli", "amm"],
  grammar: "scala",
  query,
  literals: {
    ...JAVA_LITERALS,
    strings: [
      ...tripleAndSingle(["dollar-braces", "dollar-name"]).flatMap((form) =>
        prefixed(["s", "f", "raw"], form),
      ),
      ...tripleAndSingle([], { escaping: "none" }),
    ],
  },
  role: "code",
  testFiles: classTestFiles("scala"),
  typeBounds: "subtype",
  family: JVM_FAMILY,
  scopeOf: scopeOfSymbol,
  readImport,
  readExport,
  refine: nameMembers,
});

/** What the grammar has one node for: functions and methods, values of a file, of a type. */
function nameMembers(facts: BlobFacts): void {
  for (const symbol of facts.symbols) {
    const parent = facts.symbols[symbol.parent];
    const isMember = parent !== undefined && (TYPE_KINDS.has(parent.kind) || MEMBER_OWNERS.has(parent.kind));
    if (symbol.kind === "function" && isMember)
      symbol.kind = symbol.name === "this" ? "constructor" : "method";
    else if (symbol.kind === "variable" && isMember) symbol.kind = "property";
    else if (symbol.kind === "variable" && /^(?:[\w[\]]+ )*val /.test(symbol.signature))
      symbol.kind = "constant";
  }
}

/** Package objects and givens have members too. */
const MEMBER_OWNERS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["namespace", "constant", "enum-member"]);

function scopeOfSymbol(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  if (symbol.modifiers.some((word) => word.startsWith("private"))) return "internal";
  const parent = facts.symbols[symbol.parent];
  return parent ? parent.scope : "exported";
}

function readImport(match: CapturedMatch): ImportFact[] {
  const node = match.import?.[0];
  if (!node) return [];
  return readClauses(node.text).map(({ path, name, alias }) =>
    name === "*"
      ? { source: path, kind: "import", isWildcard: true, bindings: [], line: node.startLine }
      : {
          source: path === "" ? name : `${path}.${name}`,
          kind: "import",
          isWildcard: false,
          bindings: [{ imported: name, local: alias }],
          line: node.startLine,
        },
  );
}

function readExport(match: CapturedMatch): ExportFact[] {
  const node = match.export?.[0];
  if (!node) return [];
  return readClauses(node.text).map(({ path, name, alias }) => ({
    exported: alias,
    local: name,
    source: path,
    line: node.startLine,
  }));
}
