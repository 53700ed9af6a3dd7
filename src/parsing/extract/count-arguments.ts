/** How many arguments calls give and functions take, for languages that tell overloads apart by them. */
import { type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import { splitParts } from "../../languages/split-parts.ts";

/** A longer list is data. */
const MAX_LIST = 2_000;
const TYPE_ARGUMENTS = /<[\w\s,.?<>[\]&]*>(?=\s*[(){.:,;])/y;

/** Arguments of the call whose name ends at an offset; undefined when no list follows or it is not read to its end. */
export function countArguments(source: string, nameEnd: number): number | undefined {
  let at = skipBlanks(source, nameEnd);
  if (source[at] === "<") at = skipBlanks(source, endOfTypeArguments(source, at));
  return source[at] === "(" ? countList(source, at) : undefined;
}

function countList(source: string, open: number): number | undefined {
  let depth = 0;
  let commas = 0;
  let isEmpty = true;
  for (let at = open; at < source.length && at - open < MAX_LIST; at++) {
    const char = source[at]!;
    if (char === "(" || char === "[" || char === "{") depth += 1;
    else if (char === ")" || char === "]" || char === "}") {
      depth -= 1;
      if (depth === 0) return isEmpty ? 0 : commas + 1;
    } else if (char === '"' || char === "'") {
      const end = endOfLiteral(source, at);
      if (end < 0) return undefined;
      at = end;
    } else if (char === "/" && (source[at + 1] === "/" || source[at + 1] === "*")) {
      const end = source.indexOf(source[at + 1] === "/" ? "\n" : "*/", at + 2);
      if (end < 0) return undefined;
      at = end + (source[at + 1] === "/" ? 0 : 1);
      continue;
    } else if (char === "<") {
      const end = endOfTypeArguments(source, at);
      if (end > at) at = end - 1;
    } else if (char === "," && depth === 1) commas += 1;
    if (at > open && source.charCodeAt(at) > 32) isEmpty = false;
  }
  return undefined;
}

/** -1 when it does not end on its line; a text block has no end that is worth looking for. */
function endOfLiteral(source: string, open: number): number {
  const quote = source[open]!;
  if (source.startsWith('"""', open)) return -1;
  const isVerbatim = quote === '"' && (source[open - 1] === "@" || source[open - 2] === "@");
  for (let at = open + 1; at < source.length; at++) {
    const char = source[at]!;
    if (char === "\\" && !isVerbatim) at += 1;
    else if (char === quote) return at;
    else if (char === "\n" && !isVerbatim) return -1;
  }
  return -1;
}

function endOfTypeArguments(source: string, open: number): number {
  TYPE_ARGUMENTS.lastIndex = open;
  const match = TYPE_ARGUMENTS.exec(source);
  return match ? open + match[0].length : open;
}

function skipBlanks(source: string, from: number): number {
  let at = from;
  while (at < source.length && source.charCodeAt(at) <= 32) at += 1;
  return at;
}

/** Type arguments behind the name that ends at an offset: 0 when none follow. */
export function countTypeArguments(source: string, nameEnd: number): number {
  return source[nameEnd] === "<" ? splitParts(source.slice(nameEnd, nameEnd + MAX_LIST)).length : 0;
}

/** A list that may be given more: variable arguments, or one that is cut. */
const OPEN_LIST = /\.\.\.|…|\bparams\s/;
const HAS_DEFAULT = /=(?![=>])/;
/** What an extension is called on is written before it. */
const RECEIVER = /^\(\s*this\s/;

export function attachArity(symbols: readonly SymbolFact[]): void {
  for (const symbol of symbols) {
    const { kind, name, signature, parameters } = symbol;
    if (kind !== "method" && kind !== "function" && kind !== "constructor") continue;
    const open = openingOf(signature, name);
    const list = signature.slice(open);
    if (open === 0 || OPEN_LIST.test(list)) continue;
    const before = RECEIVER.test(list) ? 1 : 0;
    symbol.arity = parameters.length - before;
    if (!HAS_DEFAULT.test(list)) continue;
    const given = splitParts(list).filter((part) => !HAS_DEFAULT.test(part));
    if (given.length < parameters.length) symbol.required = Math.max(0, given.length - before);
  }
}

export function attachTypeArity(symbols: readonly SymbolFact[]): void {
  for (const symbol of symbols)
    if (TYPE_KINDS.has(symbol.kind) || (symbol.kind === "method" && /^\w+$/.test(symbol.name)))
      symbol.typeArity = typeArityOf(symbol);
}

/** How many type parameters a declaration has behind its name. */
function typeArityOf({ signature, name }: SymbolFact): number {
  const at = signature.search(new RegExp(`\\b${name}\\b`));
  return at < 0 ? 0 : countTypeArguments(signature, at + name.length);
}

/** Where the parameters begin, behind the name and its type parameters; 0 when they are not found. */
function openingOf(signature: string, name: string): number {
  const plain = signature.indexOf(`${name}(`);
  if (plain >= 0) return plain + name.length;
  const generic = signature.indexOf(`${name}<`);
  return generic < 0 ? 0 : Math.max(0, signature.indexOf("(", generic));
}
