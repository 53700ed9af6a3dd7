/** What becomes of the edges that a file has now: the table of edge-rules.ts, applied to what changed. */
import type { Edge, Handle } from "../../core/edges.ts";
import type { ImportFact, SymbolFact } from "../../core/facts.ts";
import { parseHandle, pathOfHandle } from "../../core/handles.ts";
import {
  DECLARED_EDGES,
  type EdgeAction,
  type EdgeChange,
  type EdgeConfidence,
  type PlannedEdge,
  ruleFor,
} from "./edge-rules.ts";

/** Edges of one kind that the same thing happens to. */
export interface PlannedEdges {
  kind: PlannedEdge;
  edges: number;
  change: EdgeChange;
  action: EdgeAction;
  confidence: EdgeConfidence;
}

export interface FactsOfFile {
  symbols: readonly SymbolFact[];
  imports: readonly ImportFact[];
}

/** A file whose facts changed; null where there are none. */
export interface ChangedFile {
  before: FactsOfFile | null;
  after: FactsOfFile | null;
  /** Where its content went to. */
  movedTo?: string;
}

export interface EdgesOfFile {
  path: string;
  edges: readonly Edge[];
  isByProject: boolean;
}

export function planEdges(file: EdgesOfFile, changed: ReadonlyMap<string, ChangedFile>): PlannedEdges[] {
  const own = changed.get(file.path);
  const planned = new Map<string, PlannedEdges>();
  const count = (kind: PlannedEdge, change: EdgeChange) => {
    const { action, confidence } = ruleFor(kind, change)!;
    const key = `${kind} ${change}`;
    const known = planned.get(key) ?? { kind, edges: 0, change, action, confidence };
    planned.set(key, { ...known, edges: known.edges + 1 });
  };
  for (const edge of file.edges) count(edge.kind, changeOf(edge, file, own, changed));
  if (own?.before && own.after)
    for (const _ of own.after.symbols) count("contains", hasSameMembers(own) ? "source text" : "member set");
  return [...planned.values()].sort((a, b) => order(a.kind, b.kind) || order(a.change, b.change));
}

function changeOf(
  { kind, from, to }: Edge,
  { isByProject }: EdgesOfFile,
  own: ChangedFile | undefined,
  changed: ReadonlyMap<string, ChangedFile>,
): EdgeChange {
  if (own && own.after === null) return "not parsed";
  const target = changed.get(pathOfHandle(to));
  const ofTarget = target && target !== own ? changeOfTarget(to, target) : null;
  if (ofTarget === "target gone" || ofTarget === "target renamed or moved") return ofTarget;
  if (own) return changeOfSource(kind, from, own);
  if (isByProject) return "project";
  return ofTarget ?? "linked with its file";
}

function changeOfSource(kind: PlannedEdge, from: Handle, own: ChangedFile): EdgeChange {
  if (kind === "imports") return importsOf(own.before) === importsOf(own.after) ? "source text" : "imports";
  const isOther = headerOf(from, own.before) !== headerOf(from, own.after);
  return DECLARED_EDGES.has(kind) && isOther ? "own header" : "source text";
}

function changeOfTarget(to: Handle, target: ChangedFile): EdgeChange | null {
  if (headerOf(to, target.after) === null)
    return target.movedTo === undefined ? "target gone" : "target renamed or moved";
  return headerOf(to, target.before) === headerOf(to, target.after) ? null : "target, asked";
}

/** What a symbol says of itself and of its members; null where it is not there. */
function headerOf(handle: Handle, facts: FactsOfFile | null): string | null {
  const { qualifiedName = null, overload = 0 } = parseHandle(handle) ?? {};
  if (!facts) return null;
  // A file shows nothing by itself.
  if (qualifiedName === null) return "";
  const at = facts.symbols.findIndex(
    (one) => one.qualifiedName === qualifiedName && one.overload === overload,
  );
  if (at < 0) return null;
  const shown = facts.symbols.filter((one, index) => index === at || one.parent === at);
  return JSON.stringify(shown.map(({ signature, bases, modifiers }) => [signature, bases, modifiers]));
}

function importsOf(facts: FactsOfFile | null): string {
  return JSON.stringify(facts?.imports.map(({ line: _, ...rest }) => rest));
}

function hasSameMembers({ before, after }: ChangedFile): boolean {
  const [old, now] = [before, after].map((facts) =>
    facts!.symbols.map(({ qualifiedName, overload }) => `${qualifiedName}~${overload}`).join("\0"),
  );
  return old === now;
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
