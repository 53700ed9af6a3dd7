/**
 * Where the text of a page or component is no code: prose, comments, styles, plain attributes. Code are scripts, names of
 * elements, the values of attributes that the framework evaluates, and what stands in braces.
 */
import type { LiteralSyntax } from "./literal-syntax.ts";
import { findOutsideCode, type OutsideCode } from "./outside-code.ts";

export interface MarkupSyntax {
  /** Names of attributes whose value is an expression; null: only braces make one. */
  directives: RegExp | null;
  /** Brackets around code in text and in values of attributes. */
  holes: readonly (readonly [open: string, close: string])[];
}

/** Longer ones are no expression of a person. */
const MAX_HOLE = 5_000;
const COMMENT = "<!--";
const COMMENT_END = "-->";
const RAW = /<(script|style)\b[^>]*>/iy;
const TAG = /<\/?([A-Za-z][\w.:-]*)/y;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*)?/y;

export function findOutsideMarkup(text: string, markup: MarkupSyntax, syntax: LiteralSyntax): OutsideCode {
  return new MarkupScanner(text, markup, syntax).scan();
}

class MarkupScanner {
  readonly #text: string;
  readonly #markup: MarkupSyntax;
  readonly #syntax: LiteralSyntax;
  readonly #found: number[] = [];
  /** Since where nothing was code. */
  #proseFrom = 0;
  #at = 0;

  constructor(text: string, markup: MarkupSyntax, syntax: LiteralSyntax) {
    this.#text = text;
    this.#markup = markup;
    this.#syntax = syntax;
  }

  scan(): OutsideCode {
    const text = this.#text;
    this.#frontMatter();
    while (this.#at < text.length) {
      if (text.startsWith(COMMENT, this.#at)) this.#at = this.#behind(COMMENT_END, this.#at);
      else if (text[this.#at] === "<") this.#element();
      else if (!this.#hole(text.length)) this.#at += 1;
    }
    this.#endProse(text.length);
    return this.#found;
  }

  /** Astro's code between dashes. */
  #frontMatter(): void {
    const front = /^\s*---[ \t]*\r?\n[\s\S]*?^---/m.exec(this.#text);
    if (front?.index === 0) this.#code(0, front[0].length);
  }

  #element(): void {
    const text = this.#text;
    RAW.lastIndex = this.#at;
    const raw = RAW.exec(text);
    if (raw) {
      const end = text.toLowerCase().indexOf(`</${raw[1]!.toLowerCase()}`, RAW.lastIndex);
      const bodyEnd = end < 0 ? text.length : end;
      if (raw[1]!.toLowerCase() === "script") this.#code(RAW.lastIndex, bodyEnd);
      this.#at = bodyEnd + 1;
      return;
    }
    TAG.lastIndex = this.#at;
    const tag = TAG.exec(text);
    if (!tag) {
      this.#at += 1;
      return;
    }
    this.#code(TAG.lastIndex - tag[1]!.length, TAG.lastIndex);
    this.#attributes();
  }

  #attributes(): void {
    const text = this.#text;
    while (this.#at < text.length && text[this.#at] !== ">") {
      if (this.#hole(text.length)) continue;
      ATTRIBUTE.lastIndex = this.#at;
      const attribute = ATTRIBUTE.exec(text);
      if (!attribute) {
        this.#at += 1;
        continue;
      }
      const [whole, name] = attribute;
      this.#at = ATTRIBUTE.lastIndex;
      if (whole.trimEnd().endsWith("=")) this.#value(this.#markup.directives?.test(name!) ?? false);
    }
  }

  #value(isCode: boolean): void {
    const text = this.#text;
    const quote = text[this.#at];
    if (quote !== '"' && quote !== "'") return;
    const close = text.indexOf(quote, this.#at + 1);
    const end = close < 0 ? text.length : close;
    this.#at += 1;
    if (isCode) this.#code(this.#at, end);
    else while (this.#at < end) if (!this.#hole(end)) this.#at += 1;
    this.#at = end + 1;
  }

  /** Whether braces opened here. */
  #hole(limit: number): boolean {
    const text = this.#text;
    for (const [open, close] of this.#markup.holes) {
      if (!text.startsWith(open, this.#at)) continue;
      const from = this.#at + open.length;
      const end = this.#closing(from, open, close, Math.min(limit, from + MAX_HOLE));
      if (end < 0) continue;
      this.#code(from, end);
      this.#at = end + close.length;
      return true;
    }
    return false;
  }

  #closing(from: number, open: string, close: string, limit: number): number {
    let depth = 0;
    for (let at = from; at < limit; at++) {
      if (this.#text.startsWith(close, at)) {
        if (depth === 0) return at;
        depth -= 1;
      } else if (this.#text.startsWith(open, at)) depth += 1;
    }
    return -1;
  }

  #code(from: number, to: number): void {
    this.#endProse(from);
    for (const offset of findOutsideCode(this.#text.slice(from, to), this.#syntax))
      this.#found.push(from + offset);
    this.#proseFrom = to;
    this.#at = to;
  }

  #endProse(at: number): void {
    if (at > this.#proseFrom) this.#found.push(this.#proseFrom, at);
  }

  #behind(mark: string, from: number): number {
    const at = this.#text.indexOf(mark, from);
    return at < 0 ? this.#text.length : at + mark.length;
  }
}
