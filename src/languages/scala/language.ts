import type { BlobFacts, ExportFact, ImportFact, SymbolFact } from "../../core/facts.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { readClauses } from "./read-clauses.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "scala",
  label: "Scala",
  extensions: [".scala", ".sc", ".sbt"],
  shebangs: ["scala", "scala-cli", "amm"],
  grammar: "scala",
  query,
  role: "code",
  scopeOf: scopeOfSymbol,
  readImport,
  readExport,
});

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
