/**
 * Where comments and strings lie in a text, told by how its language writes them. For the few files that are read when a
 * question is asked: a grammar would be exact, and it runs in other processes only. What stands in the holes of a string is
 * code.
 */
import type { HoleForm, LiteralSyntax, StringForm } from "./literal-syntax.ts";

/** Ascending offsets, in pairs: where a comment or a string starts, and where it ends. */
export type OutsideCode = readonly number[];

export function findOutsideCode(text: string, syntax: LiteralSyntax): OutsideCode {
  return new Scanner(text, syntax).scan();
}

const NEWLINE = 10;
const SLASH = 47;
const BACKSLASH = 92;
const APOSTROPHE = 39;
const HASH = 35;
const WORD_BEFORE = /[\w$]+$/;
/** Words after which a value follows, so that `/` begins a pattern. */
const BEFORE_VALUE = new Set(
  "return typeof case in of delete void throw new instanceof do else yield await and or not if unless when while then".split(
    " ",
  ),
);
const CHARACTER = /'(?:\\(?:u\{[0-9a-fA-F]+\}|[^'\n]{1,9})|[^\\'\n])'/y;

const HOLE_MARKS: Readonly<Record<Exclude<HoleForm, "dollar-name">, readonly [open: string, close: string]>> =
  {
    "dollar-braces": ["${", "}"],
    "hash-braces": ["#{", "}"],
    braces: ["{", "}"],
    "braces-dollar": ["{$", "}"],
    "backslash-parentheses": ["\\(", ")"],
    "dollar-parentheses": ["$(", ")"],
  };
const OPENER: Readonly<Record<string, string>> = { "}": "{", ")": "(" };
const PLAIN_NAME = /[A-Za-z_]\w*/y;
/** Strings in holes of strings; deeper ones are read as text. */
const MAX_DEPTH = 6;

class Scanner {
  readonly #text: string;
  readonly #syntax: LiteralSyntax;
  readonly #found: number[] = [];
  /** By the first character: whether a string, a comment, a character or a pattern may start with it. */
  readonly #isStart = new Uint8Array(128);
  #depth = 0;
  /** Behind the last thing that is neither white space nor a comment. */
  #lastEnd = 0;

  constructor(text: string, syntax: LiteralSyntax) {
    this.#text = text;
    this.#syntax = syntax;
    const starts = [
      ...syntax.strings.map(({ open }) => open),
      ...syntax.lineComments,
      ...syntax.blockComments.map(([open]) => open),
      ...(syntax.hasCharacters ? ["'"] : []),
      ...(syntax.hasPatterns ? ["/"] : []),
    ];
    for (const start of starts) this.#isStart[start.charCodeAt(0)] = 1;
  }

  scan(): OutsideCode {
    this.#code(0, null);
    return this.#found;
  }

  /** Reads code up to the bracket that closes it, or to the end; returns where it ends. */
  #code(from: number, close: string | null): number {
    const text = this.#text;
    const open = close === null ? null : OPENER[close]!;
    let nested = 0;
    let at = from;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code < 128 && this.#isStart[code] === 1) {
        const end = this.#outside(at, code);
        if (end > at) {
          at = end;
          continue;
        }
      }
      if (close !== null) {
        const char = text[at]!;
        if (char === open) nested += 1;
        else if (char === close && nested-- === 0) return at;
      }
      at += 1;
      if (code > 32) this.#lastEnd = at;
    }
    return at;
  }

  /** The end of what starts here and is not code; the start itself when it is code after all. */
  #outside(at: number, code: number): number {
    const text = this.#text;
    for (const [open, close] of this.#syntax.blockComments) {
      if (!text.startsWith(open, at)) continue;
      const end = text.indexOf(close, at + open.length);
      return this.#add(at, end < 0 ? text.length : end + close.length);
    }
    for (const mark of this.#syntax.lineComments)
      if (text.startsWith(mark, at) && this.#isComment(at, code)) return this.#add(at, this.#lineEnd(at));
    const form = this.#syntax.strings.find(({ open }) => text.startsWith(open, at));
    if (form && this.#mayHavePrefix(at, form)) return this.#string(at, form);
    if (code === APOSTROPHE && this.#syntax.hasCharacters) {
      CHARACTER.lastIndex = at;
      if (CHARACTER.test(text)) return this.#value(at, CHARACTER.lastIndex);
    }
    if (code === SLASH && this.#syntax.hasPatterns && this.#isBeforeValue(at)) return this.#pattern(at);
    return at;
  }

  /** `$#` of a shell is a number, `#[` of PHP an attribute. */
  #isComment(at: number, code: number): boolean {
    if (code !== HASH) return true;
    if (this.#syntax.bareArguments === "spaces") return at === 0 || /[\s;(&|]/.test(this.#text[at - 1]!);
    return !(this.#syntax.blockComments.length > 0 && this.#text[at + 1] === "[");
  }

  /** The `r` of `r"x"` is no end of another name. */
  #mayHavePrefix(at: number, { open }: StringForm): boolean {
    return at === 0 || !/\w/.test(open[0]!) || !/\w/.test(this.#text[at - 1]!);
  }

  #string(at: number, form: StringForm): number {
    const text = this.#text;
    const { open, close, escaping, isMultiline, holes } = form;
    const before = this.#found.length;
    let plain = at;
    let next = at + open.length;
    while (next < text.length) {
      if (text.startsWith(close, next)) {
        next += close.length;
        if (escaping !== "doubled" || !text.startsWith(close, next)) {
          this.#found.push(plain, next);
          this.#lastEnd = next;
          return next;
        }
        next += close.length;
        continue;
      }
      const code = text.charCodeAt(next);
      if (code === NEWLINE && !isMultiline) break;
      const hole = holes.length > 0 ? this.#hole(next, holes) : null;
      if (hole) {
        this.#found.push(plain, hole.from);
        next = hole.read();
        plain = next;
      } else next += code === BACKSLASH && escaping === "backslash" ? 2 : 1;
    }
    // It does not end: a quote in some text, not a string.
    this.#found.length = before;
    return at;
  }

  #hole(at: number, forms: readonly HoleForm[]): { from: number; read: () => number } | null {
    const text = this.#text;
    for (const form of forms) {
      if (form === "dollar-name") {
        PLAIN_NAME.lastIndex = at + 1;
        if (text[at] !== "$" || !PLAIN_NAME.test(text)) continue;
        const end = PLAIN_NAME.lastIndex;
        return { from: at + 1, read: () => end };
      }
      const [open, close] = HOLE_MARKS[form];
      if (!text.startsWith(open, at) || (form === "braces" && text[at + 1] === "{")) continue;
      if (this.#depth >= MAX_DEPTH) continue;
      const from = at + open.length;
      return {
        from,
        read: () => {
          this.#depth += 1;
          const end = this.#code(from, close);
          this.#depth -= 1;
          return end;
        },
      };
    }
    return null;
  }

  /** Whether the `/` here cannot be a division: nothing that has a value stands before it. */
  #isBeforeValue(at: number): boolean {
    const before = this.#text[this.#lastEnd - 1];
    if (before === undefined) return true;
    // `</b>` and `<br/>` are no patterns.
    if (before === "<" || this.#text[at + 1] === ">") return false;
    if (/[)\]}"'`]/.test(before)) return false;
    if (!/[\w$]/.test(before)) return true;
    const word = WORD_BEFORE.exec(this.#text.slice(Math.max(0, this.#lastEnd - 12), this.#lastEnd));
    return word !== null && BEFORE_VALUE.has(word[0]);
  }

  #pattern(at: number): number {
    const text = this.#text;
    let isInClass = false;
    for (let next = at + 1; next < text.length; next++) {
      const char = text[next]!;
      if (char === "\n") return at;
      if (char === "\\") next += 1;
      else if (char === "[") isInClass = true;
      else if (char === "]") isInClass = false;
      else if (char === "/" && !isInClass) return this.#value(at, next + 1);
    }
    return at;
  }

  #lineEnd(at: number): number {
    const end = this.#text.indexOf("\n", at);
    return end < 0 ? this.#text.length : end;
  }

  #add(start: number, end: number): number {
    this.#found.push(start, end);
    return end;
  }

  #value(start: number, end: number): number {
    this.#lastEnd = end;
    return this.#add(start, end);
  }
}

/** Whether an offset lies in one of the stretches. */
export function isOutsideCode(stretches: OutsideCode, offset: number): boolean {
  return stretchAt(stretches, offset) >= 0;
}

/** Index of the start of the stretch around an offset; -1 when there is none. */
export function stretchAt(stretches: OutsideCode, offset: number): number {
  let low = 0;
  let high = stretches.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (stretches[middle * 2 + 1]! <= offset) low = middle + 1;
    else if (stretches[middle * 2]! > offset) high = middle - 1;
    else return middle * 2;
  }
  return -1;
}
