import type { BlobFacts, ImportFact, SymbolFact } from "../../core/facts.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { JAVA_LITERALS, stringForm } from "../literal-syntax.ts";
import { dropUsesOfLocals } from "../reshape-symbols.ts";
import { GO_FAMILY } from "./family.ts";
import query from "./tags.scm";

const MAJOR_VERSION = /^v\d+$/;
const IS_CAPITAL = /^\p{Lu}/u;

/** A capital makes a name visible to other packages. */
function scopeOf(symbol: SymbolFact): SymbolFact["scope"] {
  return IS_CAPITAL.test(symbol.name) ? "exported" : "internal";
}

/** Without an alias the package is called like the last part of its path, less a major version or a `go-` prefix. */
function packageNameOf(path: string): string {
  const parts = path.split("/");
  let last = parts.pop() ?? path;
  if (MAJOR_VERSION.test(last) && parts.length > 0) last = parts.pop()!;
  return last.replace(/\.v\d+$/, "").replace(/^go-|[-.]go$/g, "");
}

function readImport(match: CapturedMatch): ImportFact[] {
  const source = match.source?.[0]?.text.slice(1, -1);
  if (!source) return [];
  const alias = match.alias?.[0]?.text;
  const isWildcard = alias === ".";
  const bindings =
    isWildcard || alias === "_" ? [] : [{ imported: "*", local: alias ?? packageNameOf(source) }];
  return [{ source, kind: "import", isWildcard, bindings, line: match.import![0]!.startLine }];
}

/** Predeclared; hardly any repository defines them. `min`, `copy` and their like are often functions of a package. */
const PREDECLARED: ReadonlySet<string> = new Set(
  (
    "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string " +
    "uint uint8 uint16 uint32 uint64 uintptr append cap complex imag len make panic real recover nil true false _"
  ).split(" "),
);

function refine(facts: BlobFacts, source: string): void {
  const own = new Set(facts.symbols.map(({ name }) => name));
  facts.references = facts.references.filter(
    ({ name, receiver }) => receiver !== undefined || !PREDECLARED.has(name) || own.has(name),
  );
  dropBlank(facts);
  dropUsesOfLocals(facts);
  for (const symbol of facts.symbols) {
    // Fields of an anonymous struct are as visible as the field that holds it.
    const parent = facts.symbols[symbol.parent];
    if (parent && parent.scope === "local") symbol.scope = "local";
    const type = symbol.kind === "variable" && !symbol.valueType ? collectionMade(symbol, source) : null;
    if (type) symbol.valueType = type;
  }
}

const COLLECTION = /^\w+\s*=\s*((?:\[\w*\]|map\[[\w.*]+\])+\*?[\w.]+)\{/;

/** `[]Shop` of `var shops = []Shop{…}`: a literal of a collection says its type. */
function collectionMade({ name, span }: SymbolFact, source: string): string | null {
  const text = source.slice(span.start, Math.min(span.end, span.start + MAX_HEAD));
  const at = text.search(new RegExp(`\\b${name}\\s*=`));
  return at < 0 ? null : (COLLECTION.exec(text.slice(at))?.[1] ?? null);
}

const MAX_HEAD = 200;

/** `_` names nothing. */
function dropBlank(facts: BlobFacts): void {
  facts.locals = facts.locals.filter(({ name }) => name !== "_");
}

export default defineLanguage({
  id: "go",
  label: "Go",
  aliases: ["golang"],
  extensions: [".go"],
  grammar: "go",
  query,
  literals: {
    ...JAVA_LITERALS,
    strings: [stringForm('"'), stringForm("`", { escaping: "none", isMultiline: true })],
  },
  role: "code",
  testFiles: /_test\.go$/,
  typeBounds: "blank",
  family: GO_FAMILY,
  scopeOf,
  readImport,
  refine,
});
