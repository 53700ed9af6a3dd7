/** Walks over edges that are read level by level: one read for each level, however many symbols it holds. */
import { type Edge, type EdgeKind, type Handle, TIERS } from "../../core/edges.ts";
import type { EdgeDirection, EdgeSite } from "../records/contract.ts";
import type { GraphStep, Neighbourhood, PathBounds } from "./contract.ts";

export type ReadEdges = (
  direction: EdgeDirection,
  handles: readonly Handle[],
  kinds?: readonly EdgeKind[],
) => Promise<EdgeSite[][]>;

export async function walkNeighbours(
  readEdges: ReadEdges,
  { handles, direction, kinds, depth, fanOut }: Neighbourhood,
): Promise<GraphStep[]> {
  const steps: GraphStep[] = [];
  const seen = new Set<Handle>(handles);
  let level = [...seen];
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const found = await readEdges(direction, level, kinds);
    const next: Handle[] = [];
    for (const [place, of] of level.entries()) {
      const edges = found[place]!.slice(0, fanOut);
      steps.push({ of, depth: at, edges, leftOut: found[place]!.length - edges.length });
      for (const { edge } of edges) {
        const other = direction === "into" ? edge.from : edge.to;
        if (seen.has(other)) continue;
        seen.add(other);
        next.push(other);
      }
    }
    level = next;
  }
  return steps;
}

export async function findPath(
  readEdges: ReadEdges,
  from: readonly Handle[],
  to: readonly Handle[],
  bounds: PathBounds,
): Promise<Edge[] | null> {
  const goals = new Set(to);
  const weakest = TIERS.indexOf(bounds.minTier);
  const cameBy = new Map<Handle, Edge | null>(from.map((handle) => [handle, null]));
  let frontier: Handle[] = [...from];
  for (let depth = 0; depth < bounds.maxDepth && frontier.length > 0; depth++) {
    const next: Handle[] = [];
    for (const sites of await readEdges("from", frontier)) {
      for (const { edge } of sites) {
        if (TIERS.indexOf(edge.tier) > weakest || cameBy.has(edge.to)) continue;
        cameBy.set(edge.to, edge);
        if (goals.has(edge.to)) return walkBack(cameBy, edge.to);
        if (cameBy.size < bounds.maxVisited) next.push(edge.to);
      }
    }
    frontier = next;
  }
  return null;
}

function walkBack(cameBy: ReadonlyMap<Handle, Edge | null>, goal: Handle): Edge[] {
  const path: Edge[] = [];
  for (let edge = cameBy.get(goal); edge; edge = cameBy.get(edge.from)) path.unshift(edge);
  return path;
}
