import type { BlobFacts, ExportFact, ImportFact, SymbolFact } from "../../core/facts.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { stringForm } from "../literal-syntax.ts";
import { dropOwnNames, dropUsesOfLocals, removeSymbols, requalify } from "../reshape-symbols.ts";
import { RUBY_FAMILY } from "./family.ts";
import query from "./tags.scm";
import { applyVisibility, VISIBILITY_WORDS } from "./visibility.ts";

/** Marks a `class << self` among the exports until `refine` has used it; no name has a space. */
const SINGLETON_MARK = "singleton to ";

/** Calls that declare something and are read as such. */
const DECLARING_CALLS: ReadonlySet<string> = new Set([
  ...VISIBILITY_WORDS,
  "require",
  "require_relative",
  "autoload",
  "attr_accessor",
  "attr_reader",
  "attr_writer",
  "include",
  "extend",
  "prepend",
  "define_method",
  "alias_method",
]);
const MAGIC_COMMENT = /^(?:frozen_string_literal|encoding|-\*-|typed|warn_indent):?/;
const CLASS_VALUE =
  /^\s*=\s*(?:Struct|Data|Class|Module|OpenStruct|ImmutableStruct)\.(?:new|define)\b(?:\(\s*([A-Z][\w:]*))?/;

function scopeOf(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  const parent = facts.symbols[symbol.parent];
  if (parent && parent.scope !== "exported") return parent.scope;
  const isHidden = symbol.modifiers.includes("private") || /^@(?!@)/.test(symbol.name);
  return isHidden ? "internal" : "exported";
}

function readImport(match: CapturedMatch): ImportFact[] {
  const source = match.source?.[0]?.text;
  const statement = (match["import.require"] ?? match["import.dynamic"])?.[0];
  if (!source || !statement) return [];
  const constant = match.imported?.[0]?.text.replace(/^:/, "");
  if (constant) {
    const bindings = [{ imported: constant, local: constant }];
    return [{ source, kind: "dynamic", isWildcard: false, bindings, line: statement.startLine }];
  }
  const isRelative = match._require?.[0]?.text === "require_relative" && !source.startsWith(".");
  return [
    {
      source: isRelative ? `./${source}` : source,
      kind: "require",
      isWildcard: true,
      bindings: [],
      line: statement.startLine,
    },
  ];
}

function readExport(match: CapturedMatch): ExportFact[] {
  const node = match.export![0]!;
  return [{ exported: `${SINGLETON_MARK}${node.end}`, local: String(node.start), line: node.startLine }];
}

function refine(facts: BlobFacts, source: string): void {
  const prefixes = new Map<SymbolFact, string>();
  if (facts.header !== undefined && MAGIC_COMMENT.test(facts.header)) delete facts.header;
  readMacros(facts);
  liftInstanceVariables(facts);
  for (const symbol of facts.symbols) {
    refineName(symbol, prefixes);
    refineKind(symbol, facts.symbols, source);
  }
  applyVisibility(facts, source, readSingletons(facts));
  requalify(facts.symbols, prefixes);
  facts.references = facts.references.filter(
    ({ name, receiver, kind }) => kind !== "call" || receiver !== undefined || !DECLARING_CALLS.has(name),
  );
  dropUsesOfLocals(facts, { withCalls: true });
  dropOwnNames(facts);
  for (const reference of facts.references) reference.name = reference.name.replace(/^:/, "");
}

function readSingletons(facts: BlobFacts): { start: number; end: number }[] {
  const marks = facts.exports.filter(({ exported }) => exported.startsWith(SINGLETON_MARK));
  facts.exports = facts.exports.filter(({ exported }) => !exported.startsWith(SINGLETON_MARK));
  return marks.map(({ exported, local }) => ({
    start: Number(local),
    end: Number(exported.slice(SINGLETON_MARK.length)),
  }));
}

const METHOD_MACRO = /^(?:define_method|define_singleton_method|alias_method|scope)\b/;
const ATTRIBUTE_MACRO = /^(?:[cm]?attr_\w+|class_attribute|delegate)\b/;
const ONE_NAME_MACRO = /^(?:define_|alias_|scope|has_|belongs_)/;

/** `define_method(:x)` makes a method, `alias_method :new, :old` one called new. */
function readMacros(facts: BlobFacts): void {
  const seen = new Set<number>();
  const extra = new Set<SymbolFact>();
  for (const symbol of facts.symbols) {
    if (symbol.kind !== "property") continue;
    const attribute = ATTRIBUTE_MACRO.exec(symbol.signature);
    if (attribute) symbol.signature = `${attribute[0]} :${symbol.name.replace(/^:/, "")}`;
    if (!ONE_NAME_MACRO.test(symbol.signature)) continue;
    if (METHOD_MACRO.test(symbol.signature)) symbol.kind = "method";
    if (seen.has(symbol.span.start)) extra.add(symbol);
    seen.add(symbol.span.start);
  }
  if (extra.size > 0) removeSymbols(facts, (symbol) => extra.has(symbol));
}

/** `@x = ...` in a method is a variable of the object; the first assignment of a name declares it. */
function liftInstanceVariables(facts: BlobFacts): void {
  const { symbols } = facts;
  const declared = new Set<string>();
  const repeated = new Set<SymbolFact>();
  for (const symbol of symbols) {
    if (symbol.kind !== "property" || !symbol.name.startsWith("@")) continue;
    let owner = symbol.parent;
    while (owner >= 0 && symbols[owner]!.kind !== "class" && symbols[owner]!.kind !== "namespace") {
      owner = symbols[owner]!.parent;
    }
    const key = `${owner} ${symbol.name}`;
    if (owner < 0 || declared.has(key)) {
      repeated.add(symbol);
      continue;
    }
    declared.add(key);
    symbol.parent = owner;
    symbol.scope = symbols[owner]!.scope === "exported" ? "internal" : symbols[owner]!.scope;
  }
  removeSymbols(facts, (symbol) => repeated.has(symbol));
}

function refineName(symbol: SymbolFact, prefixes: Map<SymbolFact, string>): void {
  const parts = symbol.name
    .replace(/^:(?!:)/, "")
    .split("::")
    .filter((part) => part !== "");
  symbol.name = parts.pop() ?? symbol.name;
  if (parts.length > 0) prefixes.set(symbol, parts.join("."));
}

function refineKind(symbol: SymbolFact, symbols: readonly SymbolFact[], source: string): void {
  if (symbol.kind === "constant") {
    const made = CLASS_VALUE.exec(
      source.slice(symbol.span.start + symbol.name.length, symbol.span.start + 200),
    );
    if (made) symbol.kind = "class";
    if (made?.[1]) symbol.bases.push({ name: made[1], relation: "extends" });
  }
  if (symbol.kind !== "method") return;
  if (symbol.receiverType) {
    symbol.modifiers.push("static");
    if (symbol.receiverType === "self") delete symbol.receiverType;
  }
  if (symbol.parent < 0 && !symbol.receiverType) symbol.kind = "function";
  else if (symbol.name === "initialize" && symbols[symbol.parent]?.kind === "class")
    symbol.kind = "constructor";
}

export default defineLanguage({
  id: "ruby",
  label: "Ruby",
  aliases: ["rb"],
  extensions: [".rb", ".rake", ".gemspec", ".ru", ".podspec", ".builder", ".jbuilder", ".rbi"],
  filenames: [
    "Rakefile",
    "Gemfile",
    "Guardfile",
    "Capfile",
    "Vagrantfile",
    "Podfile",
    "Fastfile",
    "Brewfile",
  ],
  shebangs: ["ruby"],
  grammar: "ruby",
  query,
  // A class or module is opened again wherever its name is defined.
  isPart: ({ kind }) => kind === "class" || kind === "namespace",
  literals: {
    strings: [
      stringForm('"', { isMultiline: true, holes: ["hash-braces"] }),
      stringForm("'", { isMultiline: true }),
    ],
    lineComments: ["#"],
    blockComments: [],
    joins: ["+"],
    hasAtoms: true,
    hasArrowKeys: true,
    hasPatterns: true,
    bareArguments: "commas",
  },
  role: "code",
  testFiles: /_(?:test|spec)\.rb$|^test\.rb$/,
  family: RUBY_FAMILY,
  scopeOf,
  readImport,
  readExport,
  refine,
});
