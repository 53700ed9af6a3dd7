import type { BlobFacts, ImportFact, SymbolFact } from "../../core/facts.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { stringForm, tripleAndSingle } from "../literal-syntax.ts";
import { ELIXIR_FAMILY } from "./family.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "elixir",
  label: "Elixir",
  aliases: ["ex"],
  extensions: [".ex", ".exs"],
  filenames: ["mix.lock"],
  shebangs: ["elixir"],
  grammar: "elixir",
  query,
  literals: {
    strings: [
      ...tripleAndSingle(["hash-braces"]),
      stringForm("~s(", { close: ")", holes: ["hash-braces"] }),
      stringForm("'"),
    ],
    lineComments: ["#"],
    blockComments: [],
    joins: ["<>"],
    hasAtoms: true,
    hasAtAnnotations: true,
    hasArrowKeys: true,
    bareArguments: "commas",
    docAnnotations: ["doc", "typedoc", "moduledoc", "spec"],
  },
  role: "code",
  testFiles: /_test\.exs?$/,
  family: ELIXIR_FAMILY,
  mergesClauses: true,
  scopeOf: scopeOfSymbol,
  readImport,
  refine,
});

const PRIVATE_WORDS = ["defp", "defmacrop", "defguardp", "typep"];

function scopeOfSymbol(symbol: SymbolFact): SymbolFact["scope"] {
  return symbol.modifiers.some((word) => PRIVATE_WORDS.includes(word)) ? "internal" : "exported";
}

function readImport(match: CapturedMatch): ImportFact[] {
  const node = match.import?.[0];
  const keyword = match._keyword?.[0]?.text;
  const path = match.source?.[0]?.text.replace(/\s+/g, "");
  if (!node || !keyword || !path) return [];
  const options = match._options?.[0]?.text ?? "";
  return expandBraces(path).map((source) => readOne(source, keyword, options, node.startLine));
}

/** `MyApp.{Repo, User}` → MyApp.Repo, MyApp.User */
function expandBraces(path: string): string[] {
  const [, prefix, names] = /^(.*)\.\{(.*)\}$/.exec(path) ?? [];
  if (prefix === undefined || names === undefined) return [path];
  return names.split(",").map((name) => `${prefix}.${name}`);
}

function readOne(source: string, keyword: string, options: string, line: number): ImportFact {
  if (keyword === "alias" || keyword === "require") {
    const local = /\bas:\s*([\w.]+)/.exec(options)?.[1] ?? source.slice(source.lastIndexOf(".") + 1);
    const kind = keyword === "require" ? "require" : "import";
    return { source, kind, isWildcard: false, bindings: [{ imported: "*", local }], line };
  }
  const only = keyword === "import" ? /\bonly:\s*\[([^\]]*)\]/.exec(options)?.[1] : undefined;
  const names = [...(only ?? "").matchAll(/([a-z_]\w*[?!]?):/g)].map((found) => found[1]!);
  return {
    source,
    kind: "import",
    isWildcard: only === undefined,
    bindings: [...new Set(names)].map((name) => ({ imported: name, local: name })),
    line,
  };
}

function refine(facts: BlobFacts): void {
  // `@spec f(integer)` above `def f` is no call of f.
  facts.references = facts.references.filter(({ name, from, position }) => {
    const symbol = facts.symbols[from];
    return !symbol || symbol.name !== name || position.line >= symbol.namePosition.line;
  });
  for (const symbol of facts.symbols) {
    if (symbol.kind === "function") readHead(symbol);
    if (symbol.kind === "property") {
      // `:name` and `name: value` both declare the field `name`.
      const name = symbol.name.replace(/^:|:\s*$/g, "");
      symbol.qualifiedName = symbol.qualifiedName.slice(0, -symbol.name.length) + name;
      symbol.name = name;
      const module = facts.symbols[symbol.parent];
      if (module?.kind === "namespace") module.kind = "struct";
    } else if (symbol.kind === "class") {
      const target = /\bfor:\s*([\w.]+)/.exec(symbol.signature)?.[1];
      if (target) symbol.receiverType = target;
    }
  }
}

const MACRO_WORDS = ["defmacro", "defmacrop", "defguard", "defguardp"];

function readHead(symbol: SymbolFact): void {
  if (symbol.modifiers.some((word) => MACRO_WORDS.includes(word))) symbol.kind = "macro";
  const list = /^\w+ [\w?!]+\(/.exec(symbol.signature);
  if (!list) return;
  for (const part of splitArguments(symbol.signature.slice(list[0].length))) {
    // `%User{} = user`, `opts \\ []`, plain `id`; a pattern without a name has none.
    const name = /^(?:.*[^=!<>]=\s*)?([a-z_]\w*)(?:\s*\\\\.*)?$/s.exec(part.trim())?.[1];
    if (name && !name.startsWith("_")) symbol.parameters.push({ name });
  }
}

/** Parts up to the closing parenthesis, between commas that no inner bracket holds. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) depth -= 1;
    if (depth < 0 || (depth === 0 && char === ",")) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
    if (depth < 0) break;
  }
  return parts;
}
