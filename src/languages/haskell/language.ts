import type { BlobFacts, ImportFact, SymbolFact } from "../../core/facts.ts";
import { classTestFiles } from "../class-test-files.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { stringForm } from "../literal-syntax.ts";
import { makeMemberFunctionsMethods } from "../reshape-symbols.ts";
import { HASKELL_FAMILY } from "./family.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "haskell",
  label: "Haskell",
  aliases: ["hs"],
  extensions: [".hs", ".lhs", ".hs-boot"],
  shebangs: ["runghc", "runhaskell", "stack"],
  grammar: "haskell",
  query,
  literals: {
    strings: [stringForm('"')],
    lineComments: ["--"],
    blockComments: [["{-", "-}"]],
    joins: [],
    bareArguments: "spaces",
  },
  role: "code",
  testFiles: classTestFiles("hs"),
  family: HASKELL_FAMILY,
  mergesClauses: true,
  scopeOf: scopeOfSymbol,
  readImport,
  refine,
});

/** A module without an export list exports all it defines; with one, what is listed and what lies inside that. */
function scopeOfSymbol(symbol: SymbolFact, facts: BlobFacts): SymbolFact["scope"] {
  const own = facts.exports.filter(({ source }) => source === undefined);
  if (own.length === 0 || symbol.kind === "class") return "exported";
  const parent = facts.symbols[symbol.parent];
  const isListed = own.some(({ local }) => local === symbol.name);
  return isListed || parent?.scope === "exported" ? "exported" : "internal";
}

/** `import qualified Data.Map as M`, `import A (b, C(..))`, `import A hiding (d)` */
function readImport(match: CapturedMatch): ImportFact[] {
  const node = match.import?.[0];
  const source = match.source?.[0]?.text.replace(/\s+/g, "");
  if (!node || !source) return [];
  const text = node.text.replace(/\s+/g, " ");
  const alias = /\bas ([\w.']+)/.exec(text)?.[1] ?? source;
  const list = /\((.*)\)$/.exec(text.trim());
  const isHiding = /\bhiding\b/.test(text);
  const isQualified = /\bqualified\b/.test(text);
  const bindings = [{ imported: "*", local: alias }];
  if (list && !isHiding && !isQualified) {
    for (const name of listedNames(list[1]!)) bindings.push({ imported: name, local: name });
  }
  return [
    {
      source,
      kind: "import",
      isWildcard: !isQualified && (!list || isHiding),
      bindings,
      line: node.startLine,
    },
  ];
}

/** `b, C(..), (<+>), type T` → b, C, <+>, T */
function listedNames(list: string): string[] {
  const flat = list.replace(/\((?=[^\w\s.(])([^()]*)\)/g, "$1").replace(/\([^()]*\)/g, "");
  return flat
    .split(",")
    .map((name) => name.replace(/^\s*(?:type|pattern)\s+/, "").trim())
    .filter((name) => name !== "");
}

/** Operators of the Prelude and its neighbours, and what everybody imports; their uses say nothing about this code. */
const COMMON: ReadonlySet<string> = new Set(
  "$ . + - * / == /= < > <= >= && || ++ <> <$> <*> >>= >> =<< >=> <=< *> <* <|> ! !! ^ ** <$ $> & otherwise return pure".split(
    " ",
  ),
);

function refine(facts: BlobFacts): void {
  makeMemberFunctionsMethods(facts.symbols);
  const own = new Set(facts.symbols.map(({ name }) => name));
  facts.references = facts.references.filter(({ name }) => own.has(name) || !COMMON.has(name));
  for (const reference of facts.references) {
    if (reference.receiver) reference.receiver = reference.receiver.replace(/\.$/, "");
  }
  for (const symbol of facts.symbols) {
    if (symbol.kind === "function" || symbol.kind === "method") readFunctionType(symbol);
    if (symbol.kind === "class") {
      const target = /^instance (?:.*=> ?)?[\w.']+ \(?([\w.']+)/.exec(symbol.signature)?.[1];
      if (target) symbol.receiverType = target;
    }
  }
}

/** `f :: A -> B -> IO C`: the parameters have types without names, the last part is the result. */
function readFunctionType(symbol: SymbolFact): void {
  const type = symbol.valueType;
  if (type === undefined) return;
  const parts = splitArrows(type.replace(/^forall [^.]*\. ?/, "").replace(/^.*?=> ?/, ""));
  symbol.returnType = parts.at(-1)!;
  delete symbol.valueType;
}

function splitArrows(type: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < type.length; at++) {
    const char = type[at]!;
    if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) depth -= 1;
    else if (depth === 0 && char === "-" && type[at + 1] === ">") {
      parts.push(type.slice(start, at).trim());
      start = at + 2;
      at += 1;
    }
  }
  parts.push(type.slice(start).trim());
  return parts;
}
