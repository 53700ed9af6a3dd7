/** One string of a source, with its escapes resolved and its holes apart. */
import type { HoleFact } from "../../core/facts.ts";
import type { HoleForm, LiteralSyntax, StringForm } from "../../languages/literal-syntax.ts";
import { lexicalTable } from "./lexical-table.ts";
import { fold } from "./signature.ts";

export interface StringText {
  text: string;
  holes: HoleFact[];
  /** Behind the closing quote. */
  end: number;
}

/** A longer string is data; it is not read to its end. */
const MAX_SOURCE = 20_000;
const MAX_HOLE = 80;

export function stringFormAt(source: string, at: number, syntax: LiteralSyntax): StringForm | null {
  const forms = lexicalTable(syntax).forms[source.charCodeAt(at)];
  return forms?.find(({ open }) => source.startsWith(open, at)) ?? null;
}

/** Null when the string does not end. */
export function readString(source: string, start: number, form: StringForm): StringText | null {
  const { close, escaping, isMultiline, holes: holeForms } = form;
  const holes: HoleFact[] = [];
  const last = close.charCodeAt(0);
  const limit = Math.min(source.length, start + MAX_SOURCE);
  let text = "";
  let plain = start + form.open.length;
  let at = plain;
  const hasHoles = holeForms.length > 0;
  const readEscape = () => {
    const [resolved, length] = resolveEscape(source, at + 1);
    text += source.slice(plain, at) + resolved;
    at += 1 + length;
    plain = at;
  };
  while (at < limit) {
    const code = source.charCodeAt(at);
    if (code === last && source.startsWith(close, at)) {
      const next = at + close.length;
      if (escaping !== "doubled" || !source.startsWith(close, next))
        return { text: text + source.slice(plain, at), holes, end: next };
      text += source.slice(plain, next);
      at = next + close.length;
      plain = at;
    } else if (code === NEWLINE && !isMultiline) return null;
    else if (hasHoles && HOLE_STARTS.has(code)) {
      const end = endOfHole(source, at, limit, holeForms);
      if (end) {
        text += source.slice(plain, at);
        holes.push({ at: text.length, text: fold(source.slice(end.from, end.to), MAX_HOLE) });
        at = end.next;
        plain = at;
      } else if (isDoubledBrace(source, at, holeForms)) {
        text += source.slice(plain, at + 1);
        at += 2;
        plain = at;
      } else if (code === BACKSLASH && escaping === "backslash") readEscape();
      else at += 1;
    } else if (code === BACKSLASH && escaping === "backslash") readEscape();
    else at += 1;
  }
  return null;
}

/** `$`, `#`, `{`, `}` and the backslash. */
const HOLE_STARTS: ReadonlySet<number> = new Set([36, 35, 123, 125, 92]);
const NEWLINE = 10;
const BACKSLASH = 92;

/** `{{` in a string with holes `{}` is a brace. */
function isDoubledBrace(source: string, at: number, forms: readonly HoleForm[]): boolean {
  const char = source[at];
  return (char === "{" || char === "}") && source[at + 1] === char && forms.includes("braces");
}

/** `skipped`: what is no part of the value. */
const HOLES: Readonly<
  Record<Exclude<HoleForm, "dollar-name">, { open: string; close: string; skipped: number }>
> = {
  "dollar-braces": { open: "${", close: "}", skipped: 2 },
  "hash-braces": { open: "#{", close: "}", skipped: 2 },
  braces: { open: "{", close: "}", skipped: 1 },
  "braces-dollar": { open: "{$", close: "}", skipped: 2 },
  "backslash-parentheses": { open: "\\(", close: ")", skipped: 2 },
  "dollar-parentheses": { open: "$(", close: ")", skipped: 2 },
};

const PLAIN_NAME = /[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)*/y;

function endOfHole(
  source: string,
  at: number,
  limit: number,
  forms: readonly HoleForm[],
): { from: number; to: number; next: number } | null {
  for (const form of forms) {
    if (form === "dollar-name") {
      if (source[at] !== "$") continue;
      PLAIN_NAME.lastIndex = at + 1;
      if (PLAIN_NAME.test(source))
        return { from: at + 1, to: PLAIN_NAME.lastIndex, next: PLAIN_NAME.lastIndex };
      continue;
    }
    const { open, close, skipped } = HOLES[form];
    if (!source.startsWith(open, at) || (form === "braces" && source[at + 1] === "{")) continue;
    const to = closingOf(source, at + open.length, limit, close);
    if (to >= 0) return { from: at + skipped, to, next: to + 1 };
  }
  return null;
}

const OPENER: Readonly<Record<string, string>> = { "}": "{", ")": "(" };

function closingOf(source: string, from: number, limit: number, close: string): number {
  const open = OPENER[close]!;
  let depth = 1;
  for (let at = from; at < limit; at++) {
    if (source[at] === open) depth += 1;
    else if (source[at] === close) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0", "\n": "" };
const BY_NUMBER = /u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})/y;

/** What stands for the characters from `at` on, and how many they are. */
function resolveEscape(source: string, at: number): [text: string, length: number] {
  BY_NUMBER.lastIndex = at;
  const match = BY_NUMBER.exec(source);
  if (match) {
    const number = Number.parseInt(match[1] ?? match[2] ?? match[3]!, 16);
    return number <= 0x10ffff ? [String.fromCodePoint(number), match[0].length] : ["", match[0].length];
  }
  const char = source[at] ?? "";
  return [ESCAPED[char] ?? char, char.length];
}
