/** A quick look at what stands in brackets, before they are read. */
import type { LiteralSyntax } from "../../languages/literal-syntax.ts";
import { lexicalTable } from "./lexical-table.ts";

/** Behind an expression that is longer, such as a function, nothing more is read. */
export const MAX_EXPRESSION = 400;

/** By code below 128: 1 opens, -1 closes. */
export const NESTING = new Int8Array(128);
/** By code below 128: commas, brackets and ends of statements. */
export const ENDS_OR_NESTS = new Uint8Array(128);
for (const char of "([{") NESTING[char.charCodeAt(0)] = 1;
for (const char of ")]}") NESTING[char.charCodeAt(0)] = -1;
for (const char of "([{)]},;\n") ENDS_OR_NESTS[char.charCodeAt(0)] = 1;

/**
 * Whether a string may stand in the brackets that open here. Most calls are given none, and to see that takes a fraction
 * of reading them: no character on the way to the closing bracket starts one.
 */
export function mayHoldString(source: string, open: number, syntax: LiteralSyntax): boolean {
  if (syntax.hasAtoms) return true;
  const { starts } = lexicalTable(syntax);
  const limit = Math.min(source.length, open + MAX_EXPRESSION);
  let depth = 0;
  for (let at = open; at < limit; at++) {
    const code = source.charCodeAt(at);
    const step = NESTING[code];
    if (step) {
      depth += step;
      if (depth === 0) return false;
    } else if (starts[code] === 1 && !isLetter(code)) return true;
  }
  return true;
}

/** A prefix such as `f` is followed by a quote, which is seen then. */
function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
