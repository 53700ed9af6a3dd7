import type { BlobFacts, ValueFact } from "../../core/facts.ts";
import { addReturnedValues as addReturned } from "../returned-values.ts";

/** `Repo(`, `models.Repo[Item](`: by custom only classes begin with a capital and go on in small letters. */
const MADE = /(?:([\w.]+)\.)?([A-Z]\w*[a-z]\w*)(?=[[(])/y;
const NOTHING = /(?:None\b[ \t]*)?(?:#[^\n]*)?(?:\n|$)/y;
const OWN = /self[ \t]*(?:#[^\n]*)?(?:\n|$)/y;
const END = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y;

export function addReturnedValues(facts: BlobFacts, source: string): void {
  if (/\breturn[ \t]+(?:[\w.]+\.)?[A-Z]|\breturn[ \t]+self\b/.test(source))
    addReturned(facts, source, readReturned);
}

function readReturned(source: string, at: number): ValueFact | "nothing" | null {
  if (matchesAt(NOTHING, source, at)) return "nothing";
  if (matchesAt(OWN, source, at)) return { kind: "name", name: "this" };
  MADE.lastIndex = at;
  const made = MADE.exec(source);
  if (!made) return null;
  let end = at + made[0].length;
  if (source[end] === "[") end = endOfBracket(source, end);
  if (source[end] !== "(") return null;
  end = endOfBracket(source, end);
  // `Repo().find()` returns what find returns.
  if (!matchesAt(END, source, end)) return null;
  return made[1] === undefined
    ? { kind: "new", name: made[2]! }
    : { kind: "new", name: made[2]!, receiver: made[1] };
}

function matchesAt(pattern: RegExp, source: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(source);
}

/** Offset behind the bracket that closes the one at `open`; the end of the text where none does. */
function endOfBracket(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at++) {
    const char = source[at]!;
    if (char === "(" || char === "[" || char === "{") depth += 1;
    else if (char === ")" || char === "]" || char === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (char === '"' || char === "'" || char === "#") {
      const close = source.indexOf(char === "#" ? "\n" : char, at + 1);
      if (close < 0) return source.length;
      at = close;
    }
  }
  return source.length;
}
