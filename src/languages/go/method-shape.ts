/** Parameters and results of a Go method as they are compared with those an interface asks for. */

/** Words that start a type, so that what follows them is no type of a parameter of that name. */
const TYPE_WORDS = /^(?:chan|func|map|struct|interface)\b/;
const NAMED = /^([\p{L}_][\p{L}\p{N}_]*)\s+(\S.*)$/su;

export interface MethodShape {
  parameters: string[];
  results: string[];
}

/**
 * `int, int, ...string` and `int, error` of `Two(a, b int, c ...string) (n int, err error)`. Packages are left out:
 * files import them under names of their own. Null when the signature was cut.
 */
export function methodShape(name: string, signature: string): MethodShape | null {
  const start = startOfParameters(name, signature);
  const end = start < 0 ? -1 : closing(signature, start);
  if (end < 0) return null;
  const results = signature.slice(end + 1).trim();
  if (results.endsWith("…")) return null;
  const isList = results.startsWith("(") && closing(results, 0) === results.length - 1;
  return {
    parameters: typesOf(signature.slice(start + 1, end)),
    results: typesOf(isList ? results.slice(1, -1) : results),
  };
}

function startOfParameters(name: string, signature: string): number {
  const receiver = /^func\s*\(/.exec(signature);
  const from = receiver ? closing(signature, receiver[0].length - 1) + 1 : 0;
  const at = signature.indexOf(`${name}(`, from);
  return at < 0 ? -1 : at + name.length;
}

function typesOf(list: string): string[] {
  const items = splitTopLevel(list);
  const named = items.map((item) => (TYPE_WORDS.test(item) ? null : NAMED.exec(item)));
  if (!named.some(Boolean)) return items.map(bareType);
  let type = "";
  const types: string[] = [];
  // `a, b int`: a name without a type has that of the next.
  for (let at = items.length - 1; at >= 0; at--) {
    const own = named[at]?.[2];
    if (own !== undefined) type = bareType(own);
    types.unshift(type);
  }
  return types;
}

function bareType(text: string): string {
  return withoutInnerNames(text)
    .replace(/[\p{L}_][\p{L}\p{N}_]*\./gu, "")
    .replace(/interface\s*\{\s*\}/g, "any")
    .replace(/\s+/g, "");
}

/** `func(id Identity) bool` and `func(Identity) bool` are one type. */
function withoutInnerNames(text: string): string {
  const start = text.indexOf("func(");
  if (start < 0) return text;
  const open = start + "func".length;
  const end = closing(text, open);
  if (end < 0) return text;
  const inner = typesOf(text.slice(open + 1, end)).join(",");
  return `${text.slice(0, open)}(${inner})${withoutInnerNames(text.slice(end + 1))}`;
}

function splitTopLevel(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= list.length; at++) {
    const char = list[at];
    if (char === "(" || char === "[" || char === "{") depth += 1;
    else if (char === ")" || char === "]" || char === "}") depth -= 1;
    else if ((char === "," && depth === 0) || char === undefined) {
      parts.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  return parts.filter((part) => part !== "");
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return -1;
}
