/** Where the arguments of a call or an annotation begin, behind its name. */
import type { LiteralSyntax } from "../../languages/literal-syntax.ts";
import { stringFormAt } from "./read-string.ts";

export const PARENTHESIS = 40;
export const SPACE_IN_LINE = /[ \t]*/y;
/** What may stand between the name and the parenthesis: `?.`, `!`, type arguments. */
export const BEFORE_PARENTHESIS = /[!?.]{0,2}\s*(?:(?:::)?<[^;(){}]{0,200}>)?\s*(?=\()/y;
const MACRO_BRACKET = /!\s*(?=[[{(])/y;

/** Of the opening bracket, or of the first argument where there needs to be none; -1 when there is neither. */
export function argumentsStart(source: string, nameEnd: number, syntax: LiteralSyntax): number {
  if (syntax.bareArguments === "spaces") return skip(source, nameEnd, SPACE_IN_LINE);
  if (source.charCodeAt(nameEnd) === PARENTHESIS) return nameEnd;
  BEFORE_PARENTHESIS.lastIndex = nameEnd;
  if (BEFORE_PARENTHESIS.test(source)) return BEFORE_PARENTHESIS.lastIndex;
  MACRO_BRACKET.lastIndex = nameEnd;
  if (MACRO_BRACKET.test(source)) return MACRO_BRACKET.lastIndex;
  const first = skip(source, nameEnd, SPACE_IN_LINE);
  // A tagged template, or a call that a string follows.
  if (first === nameEnd && source[first] === "`" && syntax.hasPatterns) return first;
  if (!syntax.bareArguments) return -1;
  const isApart = first > nameEnd || stringFormAt(source, first, syntax) !== null;
  return isApart && first < source.length && source[first] !== "\n" && source[first] !== "=" ? first : -1;
}

export function skip(source: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  pattern.test(source);
  return pattern.lastIndex;
}
