/** Chunks as rows that a person can query: of each content once, shown by the view `chunks` for every file that has it. */
import { type BlobFacts, type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import type { BlobId } from "../contract.ts";
import { newReadCaches } from "../reading/read-caches.ts";
import { insertRows } from "./insert-rows.ts";
import type { Queries } from "./queries.ts";
import { Values } from "./values.ts";

/** Facts that are decoded are large. */
const BLOBS_PER_READ = 100;
const CALLABLE: ReadonlySet<string> = new Set(["function", "method", "constructor"]);

/** Writes what contents of a place lack, whoever brought them in. Contract: inside a transaction that writes. */
export async function writeMissingChunks(queries: Queries, place: number): Promise<void> {
  const missing = await queries.lists<[blob: BlobId, content: number]>(
    `SELECT b.id, b.content FROM @blob b JOIN @content_facts f ON f.content = b.content
     WHERE b.place = $1 AND f.chunk_count > 0 AND NOT EXISTS (SELECT FROM @chunk c WHERE c.content = b.content)
     ORDER BY b.content`,
    [place],
  );
  const values = new Values(queries, place, newReadCaches());
  for (let at = 0; at < missing.length; at += BLOBS_PER_READ) {
    const batch = missing.slice(at, at + BLOBS_PER_READ);
    const facts = await values.facts(batch.map(([blob]) => blob));
    await insertRows(
      queries,
      "@chunk(content, ordinal, kind, first_line, last_line, parent, function, imports, defines, uses, tokens)",
      batch.flatMap(([, content], place) => rowsOf(facts[place]!).map((row) => [content, ...row])),
      "ON CONFLICT DO NOTHING",
    );
  }
}

function rowsOf(facts: BlobFacts): unknown[][] {
  return facts.chunks.map((chunk, ordinal) => {
    const { startLine, endLine } = chunk.span;
    const isInside = (line: number) => line >= startLine && line <= endLine;
    const around = enclosing(facts.symbols, chunk.symbol);
    const imports = facts.imports.filter(({ line }) => isInside(line)).map(({ source }) => source);
    const defines = facts.symbols
      .filter(({ namePosition }) => isInside(namePosition.line))
      .map(({ qualifiedName }) => qualifiedName);
    const uses = facts.references.filter(({ position }) => isInside(position.line)).map(({ name }) => name);
    // A chunk that is a type's own text lies in whatever is around that type.
    const type = around.find(({ kind, span }) => TYPE_KINDS.has(kind) && span.start < chunk.span.start);
    const callable = around.find(({ kind }) => CALLABLE.has(kind));
    return [
      ...[ordinal, chunk.kind, startLine, endLine, textOrNull(type?.qualifiedName)],
      ...[textOrNull(callable?.qualifiedName), names(imports), names(defines), names(uses), chunk.tokens],
    ];
  });
}

/** From the innermost outwards. */
function enclosing(symbols: readonly SymbolFact[], from: number): SymbolFact[] {
  const around: SymbolFact[] = [];
  for (let at = from; at >= 0; at = symbols[at]!.parent) around.push(symbols[at]!);
  return around;
}

/** Each once, in the order of the source. */
function names(all: readonly string[]): string[] {
  return [...new Set(all)].map(queryable);
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined ? null : queryable(text);
}

/** A column of text takes neither a NUL nor half a character. */
function queryable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
