/**
 * A grammar reads all branches of `#if … #else … #endif` one after the other. That goes well where each branch is whole
 * statements or declarations. Where a branch opens a brace that another one opens too, or stands in the middle of an
 * expression, a list or a head, the rest of the file is lost: there the directives and all branches but the first are
 * blanked. Offsets stay as they are.
 */

interface Conditional {
  start: number;
  depth: number;
  /** It stands where no statement or declaration can. */
  isWithin: boolean;
  isUneven: boolean;
  /** Brackets open at the end of the first branch, once there is a second one. */
  firstDepth: number | null;
  /** Directives, as [start, end]. */
  directives: [start: number, end: number][];
}

/** What a bracket holds: `list` is all but a block of statements or declarations. */
type Opener = "list" | "block" | "enumerators";

const DIRECTIVE = /#[ \t]*(if|ifdef|ifndef|else|elif|endif)?\b(?:[^\\\n]|\\[\s\S])*/y;
const ENDS_ENUM_HEAD = /\benum\s*(?:class\s+)?\w*\s*(?::\s*\w+\s*)?$/;
/** Longer texts between two directives are more than a head. */
const MAX_HEAD = 600;

export function maskConditionals(source: string): string {
  if (!/^[ \t]*#[ \t]*if/m.test(source)) return source;
  const ranges = new Scanner(source).ranges();
  return blankRanges(source, ranges);
}

class Scanner {
  readonly #source: string;
  readonly #openers: Opener[] = [];
  readonly #open: Conditional[] = [];
  readonly #ranges: [start: number, end: number][] = [];
  /** The last character that means something; `;` at the start. */
  #last = ";";
  #isLineStart = true;

  constructor(source: string) {
    this.#source = source;
  }

  ranges(): [start: number, end: number][] {
    const source = this.#source;
    for (let at = 0; at < source.length; ) at = this.#step(source, at);
    return this.#ranges;
  }

  #step(source: string, at: number): number {
    const char = source[at]!;
    if (char === "\n") {
      this.#isLineStart = true;
      return at + 1;
    }
    if (char === " " || char === "\t" || char === "\r" || char === "\\") return at + 1;
    if (char === "#" && this.#isLineStart) return this.#directive(at);
    this.#isLineStart = false;
    if (char === "/" && source[at + 1] === "/") return endOr(source.indexOf("\n", at), source);
    if (char === "/" && source[at + 1] === "*") return endOr(source.indexOf("*/", at + 2) + 2, source, at);
    if (char === '"' || char === "'") {
      this.#last = char;
      return endOfLiteral(source, at);
    }
    this.#bracket(char, at);
    this.#last = char;
    return at + 1;
  }

  #bracket(char: string, at: number): void {
    if (char === "(" || char === "[") this.#openers.push("list");
    else if (char === "{") {
      const isList = "=,([{".includes(this.#last) && (this.#last !== "{" || this.#openers.at(-1) === "list");
      const head = isList ? "" : this.#source.slice(Math.max(0, at - 80), at);
      this.#openers.push(isList ? "list" : ENDS_ENUM_HEAD.test(head) ? "enumerators" : "block");
    } else if (char === ")" || char === "]" || char === "}") this.#openers.pop();
  }

  #directive(at: number): number {
    DIRECTIVE.lastIndex = at;
    const [text, word] = DIRECTIVE.exec(this.#source)!;
    const end = at + text.length;
    const top = this.#open.at(-1);
    if (word === "if" || word === "ifdef" || word === "ifndef") this.#begin(at, end, text);
    else if (word === "else" || word === "elif") {
      if (top) this.#branch(top, at, end);
    } else if (word === "endif" && top) this.#finish(top, at, end);
    return end;
  }

  #begin(at: number, end: number, text: string): void {
    this.#open.push({
      start: at,
      depth: this.#openers.length,
      // Both languages know `extern "C" {` in such a pair.
      isWithin: !text.includes("__cplusplus") && this.#isWithin(),
      isUneven: false,
      firstDepth: null,
      directives: [[at, end]],
    });
  }

  #isWithin(): boolean {
    const around = this.#openers.at(-1);
    if (around === "enumerators") return false;
    if (around === "list") return true;
    if (around === "block") return !";{}:".includes(this.#last);
    return /[\w*&=,]/.test(this.#last);
  }

  #branch(conditional: Conditional, at: number, end: number): void {
    const depth = this.#openers.length;
    if (depth !== conditional.depth) conditional.isUneven = true;
    conditional.firstDepth ??= depth;
    this.#setDepth(conditional.depth);
    conditional.directives.push([at, end]);
  }

  #finish(conditional: Conditional, at: number, end: number): void {
    this.#open.pop();
    const depth = this.#openers.length;
    if (depth !== conditional.depth) conditional.isUneven = true;
    if (conditional.firstDepth !== null) this.#setDepth(conditional.firstDepth);
    const { directives, isUneven, depth: before } = conditional;
    directives.push([at, end]);
    // At the top of a file a name before `#if` may as well be a macro without a semicolon.
    const isHead = before > 0 || at - conditional.start < MAX_HEAD;
    if (!isUneven && !(conditional.isWithin && isHead)) return;
    if (/__cplusplus/.test(this.#source.slice(...directives[0]!))) return;
    this.#ranges.push(directives[0]!);
    const second = directives[1]!;
    this.#ranges.push([second[0], end]);
  }

  /** Braces that only one branch closes or opens are blocks. */
  #setDepth(depth: number): void {
    while (this.#openers.length > depth) this.#openers.pop();
    while (this.#openers.length < depth) this.#openers.push("block");
  }
}

function endOr(end: number, source: string, at = 0): number {
  return end <= at + 1 ? source.length : end;
}

function endOfLiteral(source: string, open: number): number {
  const quote = source[open];
  for (let at = open + 1; at < source.length; at++) {
    const char = source[at];
    if (char === "\\") at += 1;
    else if (char === quote || char === "\n") return at + (char === quote ? 1 : 0);
  }
  return source.length;
}

/** The text with these stretches in blanks, lines kept. */
export function blankRanges(source: string, ranges: [start: number, end: number][]): string {
  if (ranges.length === 0) return source;
  ranges.sort((a, b) => a[0] - b[0]);
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    parts.push(source.slice(at, from), source.slice(from, end).replace(/[^\n\r]/g, " "));
    at = end;
  }
  parts.push(source.slice(at));
  return parts.join("");
}
