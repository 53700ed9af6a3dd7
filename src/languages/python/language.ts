import type { BlobFacts, ExportFact, ImportFact, SymbolFact } from "../../core/facts.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { type LiteralSyntax, prefixed, stringForm } from "../literal-syntax.ts";
import {
  dropUsesOfLocals,
  makeMemberFunctionsMethods,
  removeSymbols,
  requalify,
} from "../reshape-symbols.ts";
import { PYTHON_FAMILY } from "./family.ts";
import { addReturnedValues } from "./returned-values.ts";
import query from "./tags.scm";

const CONSTANT_NAME = /^_*[A-Z][A-Z0-9_]*$/;
const ENUM_BASE = /(?:^|\.)(?:Int|Str|Text|Integer)?(?:Enum|Flag|Choices)$/;
const DUNDER_NAME = /^__\w+__$/;
const STRING_ITEM = /(["'])([\w.]+)\1/g;

/** A leading underscore is the only privacy Python has. */
function scopeOf(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  const parent = facts.symbols[symbol.parent];
  if (parent && parent.scope !== "exported") return parent.scope;
  return symbol.name.startsWith("_") && !DUNDER_NAME.test(symbol.name) ? "internal" : "exported";
}

/** `import a.b` binds `a` but is used as `a.b.x`, so the whole path is kept as the local name. */
function readImport(match: CapturedMatch): ImportFact[] {
  const source = match.source?.[0]?.text.replace(/\s+/g, "");
  if (!source) return [];
  const alias = match.alias?.[0]?.text;
  const imported = match.imported?.[0]?.text;
  const isWildcard = match.wildcard !== undefined;
  const bindings: ImportFact["bindings"] = [];
  if (imported) bindings.push({ imported, local: alias ?? imported });
  else if (!isWildcard) bindings.push({ imported: "*", local: alias ?? source });
  return [{ source, kind: "import", isWildcard, bindings, line: match.import![0]!.startLine }];
}

/** `__all__ = [...]` and `__all__ += [...]`; other lists at the top of a module match the same pattern. */
function readExport(match: CapturedMatch): ExportFact[] {
  if (match.name?.[0]?.text !== "__all__") return [];
  const line = match.export![0]!.startLine;
  const items = match.value?.[0]?.text.matchAll(STRING_ITEM) ?? [];
  return Array.from(items, (item) => ({ exported: item[2]!, local: item[2]!, line }));
}

/** Builtins that annotations are full of; nothing in a repository defines them. */
const BUILT_IN_TYPES: ReadonlySet<string> = new Set(
  "int str bool float bytes complex object None dict list set frozenset tuple type range".split(" "),
);
const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;

function refine(facts: BlobFacts, source: string): void {
  // A quoted annotation may hold any expression; only a plain name can be looked up.
  facts.references = facts.references.filter(
    ({ kind, name }) => kind !== "type" || (!BUILT_IN_TYPES.has(name) && IDENTIFIER.test(name)),
  );
  liftInstanceAttributes(facts, source);
  for (const symbol of facts.symbols) {
    if (symbol.kind === "class" && symbol.bases.some(({ name }) => ENUM_BASE.test(name)))
      symbol.kind = "enum";
    const isMember = symbol.kind === "property" && !symbol.valueType && !symbol.signature.startsWith("self.");
    if (isMember && facts.symbols[symbol.parent]?.kind === "enum") symbol.kind = "enum-member";
  }
  makeMemberFunctionsMethods(facts.symbols);
  for (const symbol of facts.symbols) {
    if (symbol.kind === "method" && symbol.name === "__init__") symbol.kind = "constructor";
    if (symbol.kind === "variable" && CONSTANT_NAME.test(symbol.name)) symbol.kind = "constant";
    if (symbol.value?.name === "TypeVar") refineTypeVariable(symbol);
  }
  dropClassLocals(facts);
  dropUsesOfLocals(facts);
  addReturnedValues(facts, source);
}

/** `T = TypeVar("T", bound=Shape)` has the members of a Shape. */
function refineTypeVariable(symbol: SymbolFact): void {
  const bound = /\bbound\s*=\s*["']?([\w.]+)/.exec(symbol.signature)?.[1];
  if (bound === undefined) return;
  symbol.valueType = bound;
  delete symbol.value;
}

/** `self.x = ...` in a method is an attribute of the class; the first assignment of a name declares it. */
function liftInstanceAttributes(facts: BlobFacts, source: string): void {
  const { symbols } = facts;
  const declared = new Set<string>();
  const repeated = new Set<SymbolFact>();
  let hasMoved = false;
  for (const symbol of symbols) {
    if (symbol.kind !== "property") continue;
    const method = symbols[symbol.parent];
    if (method?.kind === "function") {
      const owner = symbols[method.parent];
      if (owner?.kind !== "class") {
        repeated.add(symbol);
        continue;
      }
      symbol.parent = method.parent;
      symbol.signature = lineFrom(source, symbol.span.start);
      const { value } = symbol;
      const given =
        value?.kind === "name" ? method.parameters.find(({ name }) => name === value.name) : undefined;
      if (given?.type) symbol.valueType ??= given.type;
      symbol.scope = owner.scope === "exported" && symbol.name.startsWith("_") ? "internal" : owner.scope;
      hasMoved = true;
    }
    const key = `${symbol.parent} ${symbol.name}`;
    if (declared.has(key)) repeated.add(symbol);
    else declared.add(key);
  }
  if (repeated.size > 0) removeSymbols(facts, (symbol) => repeated.has(symbol));
  else if (hasMoved) requalify(symbols);
}

const MAX_ATTRIBUTE_SIGNATURE = 120;

/** The assignment as far as its line goes. */
function lineFrom(source: string, start: number): string {
  const end = source.indexOf("\n", start);
  const line = source.slice(start, end < 0 ? undefined : end).trim();
  return line.slice(0, MAX_ATTRIBUTE_SIGNATURE).replace(/(?:\s|[[({=,])+$/, "");
}

/** The body of a class is a block like any other, so its attributes were also taken for locals. */
function dropClassLocals(facts: BlobFacts): void {
  facts.locals = facts.locals.filter(({ from, isParameter }) => {
    const kind = facts.symbols[from]?.kind;
    return (
      isParameter || !(kind === "class" || kind === "enum" || kind === "property" || kind === "enum-member")
    );
  });
}

/** Long quotes before short ones; letters in either case and order. */
const FORMS = ['"""', "'''", '"', "'"].flatMap((quote) => {
  const form = stringForm(quote, { isMultiline: quote.length === 3 });
  const raw = { ...form, escaping: "none" } as const;
  return [
    ...prefixed(["f", "F", "t"], { ...form, holes: ["braces"] }),
    ...prefixed(["rf", "fr", "Rf", "fR"], { ...raw, holes: ["braces"] }),
    ...prefixed(["r", "R", "br", "rb"], raw),
    ...prefixed(["", "b", "B", "u"], form),
  ];
});

const PYTHON_LITERALS: LiteralSyntax = {
  strings: FORMS,
  lineComments: ["#"],
  blockComments: [],
  joins: ["+"],
  joinsNeighbours: true,
};

export default defineLanguage({
  id: "python",
  label: "Python",
  aliases: ["py"],
  extensions: [".py", ".pyi", ".pyw"],
  filenames: ["SConstruct", "SConscript", "wscript"],
  shebangs: ["python", "python3", "python2"],
  grammar: "python",
  query,
  literals: PYTHON_LITERALS,
  role: "code",
  // Of pytest, unittest and Django.
  testFiles: /^test_.*\.py$|_test\.py$|^(?:conftest|tests)\.py$/,
  typeBounds: "colon",
  family: PYTHON_FAMILY,
  scopeOf,
  readImport,
  readExport,
  refine,
});
