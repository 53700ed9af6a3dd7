/**
 * Where the function or block ends that a call is given: routes inside it belong to what the call opens. Read off the
 * text, as arguments are: brackets by counting, `do … end` by indentation, which is how such code is written.
 */
import type { LiteralSyntax } from "../../languages/literal-syntax.ts";
import { readString, stringFormAt } from "./read-string.ts";

/** A block that is longer is the whole file. */
const MAX_BLOCK = 200_000;
/** How far the head of a function is looked for. */
const MAX_HEAD = 200;
const FUNCTION = /\{|=>|->|\bdo\b/;
/** An argument that is no literal, `shallow: true do`, is read up to the end of its line. */
const ENDS_WITH_DO = /\bdo(?:[ \t]*\|[^|\n]*\|)?[ \t]*$/;
const OPENS_BLOCK = /[ \t]*(?:\)[ \t]*)?(do\b[^\n]*|\{)/y;

/** 0 when the call is given neither. Contract: `readEnd` is behind what was read of the arguments. */
export function blockEndBehind(
  source: string,
  nameEnd: number,
  readEnd: number,
  syntax: LiteralSyntax,
): number {
  OPENS_BLOCK.lastIndex = readEnd;
  const match = OPENS_BLOCK.exec(source);
  if (match?.[1] === "{") return closingBracket(source, OPENS_BLOCK.lastIndex - 1, syntax);
  if (match) return endOfIndented(source, nameEnd);
  if (ENDS_WITH_DO.test(source.slice(nameEnd, readEnd))) return endOfIndented(source, nameEnd);
  const open = source.indexOf("(", nameEnd);
  if (open < 0 || open >= readEnd) return 0;
  // A long function stops the reading of arguments before their end.
  const isWhole = source[readEnd - 1] === ")";
  if (!FUNCTION.test(source.slice(open, isWhole ? readEnd : readEnd + MAX_HEAD))) return 0;
  return closingBracket(source, open, syntax);
}

/** Behind the bracket that closes the one at `open`; 0 when none does. */
function closingBracket(source: string, open: number, syntax: LiteralSyntax): number {
  const limit = Math.min(source.length, open + MAX_BLOCK);
  let depth = 0;
  for (let at = open; at < limit; at++) {
    const char = source[at]!;
    if (char === "(" || char === "[" || char === "{") depth += 1;
    else if (char === ")" || char === "]" || char === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (char === "/" && source[at + 1] === "/") {
      at = Math.max(at, source.indexOf("\n", at) - 1);
    } else {
      const form = stringFormAt(source, at, syntax);
      const string = form && readString(source, at, form);
      if (string) at = string.end - 1;
    }
  }
  return 0;
}

/** The `end` that is indented as the line of the call is; 0 when there is none. */
function endOfIndented(source: string, nameEnd: number): number {
  const lineStart = source.lastIndexOf("\n", nameEnd) + 1;
  const indent = /^[ \t]*/.exec(source.slice(lineStart, nameEnd))![0];
  const end = new RegExp(`\\n${indent}end\\b`, "g");
  end.lastIndex = nameEnd;
  const match = end.exec(source.slice(0, nameEnd + MAX_BLOCK));
  return match ? end.lastIndex : 0;
}
