import { type BlobFacts, type ImportFact, type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import { markConditionalMacros } from "../c/conditional-macros.ts";
import { C_FAMILY } from "../c/family.ts";
import { addCallsInMacros } from "../c/macro-bodies.ts";
import { maskPreprocessor } from "../c/mask-macros.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { C_LITERALS } from "../literal-syntax.ts";
import {
  dropOwnNames,
  dropUsesOfLocals,
  makeMemberFunctionsMethods,
  removeSymbols,
  requalify,
} from "../reshape-symbols.ts";
import query from "./tags.scm";
import { applyVisibility, readVisibility } from "./visibility.ts";

const TEST_MACRO = /^(?:TYPED_)?TEST(?:_F|_P)?$/;
const TEST_NAMES = /\(\s*(\w+)\s*,\s*(\w+)/;

function scopeOf(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  const parent = facts.symbols[symbol.parent];
  if (parent && parent.scope !== "exported") return parent.scope;
  const isTop = !parent || parent.kind === "namespace";
  return isTop && symbol.modifiers.includes("static") ? "internal" : "exported";
}

function readImport(match: CapturedMatch): ImportFact[] {
  const source = match.source?.[0]?.text;
  if (!source) return [];
  const include = match["import.include"]?.[0];
  if (include) {
    const path = source.replace(/^[<"]|[>"]$/g, "");
    return [{ source: path, kind: "include", isWildcard: true, bindings: [], line: include.startLine }];
  }
  const line = match.import![0]!.startLine;
  if (match.wildcard) return [{ source, kind: "import", isWildcard: true, bindings: [], line }];
  const cut = source.lastIndexOf("::");
  const name = source.slice(cut + 2);
  const bindings = [{ imported: name, local: name }];
  return [{ source: source.slice(0, Math.max(cut, 0)), kind: "import", isWildcard: false, bindings, line }];
}

function refine(facts: BlobFacts, source: string): void {
  // A friend is declared in a class but is no member of it.
  removeSymbols(facts, ({ span }) =>
    /\bfriend\s+$/.test(source.slice(Math.max(0, span.start - 12), span.start)),
  );
  const { symbols } = facts;
  const prefixes = new Map<SymbolFact, string>();
  for (const symbol of symbols) {
    refineName(symbol, prefixes);
    if (symbol.kind === "function" && source[symbol.span.end - 1] === ";" && isPrototype(symbol, source)) {
      symbol.modifiers.push("declaration");
    }
    if (isConstant(symbol)) symbol.kind = "constant";
  }
  makeMemberFunctionsMethods(symbols);
  for (const symbol of symbols) refineMember(symbol, symbols, source);
  applyVisibility(facts);
  requalify(symbols, prefixes);
  dropUsesOfLocals(facts);
  dropOwnNames(facts);
  addCallsInMacros(facts, source);
  markConditionalMacros(facts, source);
  for (const typed of facts.locals) if (typed.type === "auto") delete typed.type;
  for (const typed of symbols) if (typed.valueType === "auto") delete typed.valueType;
}

function isConstant({ kind, modifiers }: SymbolFact): boolean {
  if (kind === "variable") return modifiers.includes("const") || modifiers.includes("constexpr");
  return (
    kind === "property" &&
    (modifiers.includes("constexpr") || (modifiers.includes("static") && modifiers.includes("const")))
  );
}

/** `= default;` and `= delete;` define; what ends in a plain semicolon only declares. */
function isPrototype(symbol: SymbolFact, source: string): boolean {
  return !/=\s*(?:default|delete)\s*;$/.test(source.slice(symbol.span.start, symbol.span.end));
}

/** `a::b::Shop<T>::draw` is `draw` of `a.b.Shop`; `operator bool() const` is `operator bool`. */
function refineName(symbol: SymbolFact, prefixes: Map<SymbolFact, string>): void {
  let name = symbol.name;
  if (/(?:^|::)operator\s+\w/.test(name)) name = name.replace(/\s*\(.*$/s, "");
  if (symbol.kind === "namespace") {
    symbol.name = name.replace(/\s*::\s*(?:inline\s+)?/g, ".");
    return;
  }
  if (TEST_MACRO.test(name)) {
    const [, suite, test] = TEST_NAMES.exec(symbol.signature) ?? [];
    if (suite && test) {
      prefixes.set(symbol, suite);
      symbol.name = test;
    }
    return;
  }
  const path = splitPath(name);
  symbol.name = path.pop() || symbol.name;
  if (path.length === 0) return;
  const owner = path.join(".");
  if (TYPE_KINDS.has(symbol.kind)) prefixes.set(symbol, owner);
  else symbol.receiverType = owner;
  if (symbol.kind === "function") symbol.kind = "method";
  if (symbol.kind === "variable") symbol.kind = "property";
}

/** Cuts at `::` outside of template arguments, which are dropped; an operator's own `<` stays. */
function splitPath(name: string): string[] {
  const [, before = "", operator = ""] = /^(.*?)((?:operator\b.*)?)$/s.exec(name) ?? [];
  let depth = 0;
  let flat = "";
  for (const char of before) {
    if (char === "<") depth += 1;
    else if (char === ">") depth -= 1;
    else if (depth === 0) flat += char;
  }
  const parts = flat.split("::").map((part) => part.trim());
  if (operator !== "") parts[parts.length - 1] = operator.replace(/\s+(?=\W)/g, "");
  return parts.filter((part) => part !== "");
}

function refineMember(symbol: SymbolFact, symbols: readonly SymbolFact[], source: string): void {
  if (symbol.kind !== "method") return;
  const owner = symbols[symbol.parent];
  // After a struct that is not understood the grammar takes prototypes for its members.
  if (!owner && symbol.receiverType === undefined) symbol.kind = "function";
  const ownerName = owner && TYPE_KINDS.has(owner.kind) ? owner.name : symbol.receiverType?.split(".").pop();
  if (ownerName === symbol.name) symbol.kind = "constructor";
  const isDeclared = source[symbol.span.end - 1] === ";" && !symbol.modifiers.includes("declaration");
  if (isDeclared && isPrototype(symbol, source)) symbol.modifiers.push("declaration");
}

export default defineLanguage({
  id: "cpp",
  label: "C++",
  aliases: ["c++"],
  // C headers are read as C++ too: nothing in a name tells them apart, and C++ is all but a superset.
  extensions: [
    ".h",
    ".cc",
    ".cpp",
    ".cxx",
    ".c++",
    ".hpp",
    ".hh",
    ".hxx",
    ".h++",
    ".ipp",
    ".inl",
    ".tpp",
    ".ino",
  ],
  grammar: "cpp",
  query,
  literals: C_LITERALS,
  role: "code",
  testFiles: /(?:_test|Test|Tests|TestCase|Spec|Specs|IT)\.(?:cc|cpp)$/,
  family: C_FAMILY,
  mask: maskPreprocessor,
  scopeOf,
  readImport,
  readExport: readVisibility,
  refine,
});
