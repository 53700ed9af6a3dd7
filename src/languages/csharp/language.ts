import { type BlobFacts, type ImportFact, type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import { maskConditionals } from "../c/mask-conditionals.ts";
import { classTestFiles } from "../class-test-files.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { JAVA_LITERALS, prefixed, stringForm, tripleAndSingle } from "../literal-syntax.ts";
import { dropUsesOfLocals, requalify } from "../reshape-symbols.ts";
import { maskExtensionBlocks, tieExtensionBlocks } from "./extension-blocks.ts";
import { CSHARP_FAMILY } from "./family.ts";
import query from "./tags.scm";

const INTERFACE_NAME = /^I\p{Lu}/u;
const EXTENSION_SIGNATURE = /\(\s*this\s/;
const NO_REAL_TYPE: ReadonlySet<string> = new Set(["var", "dynamic", "nameof", "_"]);

/** Everything but `private` and `file` can be named from another file; members are private unless they say so. */
function scopeOf(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  const parent = facts.symbols[symbol.parent];
  if (parent && parent.scope !== "exported") return parent.scope;
  const { modifiers, kind } = symbol;
  if (modifiers.includes("file")) return "internal";
  if (modifiers.some((word) => word === "public" || word === "internal" || word === "protected"))
    return "exported";
  if (modifiers.includes("private")) return "internal";
  const isMember = parent !== undefined && (parent.kind === "class" || parent.kind === "struct");
  const isPrimary = isMember && kind === "property" && parent.signature.includes("record ");
  return isMember && !isPrimary && !symbol.signature.includes(`.${symbol.name}(`) ? "internal" : "exported";
}

/** `using N;` opens a namespace, `using static T;` the members of a type, `using A = N.T;` names one thing. */
function readImport(match: CapturedMatch): ImportFact[] {
  const source = match.source?.[0]?.text.replace(/\s+/g, "");
  if (!source) return [];
  const alias = match.alias?.[0]?.text;
  // A global using counts for every file of the project; linking knows it by this binding.
  const local = match._global ? "global using" : alias;
  const bindings = local ? [{ imported: "*", local }] : [];
  return [{ source, kind: "import", isWildcard: !alias, bindings, line: match.import![0]!.startLine }];
}

function refine(facts: BlobFacts, source: string): void {
  for (const symbol of facts.symbols) {
    refineKind(symbol);
    refineName(symbol);
    if (symbol.kind === "method" && EXTENSION_SIGNATURE.test(symbol.signature)) {
      symbol.receiverType = symbol.parameters[0]?.type?.replace(/[?[].*$/, "");
    }
    refineBases(symbol);
    refineDoc(symbol);
  }
  tieExtensionBlocks(facts, source);
  requalify(facts.symbols);
  dropUsesOfLocals(facts);
  facts.references = facts.references.filter(({ kind, name }) => kind === "read" || !NO_REAL_TYPE.has(name));
  for (const local of facts.locals) if (local.type && NO_REAL_TYPE.has(local.type)) delete local.type;
}

function refineKind(symbol: SymbolFact): void {
  if (symbol.kind === "property" && symbol.modifiers.includes("const")) symbol.kind = "constant";
  if (symbol.kind === "class" && /\brecord\s+struct\b/.test(symbol.signature)) symbol.kind = "struct";
}

/** `operator +`, `implicit operator T` and `~T` are called by more than the token that names them. */
function refineName(symbol: SymbolFact): void {
  if (symbol.kind !== "method") return;
  if (/^(?:\w+\s+)*~/.test(symbol.signature)) symbol.name = `~${symbol.name}`;
  else if (/\boperator\b/.test(symbol.signature)) {
    symbol.name = /^\w/.test(symbol.name) ? `operator ${symbol.name}` : `operator${symbol.name}`;
  }
}

/** Only the first base can be a class, and interfaces are named `IName` by convention. */
function refineBases(symbol: SymbolFact): void {
  if (symbol.kind === "interface") return;
  for (const [at, base] of symbol.bases.entries()) {
    const name = base.name.slice(base.name.lastIndexOf(".") + 1);
    if (at > 0 || symbol.kind === "struct" || INTERFACE_NAME.test(name)) base.relation = "implements";
  }
}

const REFERENCE_TAG = /<(?:see|seealso|paramref|typeparamref)\s+\w+="(?:[A-Z]:)?([^"]*)"\s*\/>/g;
const INHERITED = /^\s*<inheritdoc\b[^>]*\/>\s*$/;

/** XML documentation is read for its text. */
function refineDoc(symbol: SymbolFact): void {
  if (symbol.doc === undefined || !symbol.doc.includes("<")) return;
  const text = symbol.doc
    .replace(REFERENCE_TAG, "$1")
    .replace(/<param\s+name="(\w+)">/g, "$1: ")
    .replace(/<\/?\w[^<>]*>/g, " ");
  const doc = text
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
  if (doc === "" || INHERITED.test(symbol.doc)) delete symbol.doc;
  else symbol.doc = doc;
}

export default defineLanguage({
  id: "csharp",
  label: "C#",
  aliases: ["cs", "c#"],
  extensions: [".cs", ".csx"],
  grammar: "c_sharp",
  query,
  isPart: ({ kind, modifiers }) => TYPE_KINDS.has(kind) && modifiers.includes("partial"),
  literals: {
    ...JAVA_LITERALS,
    strings: [
      ...prefixed(["$"], stringForm('"""', { escaping: "none", isMultiline: true, holes: ["braces"] })),
      ...prefixed(
        ["$@", "@$"],
        stringForm('"', { escaping: "doubled", isMultiline: true, holes: ["braces"] }),
      ),
      ...prefixed(["@"], stringForm('"', { escaping: "doubled", isMultiline: true })),
      ...prefixed(["$"], stringForm('"', { holes: ["braces"] })),
      ...tripleAndSingle([], { escaping: "none" }),
    ],
  },
  role: "code",
  countsArguments: true,
  countsTypeArguments: true,
  testFiles: classTestFiles("cs"),
  typeBounds: "colon",
  family: CSHARP_FAMILY,
  mask: (source) => maskExtensionBlocks(maskConditionals(source)),
  scopeOf,
  readImport,
  refine,
});
