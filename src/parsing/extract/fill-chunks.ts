/** Pieces → chunk facts with exact tokens and sketches, and the lexical terms of the blob, in one pass over the text. */
import { type BlobFacts, type BlobTerms, type ChunkFact, TYPE_KINDS } from "../../core/facts.ts";
import { countTokens } from "../../core/tokens.ts";
import type { Layout } from "./build-facts.ts";
import type { Place } from "./captures.ts";
import type { Piece } from "./chunks.ts";
import { sketchOf } from "./fingerprint.ts";
import type { LineIndex } from "./line-index.ts";
import { HEADER, NAME, TermCollector, TYPE } from "./term-collector.ts";

/** Words of a chunk that count for its sketch. */
const wordHashes = new Uint32Array(8_192);

export function fillChunks(
  source: string,
  lines: LineIndex,
  pieces: readonly Piece[],
  layout: Layout,
  facts: BlobFacts,
): BlobTerms {
  const collector = new TermCollector(source);
  const comments = new CommentCursor(layout.comments);
  const names = facts.symbols
    .map((symbol) => ({
      symbol,
      start: lines.startOf(symbol.namePosition.line) + symbol.namePosition.column,
    }))
    .sort((a, b) => a.start - b.start);
  let nextName = 0;
  const withBodies = facts.status !== "structure";
  for (const [ordinal, piece] of pieces.entries()) {
    const start = lines.startOf(piece.first);
    const end = lines.endOf(piece.last);
    let sketch: number[] = [];
    if (withBodies) {
      comments.restart(start);
      const count = collector.addBody(start, end, comments, wordHashes);
      sketch = sketchOf(wordHashes, count);
    }
    while (nextName < names.length && names[nextName]!.start < start) nextName += 1;
    for (; nextName < names.length && names[nextName]!.start < end; nextName++) {
      const { symbol } = names[nextName]!;
      collector.addText(NAME, symbol.name);
      if (TYPE_KINDS.has(symbol.kind)) collector.addText(TYPE, symbol.name);
      if (!withBodies) collector.addText(0, symbol.signature);
    }
    if (ordinal === 0 && facts.header) collector.addText(HEADER, facts.header);
    collector.endChunk();
    facts.chunks.push(chunkOf(piece, start, end, countTokens(source.slice(start, end)), sketch));
  }
  return collector.finish();
}

function chunkOf(piece: Piece, start: number, end: number, tokens: number, fingerprint: number[]): ChunkFact {
  const span = { start, end, startLine: piece.first, endLine: piece.last };
  return { kind: piece.kind, span, symbol: piece.symbol, tokens, fingerprint };
}

/** Answers "is this offset inside a comment?" for ascending offsets. */
class CommentCursor {
  #at = 0;
  readonly #comments: readonly Place[];

  constructor(comments: readonly Place[]) {
    this.#comments = comments;
  }

  /** Windows may overlap, so a chunk may start before the last one ended. */
  restart(offset: number): void {
    while (this.#at > 0 && this.#comments[this.#at - 1]!.end > offset) this.#at -= 1;
  }

  covers(offset: number): boolean {
    const comments = this.#comments;
    while (this.#at < comments.length && comments[this.#at]!.end <= offset) this.#at += 1;
    return this.#at < comments.length && comments[this.#at]!.start <= offset;
  }
}
