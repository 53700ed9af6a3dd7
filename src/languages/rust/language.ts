import type { BlobFacts, ExportFact, ImportFact, SymbolFact } from "../../core/facts.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { JAVA_LITERALS, prefixed, stringForm } from "../literal-syntax.ts";
import { dropUsesOfLocals, makeMemberFunctionsMethods, requalify } from "../reshape-symbols.ts";
import { RUST_FAMILY } from "./family.ts";
import { addImplBounds } from "./impl-bounds.ts";
import query from "./tags.scm";
import { expandUseTree, importsOf } from "./use-tree.ts";

/** Marks an `impl Trait for Type` among the exports until `refine` has tied it to its type; no name has a space. */
const IMPL_MARK = "impl for ";

function scopeOf(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  const parent = facts.symbols[symbol.parent];
  const isInherited = parent?.kind === "trait" || parent?.kind === "enum" || parent?.kind === "enum-member";
  if (parent && (parent.scope !== "exported" || isInherited)) return parent.scope;
  return symbol.modifiers.some((word) => word.startsWith("pub")) ? "exported" : "internal";
}

function readImport(match: CapturedMatch): ImportFact[] {
  const source = match.source?.[0]?.text;
  const statement = match.import?.[0];
  if (!source || !statement) return [];
  if (statement.type === "use_declaration") return importsOf(source, statement.startLine);
  const isModule = statement.type === "mod_item";
  const local = match.alias?.[0]?.text ?? source;
  return [
    {
      source: isModule ? `self::${source}` : source,
      kind: "import",
      isWildcard: false,
      bindings: [{ imported: "*", local }],
      line: statement.startLine,
    },
  ];
}

/** `pub use` re-exports; an impl of a trait travels the same way. */
function readExport(match: CapturedMatch): ExportFact[] {
  const statement = match.export?.[0];
  const source = match.source?.[0]?.text;
  if (!statement || !source) return [];
  const line = statement.startLine;
  if (match.namespace) {
    const exported = `${IMPL_MARK}${statement.endLine}`;
    return [{ exported, local: typeName(match.namespace[0]!.text), source: typeName(source), line }];
  }
  return expandUseTree(source).map(({ source: path, imported, local }) => {
    const isCrate = path === "";
    return {
      exported: local,
      local: isCrate || imported === "*" ? "*" : imported,
      source: isCrate ? imported : path,
      line,
    };
  });
}

/** `&'a mut a::b::Foo<T>` → a::b::Foo */
function typeName(text: string): string {
  const bare = text.replace(/^(?:[&*\s]|'\w+|mut\b|dyn\b|const\b)+/, "");
  return bare.replace(/[<\s([{].*$/s, "");
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf(":") + 1);

function refine(facts: BlobFacts, source: string): void {
  const { symbols } = facts;
  for (const symbol of symbols) {
    if (symbol.receiverType)
      symbol.receiverType = lastPart(typeName(symbol.receiverType)) || symbol.receiverType;
    if (symbol.kind === "method" && !symbol.receiverType) symbol.kind = "function";
    if (
      symbol.kind === "macro" &&
      source.slice(Math.max(0, symbol.span.start - 200), symbol.span.start + 200).includes("macro_export")
    ) {
      symbol.scope = "exported";
    }
  }
  facts.references = facts.references.filter(({ name }) => name !== "Self" && name !== "_");
  makeMemberFunctionsMethods(symbols);
  tieImplementations(facts);
  addImplBounds(symbols, source, (type) => lastPart(typeName(type)));
  dropUsesOfLocals(facts);
  requalify(symbols);
}

function tieImplementations(facts: BlobFacts): void {
  const impls = facts.exports.filter(({ exported }) => exported.startsWith(IMPL_MARK));
  if (impls.length === 0) return;
  facts.exports = facts.exports.filter(({ exported }) => !exported.startsWith(IMPL_MARK));
  const types = new Map<string, SymbolFact>();
  for (const symbol of facts.symbols) {
    const isType = symbol.kind === "struct" || symbol.kind === "enum";
    if (isType && !types.has(symbol.name)) types.set(symbol.name, symbol);
  }
  for (const { local: name, source: type } of impls) {
    const owner = types.get(lastPart(type!));
    if (owner && !owner.bases.some((base) => base.name === name))
      owner.bases.push({ name, relation: "implements" });
  }
  // Methods of a trait are as visible as the trait, which this file cannot know to be hidden.
  let next = 0;
  let lastLine = 0;
  for (const symbol of facts.symbols) {
    for (; next < impls.length && impls[next]!.line <= symbol.span.startLine; next++) {
      lastLine = Number(impls[next]!.exported.slice(IMPL_MARK.length));
    }
    const isInside = symbol.span.endLine <= lastLine;
    if (isInside && symbol.receiverType && symbol.scope === "internal") symbol.scope = "exported";
  }
}

export default defineLanguage({
  id: "rust",
  label: "Rust",
  aliases: ["rs"],
  extensions: [".rs"],
  grammar: "rust",
  query,
  literals: {
    ...JAVA_LITERALS,
    strings: [
      ...["##", "#", ""].flatMap((marks) =>
        prefixed(
          ["r", "br"],
          stringForm(`${marks}"`, { close: `"${marks}`, escaping: "none", isMultiline: true }),
        ),
      ),
      ...prefixed(["b", "c", ""], stringForm('"', { isMultiline: true })),
    ],
  },
  role: "code",
  testFiles: /_test\.rs$/,
  typeBounds: "colon",
  family: RUST_FAMILY,
  scopeOf,
  readImport,
  readExport,
  refine,
});
