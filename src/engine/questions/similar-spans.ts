/** Code that nearly repeats a symbol, by fingerprints of its text. */
import type { ChunkFact } from "../../core/facts.ts";
import { findFile, type SymbolGroup } from "../../navigation/find-symbol.ts";
import { search, similarity } from "../../retrieval/index.ts";
import type { ViewSession } from "../session.ts";

export interface SimilarSpan {
  path: string;
  startLine: number;
  endLine: number;
  symbol: string | undefined;
  /** 1 is equal. */
  similarity: number;
}

const MAX_QUERY_CHARS = 4_000;

/** Compares the `maxFiles` files that a search for the symbol's own text ranks first. Best first, then by place. */
export async function findSimilarSpans(
  view: ViewSession,
  group: SymbolGroup,
  maxFiles: number,
): Promise<SimilarSpan[]> {
  const { reader } = view;
  const { span } = group.hits[0]!.symbol;
  const [chunks] = await reader.chunks([group.hits[0]!.blob]);
  const own = chunks!.filter((chunk) => overlaps(chunk, span));
  const sketches = own.map((chunk) => chunk.fingerprint).filter((sketch) => sketch.length > 0);
  const text = (await view.readText(group.path))
    ?.split("\n")
    .slice(span.startLine - 1, span.endLine)
    .join("\n");
  if (!text || sketches.length === 0) return [];
  const { hits } = await search(await view.openSearchable(), text.slice(0, MAX_QUERY_CHARS), {
    limit: maxFiles,
  });
  const found: SimilarSpan[] = [];
  const files = (await Promise.all(hits.map(({ path }) => findFile(reader, path)))).filter(
    (file) => file !== null,
  );
  const blobs = files.map((file) => file.blob);
  const outlines = await reader.outlines(blobs);
  const chunksOf = await reader.chunks(blobs);
  for (const [at, { path }] of files.entries()) {
    const { symbols } = outlines[at]!;
    for (const chunk of chunksOf[at]!) {
      if (path === group.path && overlaps(chunk, span)) continue;
      const best = Math.max(...sketches.map((sketch) => similarity(sketch, chunk.fingerprint)));
      const { startLine, endLine } = chunk.span;
      const symbol = symbols[chunk.symbol]?.qualifiedName;
      found.push({ path, startLine, endLine, symbol, similarity: best });
    }
  }
  return found.sort(
    (a, b) =>
      b.similarity - a.similarity || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine),
  );
}

function overlaps(
  { span }: ChunkFact,
  { startLine, endLine }: { startLine: number; endLine: number },
): boolean {
  return span.startLine <= endLine && span.endLine >= startLine;
}
