import {
  EDGE_KINDS,
  type Edge,
  type EdgeKind,
  type Handle,
  TIERS,
  type Tier,
  type UnresolvedUse,
} from "../core/edges.ts";

const KIND_LETTER = Object.fromEntries(EDGE_KINDS.map((kind, at) => [kind, String.fromCharCode(97 + at)]));

/** Gathers edges so that each (from, to, kind) is one edge with all its lines and its strongest tier. */
export class EdgeCollector {
  /** from → kind and to → edge. */
  readonly #edges = new Map<Handle, Map<string, Edge>>();
  readonly #unresolved = new Map<string, UnresolvedUse>();

  add(from: Handle, to: Handle, kind: EdgeKind, tier: Tier, line: number): void {
    let group = this.#edges.get(from);
    if (!group) {
      group = new Map();
      this.#edges.set(from, group);
    }
    const key = `${KIND_LETTER[kind]}${to}`;
    const known = group.get(key);
    if (!known) {
      group.set(key, { from, to, kind, tier, lines: [line] });
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
    const groups = [...this.#edges].sort(([a], [b]) => compareText(a, b));
    for (const [, group] of groups) {
      const edges = [...group.values()];
      for (const edge of edges) if (edge.lines.length > 1) edge.lines.sort((a, b) => a - b);
      out.push(...edges.sort(compareKindAndTarget));
    }
    return out;
  }

  unresolved(): UnresolvedUse[] {
    return [...this.#unresolved.values()].sort(
      (a, b) => a.line - b.line || compareText(a.name, b.name) || compareText(a.from, b.from),
    );
  }
}

function compareKindAndTarget(a: Edge, b: Edge): number {
  return EDGE_KINDS.indexOf(a.kind) - EDGE_KINDS.indexOf(b.kind) || compareText(a.to, b.to);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
