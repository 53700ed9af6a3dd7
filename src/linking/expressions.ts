/** Receiver texts taken apart: `this.repo.find(x).items[]` → root `this`, steps repo, find(), items, []. */
import { RecentMap } from "../core/recent-map.ts";
import { splitTopLevel } from "./type-names.ts";

export interface ChainStep {
  /** `[]` for an element. */
  name: string;
  isCall: boolean;
}

export interface Chain {
  /** `new`: an instance of the named type; `name`: a name, with the steps saying whether it is called. */
  root: { kind: "new" | "name"; name: string; isCall: boolean; typeArgumentCount: number };
  steps: ChainStep[];
}

/** Beyond ASCII everything counts as a letter: to set up the classes of Unicode costs each process milliseconds. */
const IDENTIFIER = /[A-Za-z_$@#\x80-\uffff][\w$\x80-\uffff]*[?!]?/y;
const SEPARATOR = /\?\.|!\.|!!\.|&\.|::|->|\.|\?->|\\/y;
const MAX_STEPS = 12;

/** Null when the text is more than a chain of names and calls (an operator, an index, a literal). */
export function parseChain(text: string): Chain | null {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const chain = parse(text);
  parsed.set(text, chain);
  return chain;
}

/** Receivers repeat: `this`, `expect()`, the names of a few variables. */
const parsed = new RecentMap<string, Chain | null>(8_192);

function parse(text: string): Chain | null {
  let source = unwrapParentheses(text.trim());
  source = source
    .replace(/^(?:await|yield|try[!?]?|return|not)\s+|^[*&!]+(?=[A-Za-z_$(\x80-\uffff])/, "")
    .trim();
  source = unwrapParentheses(source).replace(/^(?:::|\\)/, "");
  const cast = /^(.*?)\s+as[?!]?\s+([\w$.:]+)(<.*>)?$/s.exec(source);
  if (cast) {
    const typeArgumentCount = cast[3] === undefined ? 0 : splitTopLevel(cast[3].slice(1, -1), ",").length;
    return { root: { kind: "new", name: cast[2]!, isCall: false, typeArgumentCount }, steps: [] };
  }
  return readChain(source) ?? readAlternative(source);
}

function unwrapParentheses(text: string): string {
  let out = text;
  while (out.startsWith("(") && closing(out, 0) === out.length - 1) {
    const inner = out.slice(1, -1).trim();
    if (inner === "" || inner === "*this") break;
    out = inner.replace(/^await\s+/, "");
  }
  return out;
}

function readChain(text: string): Chain | null {
  let at = 0;
  let isNew = false;
  const created = /^new\s+/.exec(text);
  if (created) {
    isNew = true;
    at = created[0].length;
  }
  if (!isNew && text.startsWith("(")) return readParenthesised(text);
  const first = readSegment(text, at);
  if (!first) return null;
  at = first.end;
  let rootName = first.name;
  let { isCall, typeArgumentCount } = first;
  // The type of `new a.b.C(...)` is a path up to its argument list.
  while (isNew && !isCall && at < text.length) {
    const next = readStep(text, at);
    if (!next) break;
    rootName += `.${next.name}`;
    ({ isCall, typeArgumentCount } = next);
    at = next.end;
  }
  const steps: ChainStep[] = [];
  while (at < text.length) {
    const next = readStep(text, at);
    if (!next || steps.length >= MAX_STEPS) return null;
    steps.push({ name: next.name, isCall: next.isCall });
    at = next.end;
  }
  const kind = isNew ? "new" : "name";
  return { root: { kind, name: rootName, isCall: !isNew && isCall, typeArgumentCount }, steps };
}

/** `(await x).y`, `(x as Foo).y`, `(new Foo()).y`. */
function readParenthesised(text: string): Chain | null {
  const end = closing(text, 0);
  if (end < 0) return null;
  const inner = text.slice(0, end + 1) === "(*this)" ? readChain("this") : parse(text.slice(1, end));
  if (!inner) return null;
  let at = end + 1;
  while (at < text.length) {
    const next = readStep(text, at);
    if (!next || inner.steps.length >= MAX_STEPS) return null;
    inner.steps.push({ name: next.name, isCall: next.isCall });
    at = next.end;
  }
  return inner;
}

/** `c ? a : b`, `a ?? b` and `a || b`: what can be called on the whole can be called on either. */
function readAlternative(text: string): Chain | null {
  const conditional = splitAt(text, ["?"]);
  const first = conditional ? splitAt(conditional[1], [":"]) : splitAt(text, ["??", "||"]);
  return first ? parse(first[0]) : null;
}

/** The text before and after the first of these outside of all brackets; null when there is none. */
function splitAt(text: string, separators: readonly string[]): [string, string] | null {
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (CLOSER[char] !== undefined && char !== "<") {
      const end = closing(text, at);
      if (end < 0) return null;
      at = end;
    } else if (text.startsWith("?.", at) || (separators[0] === "?" && text.startsWith("??", at))) at += 1;
    else {
      const hit = separators.find((separator) => text.startsWith(separator, at));
      if (hit !== undefined) return [text.slice(0, at).trim(), text.slice(at + hit.length).trim()];
    }
  }
  return null;
}

interface Segment {
  name: string;
  isCall: boolean;
  typeArgumentCount: number;
  end: number;
}

function readStep(text: string, at: number): Segment | null {
  if (text[at] === "[") {
    const end = closing(text, at);
    if (end < 0) return null;
    // `a[0]!` is not null.
    const isAsserted = text[end + 1] === "!" && text[end + 2] !== ".";
    return { name: "[]", isCall: false, typeArgumentCount: 0, end: end + (isAsserted ? 2 : 1) };
  }
  SEPARATOR.lastIndex = at;
  const separator = SEPARATOR.exec(text);
  return separator ? readSegment(text, at + separator[0].length) : null;
}

const AFTER_TYPE_ARGUMENTS: ReadonlySet<string | undefined> = new Set(["(", ":", ".", undefined]);

function readSegment(text: string, start: number): Segment | null {
  IDENTIFIER.lastIndex = start;
  const match = IDENTIFIER.exec(text);
  if (!match) return null;
  let name = match[0];
  let at = start + name.length;
  // `a?.b` and `a!.b` belong to the separator; Ruby's `empty?` does not.
  if (/[?!]$/.test(name) && /^(?:[.:>[(]|->|$)/.test(text.slice(at))) {
    const isRubyName = text[at] === "(";
    if (!isRubyName) {
      name = name.slice(0, -1);
      if (text[at] !== "." && text[at] !== "[" && text[at] !== "-") at = start + match[0].length;
      else at -= 1;
    }
  }
  let isCall = false;
  let typeArgumentCount = 0;
  for (;;) {
    const char = text[at];
    if (char === "<" || (char === ":" && text.startsWith("::<", at))) {
      const open = char === "<" ? at : at + 2;
      const end = closing(text, open);
      if (end < 0 || !AFTER_TYPE_ARGUMENTS.has(text[end + 1])) return null;
      typeArgumentCount = splitTopLevel(text.slice(open + 1, end), ",").length;
      at = end + 1;
    } else if (char === "(" || char === "{") {
      if (isCall) return null;
      const end = closing(text, at);
      if (end < 0) return null;
      isCall = true;
      at = end + 1;
    } else if (char === "!" && text[at + 1] !== "=") at += 1;
    else if (char === "?" && text[at + 1] !== "." && text[at + 1] !== "-") at += 1;
    else break;
  }
  return { name, isCall, typeArgumentCount, end: at };
}

const CLOSER: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** Index of the bracket that closes the one at `open`; strings are skipped; -1 when none does. */
function closing(text: string, open: number): number {
  const opener = text[open]!;
  const closer = CLOSER[opener]!;
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"' || char === "'" || char === "`") {
      const end = text.indexOf(char, at + 1);
      // A lone quote is a Rust lifetime or an apostrophe in a comment.
      if (end > 0) at = end;
    } else if (char === opener) depth += 1;
    else if (char === closer && !(closer === ">" && (text[at - 1] === "=" || text[at - 1] === "-"))) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}
