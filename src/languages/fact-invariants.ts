/** What holds for the facts of any text in any language. */
import type { BlobTerms, ExtractedBlob } from "../core/facts.ts";

/** One line per broken rule. */
export function brokenInvariants({ facts, terms }: ExtractedBlob, source: string): string[] {
  const broken: string[] = [];
  const seen = new Set<string>();
  for (const [at, symbol] of facts.symbols.entries()) {
    const id = `${symbol.qualifiedName}~${symbol.overload}`;
    if (seen.has(id)) broken.push(`two symbols are called ${id}`);
    seen.add(id);
    if (symbol.parent >= at) broken.push(`${id} comes before its parent`);
    if (symbol.name === "") broken.push(`symbol ${at} has no name`);
    if (symbol.span.start >= symbol.span.end || symbol.span.end > source.length)
      broken.push(`${id} has a bad span`);
    if (symbol.signature.length > 300 || symbol.signature.includes("\n"))
      broken.push(`${id} has a bad signature`);
  }
  for (const { name, from } of [...facts.references, ...facts.locals]) {
    if (from < -1 || from >= facts.symbols.length) broken.push(`${name} is used from symbol ${from}`);
    if (name === "") broken.push("a use has no name");
  }
  broken.push(...brokenChunks(facts, source), ...brokenTerms(terms, facts.chunks.length));
  return broken;
}

function brokenChunks(facts: ExtractedBlob["facts"], source: string): string[] {
  const broken: string[] = [];
  const lines = source.split("\n");
  const covered = new Set<number>();
  let before = 0;
  for (const { kind, span, symbol, tokens } of facts.chunks) {
    if (kind !== "fallback" && span.startLine <= before)
      broken.push(`chunk at line ${span.startLine} overlaps`);
    before = span.endLine;
    if (tokens <= 0) broken.push(`chunk at line ${span.startLine} has no tokens`);
    if (symbol >= facts.symbols.length) broken.push(`chunk at line ${span.startLine} names symbol ${symbol}`);
    for (let line = span.startLine; line <= span.endLine; line++) covered.add(line);
  }
  for (const [at, line] of lines.entries()) {
    if (line.trim() !== "" && !covered.has(at + 1)) broken.push(`line ${at + 1} is in no chunk`);
  }
  return broken;
}

function brokenTerms({ dictionary, entries }: BlobTerms, chunks: number): string[] {
  const broken: string[] = [];
  if (new Set(dictionary).size !== dictionary.length) broken.push("a term stands twice in the dictionary");
  for (let at = 0; at < entries.length; at += 2) {
    const isAscending =
      at === 0 ||
      entries[at]! > entries[at - 2]! ||
      (entries[at] === entries[at - 2] && entries[at + 1]! > entries[at - 1]!);
    if (!isAscending) broken.push(`term entry ${at / 2} is out of order`);
    if (entries[at]! >= dictionary.length) broken.push(`term entry ${at / 2} is not in the dictionary`);
    if (entries[at + 1]! >>> 16 >= chunks)
      broken.push(`term entry ${at / 2} names a chunk that is not there`);
  }
  return broken;
}
