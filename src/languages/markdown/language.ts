import type { BlobFacts } from "../../core/facts.ts";
import { defineLanguage } from "../contract.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "markdown",
  label: "Markdown",
  aliases: ["md"],
  extensions: [".md", ".mdx", ".markdown", ".mdown"],
  grammar: "markdown",
  query,
  role: "docs",
  scopeOf: () => "exported",
  refine: nestHeadings,
});

/**
 * Nests headings by their level. The grammar does that for `#` headings, but puts an underlined one, whatever its
 * level, into the section before it.
 */
function nestHeadings(facts: BlobFacts, source: string): void {
  const { symbols } = facts;
  const levels = symbols.map(({ span }) => headingLevel(source, span.start));
  const textEnd = source.trimEnd().length;
  const open: number[] = [];
  for (const [at, symbol] of symbols.entries()) {
    const level = levels[at]!;
    while (open.length > 0 && levels[open.at(-1)!]! >= level) open.pop();
    symbol.parent = open.at(-1) ?? -1;
    open.push(at);
    let next = at + 1;
    while (next < symbols.length && levels[next]! > level) next += 1;
    const end = next < symbols.length ? symbols[next]!.span.start : textEnd;
    const text = source.slice(symbol.span.start, end).trimEnd();
    symbol.span.end = symbol.span.start + text.length;
    symbol.span.endLine = symbol.span.startLine + countLineBreaks(text);
    symbol.signature = text.slice(0, 300).split("\n", 1)[0]!.trim();
    symbol.name = plainText(symbol.name);
    const parent = symbols[symbol.parent];
    symbol.qualifiedName = parent ? `${parent.qualifiedName}.${symbol.name}` : symbol.name;
  }
}

/** `##` is 2; an underlined heading is 1 for `===` and 2 for `---`. */
function headingLevel(source: string, start: number): number {
  const marks = /^ {0,3}(#{1,6})(?:\s|$)/.exec(source.slice(start, start + 12));
  if (marks) return marks[1]!.length;
  const underline = /\n {0,3}([=-])[=-]*[ \t]*(?:\n|$)/.exec(source.slice(start, start + 2_000));
  return underline?.[1] === "=" ? 1 : 2;
}

function countLineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Words of a heading without links, emphasis, code marks, tags and anchors. */
function plainText(heading: string): string {
  const plain = heading
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, "$1")
    .replace(/<[^>]*>|\{#[^}]*\}/g, "")
    .replace(/[`*]|(?<!\w)_+|_+(?!\w)/g, "")
    .replace(/\s+#+$/, "")
    .trim();
  return plain === "" ? heading : plain;
}
