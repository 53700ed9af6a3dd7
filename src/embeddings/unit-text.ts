/**
 * What a model reads of one chunk: what it is and what it is called, then how it is declared and described, then its
 * text. Made from the content alone, never from its path, since vectors are kept by content.
 */
import type { BlobFacts, ChunkFact, SymbolFact } from "../core/facts.ts";

/** About 1,500 tokens; more than most models read well. */
const MAX_CHARACTERS = 6_000;
const MAX_DOC = 1_000;

/** `source` is the decoded text with secrets blanked, in which the spans of the facts lie. */
function unitText(facts: BlobFacts, chunk: ChunkFact, source: string): string {
  const symbol = facts.symbols[chunk.symbol];
  const parts = [
    headOf(facts, chunk, symbol),
    symbol && isWhole(chunk) ? symbol.signature : "",
    symbol && isWhole(chunk) ? (symbol.doc ?? "").slice(0, MAX_DOC) : "",
    source.slice(chunk.span.start, chunk.span.end),
  ];
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n")
    .slice(0, MAX_CHARACTERS);
}

export function unitTexts(facts: BlobFacts, source: string): string[] {
  return facts.chunks.map((chunk) => unitText(facts, chunk, source));
}

/** The chunk is the symbol, not a stretch inside it. */
function isWhole({ kind }: ChunkFact): boolean {
  return kind === "function" || kind === "method" || kind === "class";
}

function headOf(facts: BlobFacts, chunk: ChunkFact, symbol: SymbolFact | undefined): string {
  const { language } = facts;
  const name = symbol
    ? [facts.packageName, symbol.qualifiedName].filter(Boolean).join(".")
    : facts.packageName;
  switch (chunk.kind) {
    case "function":
    case "method":
    case "class":
      return `${language} ${symbol?.kind ?? chunk.kind} ${name ?? ""}`;
    case "section":
      return `${language} section ${sectionPath(facts, chunk.symbol)}`;
    case "imports":
      return `${language} imports${name ? ` of ${name}` : ""}`;
    case "module-doc":
      return `${language} about this file`;
    case "block":
      return `${language} code${name ? ` in ${name}` : ""}`;
    case "fallback":
      return language;
  }
}

/** Headings from the outermost in. */
function sectionPath({ symbols }: BlobFacts, ordinal: number): string {
  const names: string[] = [];
  for (let symbol = symbols[ordinal]; symbol; symbol = symbols[symbol.parent]) names.unshift(symbol.name);
  return names.join(" > ");
}
