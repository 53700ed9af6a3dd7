import type { Place } from "./captures.ts";

const MAX_RECEIVER = 120;
/** A chain of calls is scanned once per link; longer ones are data in the shape of code. */
const MAX_SCANNED = 4_000;

/**
 * What a name is taken from, with the contents of argument lists left out: `build({ … }).make( a )` gives
 * `build().make()`. A longer text keeps its end behind `…`.
 */
export function receiverText(source: string, place: Place): string {
  const text = source.slice(place.start, Math.min(place.end, place.start + MAX_SCANNED));
  const short = /[\s([{"'`]/.test(text) ? withoutArguments(text) : text;
  const isCut = place.end - place.start > MAX_SCANNED;
  return isCut || short.length > MAX_RECEIVER ? `…${short.slice(-MAX_RECEIVER)}` : short;
}

/** Beyond ASCII everything counts as a letter: to set up the classes of Unicode costs each process milliseconds. */
const IS_WORD = /[\w$\x80-\uffff@]/;
/** After these an opening bracket starts arguments, an index or a block, not a parenthesised expression. */
const ENDS_VALUE = /[\w$\x80-\uffff)\]}>?!]/;

export function withoutArguments(text: string): string {
  let out = "";
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (char === " " || char === "\n" || char === "\t" || char === "\r") {
      while (at < text.length && /\s/.test(text[at]!)) at += 1;
      if (out !== "" && IS_WORD.test(out.at(-1)!) && at < text.length && IS_WORD.test(text[at]!)) out += " ";
    } else if (char === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) {
      at = endOfComment(text, at);
    } else if ((char === "(" || char === "[" || char === "{") && out !== "" && endsValue(out)) {
      const end = closingBracket(text, at);
      out += char + CLOSER[char];
      at = end + 1;
    } else if (char === '"' || char === "'" || char === "`") {
      const end = endOfString(text, at);
      out += text.slice(at, end + 1);
      at = end + 1;
    } else {
      out += char;
      at += 1;
    }
  }
  return out;
}

/** `await (x)` and `new (x)` are no calls. */
function endsValue(out: string): boolean {
  return (
    ENDS_VALUE.test(out.at(-1)!) && !/(?:^|[^.\w:>])(?:await|new|yield|return|in|of|not|and|or)$/.test(out)
  );
}

const CLOSER: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text[at]!;
    if (char === "(" || char === "[" || char === "{") depth += 1;
    else if (char === ")" || char === "]" || char === "}") {
      depth -= 1;
      if (depth === 0) return at;
    } else if (char === '"' || char === "'" || char === "`") at = endOfString(text, at);
    else if (char === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) at = endOfComment(text, at) - 1;
  }
  return text.length;
}

/** Index of the closing quote; the opening one itself when there is none on its line (a Rust lifetime). */
function endOfString(text: string, open: number): number {
  const quote = text[open]!;
  for (let at = open + 1; at < text.length; at++) {
    const char = text[at]!;
    if (char === "\\") at += 1;
    else if (char === quote) return at;
    else if (char === "\n" && quote !== "`") return open;
  }
  return open;
}

function endOfComment(text: string, open: number): number {
  const end = text[open + 1] === "/" ? text.indexOf("\n", open) : text.indexOf("*/", open + 2) + 2;
  return end <= open ? text.length : end;
}
