import { EDGE_KINDS, type Edge, type EdgeKind, type Handle, type UnresolvedUse } from "../core/edges.ts";

/** Kinds of edges that a pass over every use of a file makes complete for it. */
export const COMPILER_EDGE_KINDS: readonly EdgeKind[] = [
  "imports",
  "calls",
  "references",
  "inherits",
  "implements",
  "overrides",
  "accepts",
];

/** Gathers compiler-grade edges so that each (from, kind, to) is one edge with all its lines, in a fixed order. */
export class EdgeSink {
  readonly #lines = new Map<Handle, Map<EdgeKind, Map<Handle, Set<number>>>>();
  readonly #lesser = new Map<string, Edge["tier"]>();
  readonly #unresolved = new Map<string, UnresolvedUse>();

  /** An edge of which one use is less than proven is no proof as a whole. */
  add(from: Handle, to: Handle, kind: EdgeKind, line: number, tier: Edge["tier"] = "compiler"): void {
    if (tier !== "compiler") this.#lesser.set(`${from}\0${kind}\0${to}`, tier);
    const byKind = getOrMake(this.#lines, from, () => new Map<EdgeKind, Map<Handle, Set<number>>>());
    const byTarget = getOrMake(byKind, kind, () => new Map<Handle, Set<number>>());
    getOrMake(byTarget, to, () => new Set<number>()).add(line);
  }

  addUnresolved(use: UnresolvedUse): void {
    this.#unresolved.set(`${use.from}\0${use.name}\0${use.line}`, use);
  }

  edges(): Edge[] {
    const edges: Edge[] = [];
    for (const [from, byKind] of this.#lines) {
      for (const [kind, byTarget] of byKind) {
        for (const [to, lines] of byTarget) {
          const tier = this.#lesser.get(`${from}\0${kind}\0${to}`) ?? "compiler";
          edges.push({ from, to, kind, tier, lines: [...lines].sort((a, b) => a - b) });
        }
      }
    }
    return edges.sort(compareEdges);
  }

  unresolved(): UnresolvedUse[] {
    return [...this.#unresolved.values()].sort(
      (a, b) => a.line - b.line || compareText(a.name, b.name) || compareText(a.from, b.from),
    );
  }
}

export function compareEdges(a: Edge, b: Edge): number {
  return (
    compareText(a.from, b.from) ||
    EDGE_KINDS.indexOf(a.kind) - EDGE_KINDS.indexOf(b.kind) ||
    compareText(a.to, b.to)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
