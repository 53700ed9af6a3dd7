import {
  EDGE_KINDS,
  type Edge,
  type EdgeKind,
  type Handle,
  TIERS,
  type Tier,
  type UnresolvedUse,
} from "../core/edges.ts";

/** The edges of one origin, by kind in the order of EDGE_KINDS, then by target. */
type EdgesOfOrigin = Map<Handle, Edge>[];

const PLACE_OF_KIND = Object.fromEntries(EDGE_KINDS.map((kind, at) => [kind, at]));

/** Gathers edges so that each (from, to, kind) is one edge with all its lines and its strongest tier. */
export class EdgeCollector {
  readonly #edges = new Map<Handle, EdgesOfOrigin>();
  readonly #unresolved = new Map<string, UnresolvedUse>();

  add(from: Handle, to: Handle, kind: EdgeKind, tier: Tier, line: number): void {
    let byKind = this.#edges.get(from);
    if (!byKind) {
      byKind = [];
      this.#edges.set(from, byKind);
    }
    const place = PLACE_OF_KIND[kind]!;
    byKind[place] ??= new Map();
    const known = byKind[place].get(to);
    if (!known) {
      byKind[place].set(to, { from, to, kind, tier, lines: [line] });
      return;
    }
    if (!known.lines.includes(line)) known.lines.push(line);
    if (TIERS.indexOf(tier) < TIERS.indexOf(known.tier)) known.tier = tier;
  }

  addUnresolved(use: UnresolvedUse): void {
    const key = `${use.from}\0${use.name}\0${use.line}`;
    const known = this.#unresolved.get(key);
    if (!known || known.candidates < use.candidates) this.#unresolved.set(key, use);
  }

  edges(): Edge[] {
    const out: Edge[] = [];
    const origins = [...this.#edges].sort(([a], [b]) => compareText(a, b));
    for (const [, byKind] of origins) {
      for (const byTarget of byKind) {
        if (!byTarget) continue;
        const edges = [...byTarget.values()];
        for (const edge of edges) if (edge.lines.length > 1) edge.lines.sort((a, b) => a - b);
        out.push(...(edges.length > 1 ? edges.sort((a, b) => compareText(a.to, b.to)) : edges));
      }
    }
    return out;
  }

  unresolved(): UnresolvedUse[] {
    return [...this.#unresolved.values()].sort(
      (a, b) => a.line - b.line || compareText(a.name, b.name) || compareText(a.from, b.from),
    );
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
