/** Symbols that have neighbours in common with one: they use what it uses, or are used where it is used. */
import { type EdgeKind, type Handle, handleOf } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import { comparePaths } from "../core/rel-path.ts";
import type { EdgeDirection, ViewReader } from "../storage/contract.ts";
import { symbolsOfFile } from "./find-symbol.ts";

export interface RelatedSymbol {
  handle: Handle;
  path: string;
  line: number;
  /** Neighbours of both, the one that says most first. */
  shared: Handle[];
}

const KINDS: readonly EdgeKind[] = ["calls", "references", "accepts", "inherits", "implements"];
/** What so many things use, or what uses so many things, ties nobody to anybody. */
const MAX_DEGREE = 200;
const MAX_NEIGHBOURS = 200;
/** One neighbour in common is chance, unless hardly anything else has it. */
const MIN_SCORE = 0.5;

interface Score {
  score: number;
  shared: { handle: Handle; weight: number }[];
}

/** Best first. Rare neighbours count for more: each counts by the logarithm of how many others have it. */
export async function findRelated(
  reader: ViewReader,
  start: readonly Handle[],
  limit: number,
): Promise<RelatedSymbol[]> {
  const scores = new Map<Handle, Score>();
  await addNeighbours(reader, start, "from", scores);
  await addNeighbours(reader, start, "into", scores);
  for (const handle of start) scores.delete(handle);
  const best = [...scores]
    .filter(([handle, { score }]) => score >= MIN_SCORE && !isWholeFile(handle))
    .sort(([a, left], [b, right]) => right.score - left.score || comparePaths(a, b))
    .slice(0, limit);
  return Promise.all(best.map(([handle, score]) => describe(reader, handle, score)));
}

/** `from`: those who use what the start uses. `into`: those who are used by the users of the start. */
async function addNeighbours(
  reader: ViewReader,
  start: readonly Handle[],
  direction: EdgeDirection,
  scores: Map<Handle, Score>,
): Promise<void> {
  const own = new Set(start);
  const other = (edge: { from: Handle; to: Handle }) => (direction === "from" ? edge.to : edge.from);
  const far = (edge: { from: Handle; to: Handle }) => (direction === "from" ? edge.from : edge.to);
  const sites = await reader.edges(direction, start, KINDS);
  const neighbours = [...new Set(sites.flat().map(({ edge }) => other(edge)))]
    .filter((handle) => !own.has(handle) && !isWholeFile(handle))
    .slice(0, MAX_NEIGHBOURS);
  const back = await reader.edges(direction === "from" ? "into" : "from", neighbours, KINDS);
  for (const [at, handle] of neighbours.entries()) {
    const ends = new Set(back[at]!.map(({ edge }) => far(edge)));
    if (ends.size > MAX_DEGREE) continue;
    const weight = 1 / Math.log(1 + ends.size);
    for (const end of ends) {
      const known = scores.get(end) ?? { score: 0, shared: [] };
      known.score += weight;
      known.shared.push({ handle, weight });
      scores.set(end, known);
    }
  }
}

function isWholeFile(handle: Handle): boolean {
  return handle === handleOf(pathOfHandle(handle));
}

async function describe(reader: ViewReader, handle: Handle, { shared }: Score): Promise<RelatedSymbol> {
  const path = pathOfHandle(handle);
  const hit = (await symbolsOfFile(reader, path)).find(({ symbol }) => handleOf(path, symbol) === handle);
  const ordered = [...shared].sort((a, b) => b.weight - a.weight || comparePaths(a.handle, b.handle));
  return {
    handle,
    path,
    line: hit?.symbol.namePosition.line ?? 1,
    shared: ordered.map((one) => one.handle),
  };
}
