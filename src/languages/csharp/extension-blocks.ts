/**
 * C# 14: `extension(Shape shape) { … }` in a static class. The grammar does not know it: its head and its braces are blanked, so that
 * what stands in it is read as members of the class, and then given what they extend.
 */
import type { BlobFacts } from "../../core/facts.ts";

interface ExtensionBlock {
  start: number;
  /** Of its braces. */
  open: number;
  close: number;
  type: string;
  typeAt: number;
  /** Absent where only static members extend the type. */
  name: string | undefined;
}

const HEAD =
  /^[ \t]*extension\s*(?:<[^(){};]{0,200}>)?\s*\(\s*(?:(?:scoped|ref|in|readonly)\s+)*([A-Za-z_][\w.]*(?:<[^(){};]{0,200}>)?\??(?:\[\])?)(?:\s+(\w+))?\s*\)[^{};]{0,400}\{/gm;
/** Each costs a look at the file; more of them were not written by hand. */
const MAX_BLOCKS = 200;
const MAX_BLOCK = 200_000;
/** Braces in strings and comments close nothing. */
const TOKEN =
  /"""[\s\S]{0,5000}?"""|@"(?:[^"]|"")*"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|\/\/[^\n]*|\/\*[\s\S]{0,5000}?\*\/|[{}]/g;

export function maskExtensionBlocks(source: string): string {
  let masked = source;
  const blank = (from: number, to: number) => {
    masked = masked.slice(0, from) + masked.slice(from, to).replace(/[^\r\n]/g, " ") + masked.slice(to);
  };
  for (const { start, open, close } of blocksIn(source)) {
    blank(start, open + 1);
    blank(close, close + 1);
  }
  return masked;
}

export function tieExtensionBlocks(facts: BlobFacts, source: string): void {
  for (const { open, close, type, typeAt, name } of blocksIn(source)) {
    const isInside = (at: number) => at > open && at < close;
    for (const [ordinal, symbol] of facts.symbols.entries()) {
      const { kind, span, parent } = symbol;
      const around = facts.symbols[parent];
      if (!isInside(span.start) || !around || isInside(around.span.start)) continue;
      if (kind !== "method" && kind !== "property") continue;
      symbol.receiverType = type.replace(/[?[].*$/, "");
      if (name === undefined || symbol.modifiers.includes("static")) continue;
      const { startLine, endLine } = span;
      const place = { startLine, startColumn: 0, endLine, endColumn: 0 };
      facts.locals.push({ name, from: ordinal, ...place, isParameter: true, type });
    }
    addTypeReference(facts, source, type, typeAt);
  }
}

function addTypeReference(facts: BlobFacts, source: string, type: string, at: number): void {
  const name = /^\w+/.exec(type)![0];
  const line = source.slice(0, at).split("\n").length;
  const column = at - (source.lastIndexOf("\n", at - 1) + 1);
  const from = facts.symbols.findLastIndex(
    ({ kind, span }) => kind === "class" && span.start < at && span.end > at,
  );
  const { references } = facts;
  const next = references.findIndex(
    ({ position }) => position.line > line || (position.line === line && position.column > column),
  );
  const reference = { kind: "type" as const, name, from, position: { line, column }, typeArgumentCount: 0 };
  references.splice(next < 0 ? references.length : next, 0, reference);
}

function blocksIn(source: string): ExtensionBlock[] {
  if (!/^[ \t]*extension\s*[<(]/m.test(source)) return [];
  const blocks: ExtensionBlock[] = [];
  for (const match of source.matchAll(HEAD)) {
    const open = match.index + match[0].length - 1;
    if (open < (blocks.at(-1)?.close ?? 0)) continue;
    const close = closingBrace(source, open);
    if (close < 0 || blocks.length >= MAX_BLOCKS) break;
    const start = match.index + match[0].indexOf("extension");
    const typeAt = source.indexOf(match[1]!, source.indexOf("(", start));
    blocks.push({ start, open, close, type: match[1]!, typeAt, name: match[2] });
  }
  return blocks;
}

function closingBrace(source: string, open: number): number {
  let depth = 0;
  TOKEN.lastIndex = open;
  for (let token = TOKEN.exec(source); token; token = TOKEN.exec(source)) {
    if (token.index > open + MAX_BLOCK) return -1;
    if (token[0] === "{") depth += 1;
    else if (token[0] === "}" && --depth === 0) return token.index;
  }
  return -1;
}
