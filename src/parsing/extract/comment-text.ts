/** Comment markers of all languages come off; what a person wrote stays. */

const MAX_DOC = 2_000;
const LICENCE = /\b(?:copyright|licen[cs]ed?|spdx-|all rights reserved)/i;

const BLOCK_ENDS: readonly (readonly [string, string])[] = [
  ["/**", "*/"],
  ["/*!", "*/"],
  ["/*", "*/"],
  ["(**", "*)"],
  ["(*", "*)"],
  ["{-|", "-}"],
  ["{-", "-}"],
  ["<!--", "-->"],
  ["<#", "#>"],
  ["--[[", "]]"],
  ["#|", "|#"],
  ["#=", "=#"],
  ["=begin", "=end"],
  ["=pod", "=cut"],
  ['"""', '"""'],
  ["'''", "'''"],
];
/** A line's own marker: `//`, `///`, `//!`, `#`, `##`, `--`, `---`, `-- |`, `;;`, `%`, `*` inside a block, `"` of Vim. */
const LINE_MARKER = /^[ \t]*(?:\/\/[/!]*|#+!?|--+\s?\|?|;+|%+|\*+(?!\/)|"(?!"))[ \t]?/;
const BLOCK_LINE_MARKER = /^[ \t]*\*+(?:[ \t]|$)/;
const STRING_PREFIX = /^[rRuUbBfF]{1,2}(?=["'])/;

/** The text of one comment or doc string. */
export function stripComment(raw: string): string {
  const text = raw.trim().replace(STRING_PREFIX, "");
  // A pragma speaks to the compiler.
  if (text.startsWith("{-#")) return "";
  for (const [open, close] of BLOCK_ENDS) {
    if (!text.startsWith(open)) continue;
    const end =
      text.endsWith(close) && text.length >= open.length + close.length
        ? text.length - close.length
        : text.length;
    const lines = text.slice(open.length, end).split("\n");
    return joinLines(lines.map((line) => line.replace(BLOCK_LINE_MARKER, "")));
  }
  const quote = text[0];
  if ((quote === '"' || quote === "'" || quote === "`") && text.length > 1 && text.endsWith(quote)) {
    return joinLines(text.slice(1, -1).split("\n"));
  }
  return joinLines(text.split("\n").map((line) => line.replace(LINE_MARKER, "")));
}

function joinLines(lines: string[]): string {
  return lines
    .map((line) => line.trim())
    .join("\n")
    .replace(/^\n+|\n+$/g, "")
    .slice(0, MAX_DOC);
}

export function isLicence(text: string): boolean {
  return LICENCE.test(text);
}
