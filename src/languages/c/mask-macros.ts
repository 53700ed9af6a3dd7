/**
 * The preprocessor may put any text anywhere, and a grammar that does not run it loses its way at macros that stand
 * where the language has no word: `class EXPORT Shop`, `NAMESPACE_BEGIN`, `int f(void) ATTR_PURE`. Such macros are
 * known by their capitals and by their place, and are blanked before parsing. Offsets stay as they are.
 */

import { blankRanges, maskConditionals } from "./mask-conditionals.ts";

// One quantifier only: nested ones would make a long run of capitals, such as encoded data, quadratic.
const CAPITALS = "[A-Z][A-Z0-9_]{3,}";
const ARGUMENTS = String.raw`(?:[ \t]*\((?:[^()\n]|\([^()\n]*\))*\))?`;

/** `class EXPORT Shop {`: between the keyword and the name. */
const IN_TYPE_HEAD = new RegExp(
  String.raw`\b(?:class|struct|union|enum)[ \t]+((?:${CAPITALS}${ARGUMENTS}\s+){1,3})(?=[A-Za-z_]\w*\s*(?:final\s*)?[:{<])`,
  "g",
);

/** `API_EXPORT int f(`: a macro and then a whole declaration. */
const BEFORE_DECLARATION = new RegExp(
  String.raw`^[ \t]*((?:${CAPITALS}${ARGUMENTS}[ \t]+){1,3})(?=(?:static|inline|extern|const|struct|enum|union|class|unsigned|signed|virtual|explicit|constexpr|template|typedef|void|int|char|bool|float|double|long|short|auto|\w+_t)\b|(?!return\b|else\b|case\b|throw\b|new\b)[A-Za-z_][\w:]*[ \t]*[*&]*[ \t]+[*&]*[A-Za-z_]\w*[ \t]*\()`,
  "gm",
);

/** Attributes by their name, after a declarator: `int f(void) ATTR_PURE`, `T* x LIFETIME_BOUND`. */
const ATTRIBUTE = new RegExp(
  String.raw`\b(?=[A-Z])(?<=[\w)\]>]\s{1,200})(?<!\b(?:return|case|else|goto)\s{1,200})[A-Z0-9_]*(?:ATTR|GUARDED_BY|LOCKS_EXCLUDED|LOCKS?_REQUIRED|LIFETIME_BOUND|NODISCARD|NORETURN|NONNULL|DEPRECATED|WARN_UNUSED)[A-Z0-9_]*\b${ARGUMENTS}`,
  "g",
);

/** `int f(const char *, ...) PRINTF_LIKE(1, 2);`: between a prototype and its end. */
const AFTER_PROTOTYPE = new RegExp(
  String.raw`^[ \t]*\w[\w \t*]*[ \t*]\w+[ \t]*\((?:[^(){};]|\([^(){};]*\))*\)\s*((?:${CAPITALS}${ARGUMENTS}\s*){1,3})(?=;)`,
  "gm",
);

/** Words of compilers and of well-known libraries that stand where C++ has none. */
const NULLABILITY = /\b(?:absl_nullable|absl_nonnull|_Nonnull|_Nullable|__restrict|__restrict__)\b/g;

/** A line that is nothing but a macro. */
const WHOLE_LINE = new RegExp(String.raw`^[ \t]*(${CAPITALS}${ARGUMENTS})[ \t]*(?://[^\n]*)?$`, "gm");

/** What the grammars of C and C++ read in place of a source: see also `maskConditionals`. */
export function maskPreprocessor(source: string): string {
  return maskMacros(maskConditionals(source));
}

export function maskMacros(source: string): string {
  const directives = new Directives(source);
  const ranges = commentsInside(source, directives);
  const add = (start: number, end: number): void => {
    if (!directives.contain(start)) ranges.push([start, end]);
  };
  for (const match of source.matchAll(IN_TYPE_HEAD)) {
    const start = match.index + match[0].length - match[1]!.length;
    add(start, start + match[1]!.length);
  }
  for (const match of source.matchAll(BEFORE_DECLARATION)) {
    const start = match.index + match[0].length - match[1]!.length;
    add(start, start + match[1]!.length);
  }
  for (const match of source.matchAll(AFTER_PROTOTYPE)) {
    const end = match.index + match[0].length;
    add(end - match[1]!.length, end);
  }
  for (const pattern of [ATTRIBUTE, NULLABILITY]) {
    for (const match of source.matchAll(pattern)) add(match.index, match.index + match[0].length);
  }
  for (const match of source.matchAll(WHOLE_LINE)) {
    const start = match.index + match[0].indexOf(match[1]!);
    const end = start + match[1]!.length;
    if (standsAlone(source, match.index, start, end)) add(start, end);
  }
  return blankRanges(source, ranges);
}

/** A string, which may hold the marks of one, or a comment with more of the directive after it. */
const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\*[^\n]*?\*\/(?=[^\n]*\S)/g;

/** To the grammar a comment ends the body of a macro; what follows is taken for a declaration. */
function commentsInside(source: string, directives: Directives): [start: number, end: number][] {
  const ranges: [start: number, end: number][] = [];
  for (const match of source.matchAll(STRING_OR_COMMENT))
    if (match[0].startsWith("/") && directives.contain(match.index))
      ranges.push([match.index, match.index + match[0].length]);
  return ranges;
}

/** A directive with its continuation lines; inside `#define` macros are what is defined. */
const DIRECTIVE = /^[ \t]*#(?:[^\\\n]|\\[\s\S])*/gm;

class Directives {
  readonly #ends: number[] = [];
  readonly #starts: number[] = [];

  constructor(source: string) {
    for (const match of source.matchAll(DIRECTIVE)) {
      this.#starts.push(match.index);
      this.#ends.push(match.index + match[0].length);
    }
  }

  contain(offset: number): boolean {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low > 0 && offset < this.#ends[low - 1]!;
  }
}

/** `NAMESPACE_BEGIN` and its like are never operands. */
const PAIRED_NAME = /_(?:BEGIN|END|START|OPEN|CLOSE|DECLS)$/;

/** Between statements or declarations: a lone name elsewhere is an operand or the last of an enumeration. */
function standsAlone(source: string, lineStart: number, start: number, end: number): boolean {
  if (PAIRED_NAME.test(source.slice(start, end))) return true;
  const next = /\S/.exec(source.slice(end, end + 400).replace(/\/\/[^\n]*/g, ""))?.[0] ?? "";
  if (!/[\w{#~[/]/.test(next) && next !== "") return false;
  const before = source.slice(Math.max(0, lineStart - 400), lineStart).trimEnd();
  const lastLine = before.slice(before.lastIndexOf("\n") + 1).trim();
  const isAfterText = lastLine === "" || /^(?:\/\/|\*|#|\/\*)/.test(lastLine) || lastLine.endsWith("*/");
  const last = lastLine.replace(/\s*\/\/.*$/, "").at(-1) ?? "";
  if (!isAfterText && !"{};):".includes(last)) return false;
  // `DEFINE_COMMAND(x)` before a body is the head of a function, unless it follows a parameter list.
  return next !== "{" || last === ")" || !source.slice(start, end).includes("(");
}
