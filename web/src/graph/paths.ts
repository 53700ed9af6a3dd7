/** Ways through a graph that is drawn, and graphs put together. */
import type { GraphAnswer } from "../../../src/pages/contract.ts";

type Edge = GraphAnswer["edges"][number];

/** The shortest chain along the edges, by names where several are as short; null when none leads there. */
export function shortestPath(edges: readonly Edge[], from: string, to: string): Edge[] | null {
  const next = new Map<string, Edge[]>();
  for (const edge of edges) next.set(edge.from, [...(next.get(edge.from) ?? []), edge]);
  const cameBy = new Map<string, Edge | null>([[from, null]]);
  const queue = [from];
  for (const node of queue) {
    if (node === to) break;
    for (const edge of (next.get(node) ?? []).sort((a, b) => (a.to < b.to ? -1 : 1)))
      if (!cameBy.has(edge.to)) {
        cameBy.set(edge.to, edge);
        queue.push(edge.to);
      }
  }
  if (!cameBy.has(to)) return null;
  const path: Edge[] = [];
  for (let edge = cameBy.get(to); edge; edge = cameBy.get(edge.from)) path.unshift(edge);
  return path;
}

/** Everything once; what was asked about first stays the start. */
export function mergeGraphs(all: readonly GraphAnswer[]): GraphAnswer {
  const [first, ...others] = all as [GraphAnswer, ...GraphAnswer[]];
  const nodes = new Map(first.nodes.map((node) => [node.id, node]));
  const edges = new Map(first.edges.map((edge) => [keyOf(edge), edge]));
  for (const one of others) {
    for (const node of one.nodes) if (!nodes.has(node.id)) nodes.set(node.id, { ...node, isStart: false });
    for (const edge of one.edges) if (!edges.has(keyOf(edge))) edges.set(keyOf(edge), edge);
  }
  const leftOut = all.reduce(
    (sum, one) => ({ nodes: sum.nodes + one.leftOut.nodes, edges: sum.edges + one.leftOut.edges }),
    { nodes: 0, edges: 0 },
  );
  return { level: first.level, nodes: [...nodes.values()], edges: [...edges.values()], leftOut };
}

function keyOf({ from, to, kind }: Edge): string {
  return `${from}\n${to}\n${kind}`;
}
