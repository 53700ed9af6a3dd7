import type { BlobFacts, ImportFact, SymbolFact } from "../../core/facts.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { stringForm } from "../literal-syntax.ts";
import { removeSymbols, requalify } from "../reshape-symbols.ts";
import { PHP_FAMILY } from "./family.ts";
import query from "./tags.scm";

/** Names that look like classes in type positions. */
const BUILT_IN: ReadonlySet<string> = new Set(["self", "static", "parent", "class"]);

function scopeOf(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  const parent = facts.symbols[symbol.parent];
  if (parent && parent.scope !== "exported") return parent.scope;
  return symbol.modifiers.includes("private") ? "internal" : "exported";
}

function readImport(match: CapturedMatch): ImportFact[] {
  const text = match.source?.[0]?.text;
  if (!text) return [];
  const required = match["import.require"]?.[0];
  if (required) return readRequire(text, required.startLine);
  const group = match.namespace?.[0]?.text;
  const source = (group ? `${group}\\${text}` : text).replace(/^\\/, "");
  const local = match.alias?.[0]?.text ?? source.slice(source.lastIndexOf("\\") + 1);
  const line = match.import![0]!.startLine;
  return [{ source, kind: "import", isWildcard: false, bindings: [{ imported: "*", local }], line }];
}

/** `__DIR__ . '/x.php'` is a path relative to the file; other expressions are not known before they run. */
function readRequire(text: string, line: number): ImportFact[] {
  const path = /(["'])([^"']+)\1\s*$/.exec(text)?.[2];
  if (!path) return [];
  const source = text.includes("__DIR__") ? `.${path.startsWith("/") ? "" : "/"}${path}` : path;
  return [{ source, kind: "require", isWildcard: true, bindings: [], line }];
}

const DOC_VAR = /@var\s+([^\s*]+)/;
const DOC_RETURN = /@return\s+([^\s*]+)/;
const DOC_PARAMETER = /@param\s+([^\s*]+)\s+(?:\.\.\.)?(\$\w+)/g;

/** Much code still says its types in comments; a declared type wins. */
function readDocTypes(symbol: SymbolFact): void {
  const { doc, kind } = symbol;
  if (!doc?.includes("@")) return;
  if (kind === "property") {
    const type = DOC_VAR.exec(doc)?.[1];
    if (type) symbol.valueType ??= type;
  }
  if (kind !== "method" && kind !== "function" && kind !== "constructor") return;
  const returned = DOC_RETURN.exec(doc)?.[1];
  if (returned) symbol.returnType ??= returned;
  for (const [, type, name] of doc.matchAll(DOC_PARAMETER)) {
    const parameter = symbol.parameters.find((one) => one.name === name);
    if (parameter) parameter.type ??= type!;
  }
}

/** The parameters of a function are its locals too. */
function typeParameterLocals(facts: BlobFacts): void {
  for (const local of facts.locals) {
    if (!local.isParameter || local.type !== undefined) continue;
    const type = facts.symbols[local.from]?.parameters.find(({ name }) => name === local.name)?.type;
    if (type !== undefined) local.type = type;
  }
}

function refine(facts: BlobFacts): void {
  const { symbols } = facts;
  for (const symbol of symbols) {
    readDocTypes(symbol);
    if (symbol.kind === "method" && symbol.name === "__construct") symbol.kind = "constructor";
    if (symbol.kind === "namespace") symbol.name = symbol.name.replaceAll("\\", ".");
    const parent = symbols[symbol.parent];
    // Promoted parameters are properties of the class, not of its constructor.
    if (symbol.kind === "property" && parent && (parent.kind === "constructor" || parent.kind === "method")) {
      symbol.parent = parent.parent;
      const owner = symbols[parent.parent];
      const isHidden = symbol.modifiers.includes("private");
      symbol.scope = owner && owner.scope !== "exported" ? owner.scope : isHidden ? "internal" : "exported";
    }
  }
  typeParameterLocals(facts);
  dropRepeatedVariables(facts);
  requalify(facts.symbols);
  facts.references = facts.references.filter(({ name, kind }) => kind === "call" || !BUILT_IN.has(name));
}

/** A script assigns a variable many times; the first time declares it. */
function dropRepeatedVariables(facts: BlobFacts): void {
  const seen = new Set<string>();
  removeSymbols(facts, ({ kind, name, parent }) => {
    if (kind !== "variable") return false;
    const key = `${parent} ${name}`;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

export default defineLanguage({
  id: "php",
  label: "PHP",
  extensions: [".php", ".phtml", ".php5", ".php7", ".inc"],
  shebangs: ["php"],
  grammar: "php",
  query,
  literals: {
    strings: [
      stringForm("'", { isMultiline: true }),
      stringForm('"', { isMultiline: true, holes: ["braces-dollar", "dollar-name"] }),
    ],
    lineComments: ["//", "#"],
    blockComments: [["/*", "*/"]],
    joins: ["."],
    hasArrowKeys: true,
  },
  role: "code",
  testFiles: /(?:_test|Test|Tests|TestCase|Spec|Specs|IT)\.php$/,
  family: PHP_FAMILY,
  scopeOf,
  readImport,
  refine,
});
