/** The one order in which stores return edges and unresolved uses. */
import {
  EDGE_KINDS,
  type Edge,
  type EdgeKind,
  type Handle,
  TIERS,
  type UnresolvedUse,
} from "../core/edges.ts";
import type { EdgeSite } from "./contract.ts";

const KIND_ORDER = new Map<string, number>(EDGE_KINDS.map((kind, at) => [kind, at]));
const TIER_ORDER = new Map<string, number>(TIERS.map((tier, at) => [tier, at]));

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareEdges(a: Edge, b: Edge): number {
  return (
    compareText(a.from, b.from) ||
    compareText(a.to, b.to) ||
    KIND_ORDER.get(a.kind)! - KIND_ORDER.get(b.kind)! ||
    TIER_ORDER.get(a.tier)! - TIER_ORDER.get(b.tier)! ||
    (a.lines[0] ?? 0) - (b.lines[0] ?? 0)
  );
}

export function compareEdgeSites(a: EdgeSite, b: EdgeSite): number {
  return compareEdges(a.edge, b.edge) || compareText(a.extractor, b.extractor);
}

export function compareUnresolved(a: UnresolvedUse, b: UnresolvedUse): number {
  return (
    compareText(a.from, b.from) ||
    a.line - b.line ||
    compareText(a.name, b.name) ||
    a.candidates - b.candidates
  );
}

export function isWantedKind(kind: EdgeKind, kinds: readonly EdgeKind[] | undefined): boolean {
  return kinds === undefined || kinds.includes(kind);
}

/** Every path a handle could start with: a path may itself contain `#`. */
export function* pathCandidates(handle: Handle): Generator<string> {
  yield handle;
  for (let at = handle.indexOf("#"); at >= 0; at = handle.indexOf("#", at + 1)) yield handle.slice(0, at);
}
