/** Type texts → the one name whose members a value of that type has. */
import type { BaseFact } from "../core/facts.ts";
import type { LanguageFamily } from "../languages/family.ts";

const WORDS_BEFORE =
  /^(?:readonly|const|constexpr|static|volatile|mutable|mut|dyn|impl|final|ref|out|in|var|let|struct|class|enum|typename|inout|some|any|unsigned|typeof|keyof|extends)\s+/;

/** Dotted path of the type's name, or null when the text names no single type. */
export function typePathOf(text: string, family: LanguageFamily, depth = 0): string[] | null {
  if (depth > 4) return null;
  let type = text.trim();
  if (family.quotesTypes) type = type.replace(/^["']|["']$/g, "");
  let before = "";
  while (before !== type) {
    before = type;
    type = type
      .replace(WORDS_BEFORE, "")
      .replace(/^(?:[*&?!]+|&?'\w+\s+|:\s*)/, "")
      .trim();
  }
  type = type.replace(/(?:[?!]|\s*[*&]+|\s+const)+$/, "").trim();
  if (type.startsWith("(") && type.endsWith(")")) {
    const inner = type.slice(1, -1);
    // Where one value is taken of several results it is the first.
    return typePathOf(family.hasMultipleResults ? (resultsOf(type)[0] ?? inner) : inner, family, depth + 1);
  }
  if (type.includes("|") || UNION.test(type)) {
    const real = unionPartsOf(type);
    if (real.length > 1) return null;
    if (real.length === 1 && real[0] !== type) return typePathOf(real[0]!, family, depth + 1);
  }
  const match =
    /^((?:::|\\)?[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*(?:(?:::|\.|\\)[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*)*)\s*(.*)$/s.exec(
      type,
    );
  if (!match) return null;
  const path = match[1]!.split(/::|\.|\\/).filter((part) => part !== "");
  const rest = match[2]!;
  if (rest === "") return path;
  const opener = rest[0];
  const isGeneric = opener === "<" || (opener === "[" && family.hasBracketGenerics);
  if (!isGeneric || rest === "[]" || rest.startsWith("[]")) return null;
  const wrapper = path.at(-1)!;
  if (!isTransparent(wrapper, family)) return /[\])>]$/.test(rest) && !/>\s*\[\]$/.test(rest) ? path : null;
  const inner = splitTopLevel(rest.slice(1, -1), ",")[0];
  return inner === undefined ? null : typePathOf(inner, family, depth + 1);
}

function isTransparent(wrapper: string, family: LanguageFamily): boolean {
  return family.transparentTypes.has(wrapper) || family.transparentEnding?.test(wrapper) === true;
}

/** A base as a type is written, with places for its type arguments where they tell types apart. */
export function writtenBase({ name, typeArgumentCount = 0 }: BaseFact): string {
  return typeArgumentCount === 0 ? name : `${name}<${",".repeat(typeArgumentCount - 1)}>`;
}

/** Type arguments behind the name that a type's path ends in. */
export function typeArgumentCountOf(text: string, name: string): number {
  const at = text.indexOf(`${name}<`);
  if (at < 0) return 0;
  const inside = text.slice(at + name.length + 1);
  let depth = 0;
  let count = 1;
  for (const char of inside) {
    if (char === "<" || char === "(" || char === "[") depth += 1;
    else if (char === ")" || char === "]" || char === ">") depth -= 1;
    else if (char === "," && depth === 0) count += 1;
    if (depth < 0) break;
  }
  return count;
}

/** `Union[A, B]` of Python. */
const UNION = /^(?:\w+\.)?Union\[(.*)\]$/s;

/** Types of the results in `(a A, b *B)`. */
export function resultsOf(type: string): string[] {
  if (!type.startsWith("(") || !type.endsWith(")")) return [type];
  return splitTopLevel(type.slice(1, -1), ",").map((part) =>
    part.trim().replace(/^[a-z_]\w*\s+(?=[*\w[])/, ""),
  );
}

/** Parts of a union type, without those that mean "nothing there". */
export function unionPartsOf(type: string): string[] {
  const plain = type.replace(/^\s*:\s*/, "");
  const union = UNION.exec(plain);
  return splitTopLevel(union ? union[1]! : plain, union ? "," : "|")
    .map((part) => part.trim())
    .filter((part) => !/^(?:null|undefined|None|void|never|nil|false)$/.test(part));
}

/** Splits at a character that is outside every bracket. */
export function splitTopLevel(text: string, separator: string): string[] {
  if (!text.includes(separator)) return [text];
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "<" || char === "(" || char === "[" || char === "{") depth += 1;
    else if (char === ")" || char === "]" || char === "}") depth -= 1;
    else if (char === ">" && text[at - 1] !== "=" && text[at - 1] !== "-") depth -= 1;
    else if (char === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part.trim() !== "");
}

const ANYTHING: ReadonlySet<string> = new Set([
  "any",
  "unknown",
  "object",
  "Object",
  "Any",
  "AnyObject",
  "dynamic",
  "mixed",
  "id",
  "auto",
  "var",
  "decltype",
]);

/** A written type that tells nothing about members. */
export function isAnything(name: string): boolean {
  return ANYTHING.has(name);
}

/** `T`, `TResult`, `K1`: most likely a type parameter, about which nothing is known. */
export function looksLikeTypeParameter(name: string): boolean {
  return /^(?:[A-Z]\d?|T[A-Z]\w*|_?[A-Z]\w*_(?:co|contra))$/.test(name);
}
