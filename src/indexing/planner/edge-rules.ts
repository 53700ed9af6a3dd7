/**
 * What a change means for an edge, line by line: edges belong to the file they start in, so what happens to their target
 * moves them only through what their file asked of it. One table: plans are told by it (`edge-plan.ts`), and
 * `tests/planner-matrix.test.ts` holds every line against the engine.
 */
import { EDGE_KINDS, type EdgeKind } from "../../core/edges.ts";

export const EDGE_CHANGES = [
  "source text",
  "own header",
  "imports",
  "member set",
  "target, unasked",
  "target, asked",
  "target renamed or moved",
  "target gone",
  "linked with its file",
  "project",
  "compiler lost",
  "not parsed",
] as const;
export type EdgeChange = (typeof EDGE_CHANGES)[number];

/** `contains` is read from facts. */
export type PlannedEdge = EdgeKind | "contains";

export type EdgeAction = "recompute" | "keep" | "remove";

/** Of the edge afterwards. `by maker`: of compiler grade once a compiler has looked at the file again, resolved until then. */
export type EdgeConfidence = "unchanged" | "exact" | "by maker" | "resolved" | "none";

export interface EdgeRule {
  edges: readonly PlannedEdge[];
  change: EdgeChange;
  action: EdgeAction;
  confidence: EdgeConfidence;
}

/** What a declaration says of itself. */
export const DECLARED_EDGES: ReadonlySet<PlannedEdge> = new Set<PlannedEdge>([
  "inherits",
  "implements",
  "overrides",
  "accepts",
  "extends",
]);

export const EDGE_RULES: readonly EdgeRule[] = [
  { edges: EDGE_KINDS, change: "source text", action: "recompute", confidence: "by maker" },
  { edges: [...DECLARED_EDGES], change: "own header", action: "recompute", confidence: "by maker" },
  { edges: ["imports"], change: "imports", action: "recompute", confidence: "by maker" },
  { edges: ["contains"], change: "member set", action: "recompute", confidence: "exact" },
  { edges: ["contains"], change: "source text", action: "keep", confidence: "unchanged" },
  // Its body, a member that nobody names: no question that the file asked has another answer.
  { edges: EDGE_KINDS, change: "target, unasked", action: "keep", confidence: "unchanged" },
  // A class that has another base now: a call may mean another method, a method may override another one.
  { edges: EDGE_KINDS, change: "target, asked", action: "recompute", confidence: "by maker" },
  // Handles name the place: callers that import it are linked to the new one; what cannot be told stays unresolved.
  { edges: EDGE_KINDS, change: "target renamed or moved", action: "recompute", confidence: "by maker" },
  { edges: EDGE_KINDS, change: "target gone", action: "remove", confidence: "none" },
  // Links are made file by file: the others of a file come anew with the one that is the reason.
  { edges: EDGE_KINDS, change: "linked with its file", action: "recompute", confidence: "by maker" },
  { edges: EDGE_KINDS, change: "project", action: "recompute", confidence: "by maker" },
  { edges: EDGE_KINDS, change: "compiler lost", action: "recompute", confidence: "resolved" },
  { edges: EDGE_KINDS, change: "not parsed", action: "remove", confidence: "none" },
];

/** What happens to an edge of a kind; null where the change cannot meet such an edge. */
export function ruleFor(edge: PlannedEdge, change: EdgeChange): EdgeRule | null {
  return EDGE_RULES.find((rule) => rule.change === change && rule.edges.includes(edge)) ?? null;
}
