import type { BlobFacts, SymbolFact } from "../../core/facts.ts";
import { defineLanguage } from "../contract.ts";
import { stringForm } from "../literal-syntax.ts";
import { LUA_FAMILY } from "./family.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "lua",
  label: "Lua",
  extensions: [".lua", ".rockspec"],
  filenames: [".luacheckrc"],
  shebangs: ["lua", "luajit"],
  grammar: "lua",
  query,
  literals: {
    strings: [
      stringForm("[[", { close: "]]", escaping: "none", isMultiline: true }),
      stringForm('"'),
      stringForm("'"),
    ],
    lineComments: ["--"],
    blockComments: [],
    joins: [".."],
    bareArguments: "commas",
  },
  role: "code",
  testFiles: /_(?:test|spec)\.lua$|^test\.lua$/,
  family: LUA_FAMILY,
  scopeOf: (symbol, facts) =>
    symbol.signature.startsWith("local ") ? "internal" : (facts.symbols[symbol.parent]?.scope ?? "exported"),
  refine(facts, source) {
    dropBareRequires(facts);
    nameClasses(facts);
    exportReturned(facts, source);
  },
});

/** A table with `__index`, methods or a metatable that inherits is what Lua has for a class. */
function nameClasses(facts: BlobFacts): void {
  const classes = new Set<string>();
  for (const { kind, name, receiverType } of facts.symbols) {
    if (receiverType !== undefined && (kind === "method" || name === "__index")) classes.add(receiverType);
  }
  for (const symbol of facts.symbols) {
    if (symbol.kind !== "variable" || symbol.receiverType !== undefined) continue;
    if (classes.has(symbol.qualifiedName) || symbol.bases.length > 0) symbol.kind = "class";
  }
}

/** `local x = require "a"` is matched as a binding and as a bare call: the binding says more. */
function dropBareRequires(facts: BlobFacts): void {
  const bound = new Set<string>();
  for (const { source, line, bindings } of facts.imports)
    if (bindings.length > 0) bound.add(`${line} ${source}`);
  facts.imports = facts.imports.filter(
    ({ source, line, bindings }) => bindings.length > 0 || !bound.has(`${line} ${source}`),
  );
  facts.references = facts.references.filter(
    ({ name, receiver }) => name !== "require" || receiver !== undefined,
  );
}

const RETURN_NAME = /^return[ \t(]+([A-Za-z_]\w*)[ \t)]*;?\s*(?:--.*)?$/gm;
const RETURN_TABLE = /^return\s*\{([\s\S]*)\}\s*;?\s*$/m;

/** What `return M` or `return { f = f }` at the end of the file hands to whoever requires it. */
function exportReturned(facts: BlobFacts, source: string): void {
  const returned = [...source.matchAll(RETURN_NAME)].at(-1)?.[1];
  if (returned !== undefined) {
    markExported(facts, returned);
    for (const { receiverType, scope, name, qualifiedName, namePosition } of facts.symbols) {
      if (receiverType !== returned || scope === "local") continue;
      facts.exports.push({ exported: name, local: qualifiedName, line: namePosition.line });
    }
    return;
  }
  const fields = RETURN_TABLE.exec(source)?.[1] ?? "";
  for (const [, exported, local] of fields.matchAll(/(\w+)\s*=\s*(\w+)\s*(?=[,}\n]|$)/g)) {
    const symbol = markExported(facts, local!);
    if (symbol) facts.exports.push({ exported: exported!, local: local!, line: symbol.namePosition.line });
  }
}

function markExported(facts: BlobFacts, name: string): SymbolFact | undefined {
  const symbol = facts.symbols.find(({ qualifiedName }) => qualifiedName === name);
  if (symbol && symbol.scope === "internal") symbol.scope = "exported";
  return symbol;
}
