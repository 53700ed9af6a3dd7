/** The grammar does not know CREATE PROCEDURE, so procedures are found in the text. */
import type { BlobFacts, SymbolFact } from "../../core/facts.ts";

const HEAD =
  /^[ \t]*CREATE\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?PROC(?:EDURE)?\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w.$"`[\]]+)/gim;
const DOLLAR_TAG = /\$\w*\$/;

export function addProcedures(facts: BlobFacts, source: string): void {
  // What the grammar took for another statement is the procedure itself.
  for (const match of source.matchAll(HEAD)) {
    const start = match.index + (match[0].length - match[0].trimStart().length);
    const nameStart = match.index + match[0].length - match[1]!.length;
    const symbol = procedureAt(source, start, nameStart, match[1]!);
    const known = facts.symbols.find(({ span }) => span.start === start);
    if (known) Object.assign(known, { kind: symbol.kind, signature: symbol.signature });
    else if (!facts.symbols.some(({ span }) => span.start < symbol.span.end && span.end > start)) {
      facts.symbols.push(symbol);
    }
  }
}

function procedureAt(source: string, start: number, nameStart: number, written: string): SymbolFact {
  const name =
    written
      .replace(/["`[\]]/g, "")
      .split(".")
      .at(-1) ?? written;
  const end = endOfProcedure(source, nameStart + written.length);
  const startLine = lineOf(source, start);
  const lineStart = source.lastIndexOf("\n", nameStart - 1) + 1;
  const head = source.slice(start, end).split(/\b(?:AS|BEGIN|LANGUAGE)\b/i, 1)[0]!;
  return {
    kind: "function",
    name,
    qualifiedName: name,
    overload: 0,
    parent: -1,
    signature: head.replace(/\s+/g, " ").trim().slice(0, 300),
    parameters: [],
    modifiers: [],
    scope: "exported",
    span: { start, end, startLine, endLine: lineOf(source, end - 1) },
    namePosition: { line: lineOf(source, nameStart), column: nameStart - lineStart },
    complexity: 1,
    bases: [],
  };
}

/** Up to the closing quote of its body, its END line or its semicolon, whichever kind it is. */
function endOfProcedure(source: string, from: number): number {
  const rest = source.slice(from);
  const tag = DOLLAR_TAG.exec(rest);
  const semicolon = rest.indexOf(";");
  if (tag && (semicolon < 0 || tag.index < semicolon)) {
    const close = rest.indexOf(tag[0], tag.index + tag[0].length);
    const after = close < 0 ? -1 : rest.indexOf(";", close);
    return after < 0 ? source.length : from + after + 1;
  }
  const begin = /\bBEGIN\b/i.exec(rest);
  if (begin && (semicolon < 0 || begin.index < semicolon)) {
    const close = /^END\b.*$/im.exec(rest);
    return close ? from + close.index + close[0].length : source.length;
  }
  return semicolon < 0 ? source.length : from + semicolon + 1;
}

function lineOf(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf("\n"); at >= 0 && at < offset; at = source.indexOf("\n", at + 1)) line += 1;
  return line;
}
