/** The graph that the links in the records are: no store of its own, so it cannot lag behind them. */
import type { ViewReader } from "../records/contract.ts";
import type { GraphReader } from "./contract.ts";
import { findPath, type ReadEdges, walkNeighbours } from "./walk.ts";

export function graphOfRecords(reader: Pick<ViewReader, "edges">): GraphReader {
  const readEdges: ReadEdges = (direction, handles, kinds) => reader.edges(direction, handles, kinds);
  return {
    neighbours: (asked) => walkNeighbours(readEdges, asked),
    path: (from, to, bounds) => findPath(readEdges, from, to, bounds),
  };
}

/** The graph of a generation: that of its own store when there is one that is up to date. */
export function graphOf(reader: Pick<ViewReader, "edges" | "graph">): GraphReader {
  return reader.graph ?? graphOfRecords(reader);
}
