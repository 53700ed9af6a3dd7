import { z } from "zod";
import { plural } from "../../core/counts.ts";
import { handleOf } from "../../core/edges.ts";
import type { ChunkFact } from "../../core/facts.ts";
import { type SymbolGroup, similarity, type ViewSession } from "../../engine/engine.ts";
import { defineTool } from "../contract.ts";
import { placeOf } from "../render-symbol.ts";
import { withSymbol } from "../with-symbol.ts";
import { symbolInput } from "./symbol-input.ts";

/** Files compared: those that a search for the symbol's own text ranks first. */
const MAX_FILES = 60;
const MAX_QUERY_CHARS = 4_000;

interface Similar {
  path: string;
  startLine: number;
  endLine: number;
  symbol: string | undefined;
  similarity: number;
}

export default defineTool({
  name: "find_similar",
  title: "Find similar code",
  description:
    "Code that nearly repeats a symbol, by fingerprints of its text. Compares the files that share the most words with it.",
  input: {
    symbol: symbolInput,
    threshold: z.number().min(0.1).max(1).default(0.5).describe("Least similarity, 1 is equal"),
    limit: z.number().int().min(1).max(100).default(20).describe("Places to return"),
  },
  answer: (session, input) =>
    withSymbol(session, input.symbol, async (group) => {
      const similar = (await compare(session, group))
        .filter((one) => one.similarity >= input.threshold)
        .slice(0, input.limit);
      return {
        head: `${plural(similar.length, "place")} similar to ${group.qualifiedName}, of ${MAX_FILES} files compared at most`,
        body: similar.map(
          (one) =>
            `${placeOf(one.path, one.startLine, one.endLine)}  ${one.symbol ?? "(top level)"}  ${Math.round(one.similarity * 100)} % alike`,
        ),
        next: `clew symbol "${handleOf(group.path, group.hits[0]!.symbol)}"`,
        data: { fields: { symbol: group.qualifiedName }, lists: { similar } },
        outcome: similar.length > 0 ? "found" : "none",
        quotes: [group.path, ...similar.map((one) => one.path)],
      };
    }),
});

/** Best first, then by place. */
async function compare(session: ViewSession, group: SymbolGroup): Promise<Similar[]> {
  const { span } = group.hits[0]!.symbol;
  const [chunks] = await session.reader.chunks([group.hits[0]!.blob]);
  const own = chunks!.filter((chunk) => overlaps(chunk, span));
  const sketches = own.map((chunk) => chunk.fingerprint).filter((sketch) => sketch.length > 0);
  const text = (await session.readText(group.path))
    ?.split("\n")
    .slice(span.startLine - 1, span.endLine)
    .join("\n");
  if (!text || sketches.length === 0) return [];
  const { hits } = await session.search(text.slice(0, MAX_QUERY_CHARS), { limit: MAX_FILES });
  const found: Similar[] = [];
  const files = (await Promise.all(hits.map(({ path }) => session.findFile(path)))).filter(
    (file) => file !== null,
  );
  const blobs = files.map((file) => file.blob);
  const outlines = await session.reader.outlines(blobs);
  const chunksOf = await session.reader.chunks(blobs);
  for (const [at, { path }] of files.entries()) {
    const { symbols } = outlines[at]!;
    for (const chunk of chunksOf[at]!) {
      if (path === group.path && overlaps(chunk, span)) continue;
      const best = Math.max(...sketches.map((sketch) => similarity(sketch, chunk.fingerprint)));
      const { startLine, endLine } = chunk.span;
      found.push({
        path,
        startLine,
        endLine,
        symbol: symbols[chunk.symbol]?.qualifiedName,
        similarity: best,
      });
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
