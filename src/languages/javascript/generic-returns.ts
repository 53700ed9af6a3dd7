import type { SymbolFact } from "../../core/facts.ts";

/** `T`, `Promise<T>` */
const BARE_RETURN = /^(?:Promise<\s*)?([A-Z]\w*)\s*>?$/;
const PARAMETER = /^(?:const\s+)?(\w+)(?:\s+extends\s+(.+?))?(?:\s+=\s+(.+))?$/s;
const TYPE_NAME = /^(?:([\w$.]+)\.)?([\w$]+)(?:<.*>)?$/s;

/**
 * A function that returns its own type parameter returns, as far as its declaration tells, what the parameter is by
 * default or has to be: `create<T extends App = App>(): T` gives an App.
 */
export function addGenericReturn(symbol: SymbolFact): void {
  const returned = symbol.returnType === undefined ? null : BARE_RETURN.exec(symbol.returnType);
  if (!returned || symbol.value) return;
  for (const text of typeParameters(symbol.signature)) {
    const [, name, constraint, byDefault] = PARAMETER.exec(text.trim()) ?? [];
    if (name !== returned[1]) continue;
    const known = TYPE_NAME.exec((byDefault ?? constraint ?? "").trim());
    if (!known || NO_MEMBERS.has(known[2]!)) return;
    symbol.value =
      known[1] === undefined
        ? { kind: "new", name: known[2]! }
        : { kind: "new", name: known[2]!, receiver: known[1] };
    return;
  }
}

const NO_MEMBERS: ReadonlySet<string> = new Set(["any", "unknown", "object", "Object", "never", "void"]);

/** What stands between the first `<` and its `>`, when that comes before the parameters. */
function typeParameters(signature: string): string[] {
  const open = signature.indexOf("<");
  const parenthesis = signature.indexOf("(");
  if (open < 0 || (parenthesis >= 0 && parenthesis < open)) return [];
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < signature.length; at++) {
    const char = signature[at]!;
    const isArrow = char === ">" && signature[at - 1] === "=";
    if (char === "<" || char === "(" || char === "[" || char === "{") depth += 1;
    else if ((char === ">" && !isArrow) || char === ")" || char === "]" || char === "}") depth -= 1;
    const ends = depth === 0 || (char === "," && depth === 1);
    if (ends) parts.push(signature.slice(from, at));
    if (depth === 0) return parts;
    if (ends) from = at + 1;
  }
  return [];
}
