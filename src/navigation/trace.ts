/**
 * Walks edges from a symbol, breadth first, within bounds. What is cut is counted and marked; a symbol that was
 * reached before is marked and not walked again, so cycles end.
 */
import { type Edge, type EdgeKind, type Handle, handleOf, TIERS, type Tier } from "../core/edges.ts";
import type { SymbolFact } from "../core/facts.ts";
import { parseHandle, pathOfHandle } from "../core/handles.ts";
import { comparePaths } from "../core/rel-path.ts";
import { isTestPath } from "../linking/test-paths.ts";
import type { EdgeSite, SymbolHit, ViewReader } from "../storage/contract.ts";
import { findFile, type SymbolGroup, symbolsOfFile } from "./find-symbol.ts";

export const RELATIONS = {
  callers: { direction: "into", kinds: ["calls"] },
  callees: { direction: "from", kinds: ["calls"] },
  implementations: { direction: "into", kinds: ["implements", "inherits", "overrides", "extends"] },
  references: {
    direction: "into",
    kinds: ["calls", "references", "inherits", "implements", "overrides", "accepts", "extends", "tests"],
  },
  dependencies: {
    direction: "from",
    kinds: ["imports", "calls", "references", "inherits", "implements", "accepts", "extends"],
  },
  dependents: {
    direction: "into",
    kinds: ["imports", "calls", "references", "inherits", "implements", "accepts", "extends", "tests"],
  },
} as const satisfies Record<string, { direction: "into" | "from"; kinds: readonly EdgeKind[] }>;

export type Relation = keyof typeof RELATIONS;
export const RELATION_NAMES = Object.keys(RELATIONS) as [Relation, ...Relation[]];

export interface TraceOptions {
  relation: Relation;
  depth: number;
  /** Weaker edges are counted as left out. */
  minTier: Tier;
  /** Rows of the first level; deeper levels get a quarter, so that one hub does not fill the answer. */
  limit: number;
}

export interface TraceRow {
  handle: Handle;
  /** The row this one was reached from; -1 for the start. */
  parent: number;
  depth: number;
  kind: EdgeKind;
  tier: Tier;
  /** File that holds the sites, and their lines. */
  site: string;
  lines: number[];
  /** Reached before: shown, not walked again. */
  isRepeated: boolean;
  /** Further neighbours of this row that the bounds left out. */
  leftOut: number;
}

export interface Trace {
  start: Handle[];
  rows: TraceRow[];
  /** Neighbours of the start that were left out by the limit. */
  leftOut: number;
  /** Edges below the minimum tier. */
  belowTier: number;
  /** Uses of the start's name that could not be tied to any one definition. */
  unresolved: number;
}

interface Neighbour {
  handle: Handle;
  edge: Edge;
}

export async function traceSymbol(
  reader: ViewReader,
  group: SymbolGroup,
  options: TraceOptions,
): Promise<Trace> {
  const start = await startHandles(reader, group, options.relation);
  const trace: Trace = { start, rows: [], leftOut: 0, belowTier: 0, unresolved: 0 };
  const seen = new Set<Handle>(start);
  const first = await collect(reader, start, options, trace);
  trace.leftOut = Math.max(0, first.length - options.limit);
  let level = addRows(trace, first.slice(0, options.limit), -1, 1, seen, options);
  for (let depth = 2; depth <= options.depth && level.length > 0; depth++) {
    const fanOut = Math.max(3, Math.floor(options.limit / 4));
    const next: number[] = [];
    for (const at of level) {
      const row = trace.rows[at]!;
      if (row.isRepeated) continue;
      const neighbours = await collect(reader, [row.handle], options, trace);
      row.leftOut = Math.max(0, neighbours.length - fanOut);
      next.push(...addRows(trace, neighbours.slice(0, fanOut), at, depth, seen, options));
    }
    level = next;
  }
  if (group.isFile) return trace;
  const unresolved = await reader.unresolvedNamed(group.hits[0]!.symbol.name);
  trace.unresolved = unresolved.filter((use) => use.candidates > 0).length;
  return trace;
}

function addRows(
  trace: Trace,
  neighbours: readonly Neighbour[],
  parent: number,
  depth: number,
  seen: Set<Handle>,
  options: TraceOptions,
): number[] {
  const added: number[] = [];
  for (const { handle, edge } of neighbours) {
    const isRepeated = seen.has(handle);
    seen.add(handle);
    added.push(trace.rows.length);
    trace.rows.push({
      handle,
      parent,
      depth,
      kind: edge.kind,
      tier: edge.tier,
      site: pathOfHandle(RELATIONS[options.relation].direction === "into" ? handle : edge.from),
      lines: edge.lines,
      isRepeated,
      leftOut: 0,
    });
  }
  return added;
}

/**
 * Neighbours of any of the handles, one per (handle, kind): strongest tier first, code before tests, then those whose
 * folder is nearest, so that the limit cuts off examples and far packages, then in path order.
 */
async function collect(
  reader: ViewReader,
  handles: readonly Handle[],
  options: TraceOptions,
  trace: Trace,
): Promise<Neighbour[]> {
  const { direction, kinds } = RELATIONS[options.relation];
  const own = new Set(handles);
  const best = new Map<string, Neighbour>();
  for (const handle of handles) {
    const sites: EdgeSite[] =
      direction === "into" ? await reader.edgesInto(handle, kinds) : await reader.edgesFrom(handle, kinds);
    for (const { edge } of sites) {
      if (TIERS.indexOf(edge.tier) > TIERS.indexOf(options.minTier)) {
        trace.belowTier += 1;
        continue;
      }
      const other = direction === "into" ? edge.from : edge.to;
      if (own.has(other)) continue;
      const key = `${other}\0${edge.kind}`;
      const known = best.get(key);
      best.set(key, known ? { handle: other, edge: mergeEdges(known.edge, edge) } : { handle: other, edge });
    }
  }
  const folders = foldersOf(pathOfHandle(handles[0]!));
  return [...best.values()].sort(
    (a, b) =>
      TIERS.indexOf(a.edge.tier) - TIERS.indexOf(b.edge.tier) ||
      Number(isTestPath(pathOfHandle(a.handle))) - Number(isTestPath(pathOfHandle(b.handle))) ||
      sharedWith(folders, b.handle) - sharedWith(folders, a.handle) ||
      comparePaths(a.handle, b.handle) ||
      comparePaths(a.edge.kind, b.edge.kind),
  );
}

function foldersOf(path: string): string[] {
  return path.split("/").slice(0, -1);
}

/** How many folders from the root down are the same. */
function sharedWith(folders: readonly string[], handle: Handle): number {
  const others = foldersOf(pathOfHandle(handle));
  let shared = 0;
  while (shared < folders.length && folders[shared] === others[shared]) shared += 1;
  return shared;
}

/** The same two symbols linked through two overloads: one row with all lines and the stronger proof. */
function mergeEdges(a: Edge, b: Edge): Edge {
  const lines = [...new Set([...a.lines, ...b.lines])].sort((x, y) => x - y);
  return { ...(TIERS.indexOf(a.tier) <= TIERS.indexOf(b.tier) ? a : b), lines };
}

/**
 * The handles a question about a symbol stands for: all its overloads; for a type asked for its callees or
 * dependencies, its members too; for a type asked for its callers, its constructors.
 */
async function startHandles(reader: ViewReader, group: SymbolGroup, relation: Relation): Promise<Handle[]> {
  const own = group.hits.map((hit) => handleOf(hit.path, hit.symbol));
  if (group.isFile) return [handleOf(group.path), ...own];
  const members = await membersOf(reader, group);
  const direction = RELATIONS[relation].direction;
  const extra = members.filter((hit) => direction === "from" || hit.symbol.kind === "constructor");
  const handles = [...own, ...extra.map((hit) => handleOf(hit.path, hit.symbol))];
  return [...new Set(handles)];
}

export async function membersOf(reader: ViewReader, group: SymbolGroup): Promise<SymbolHit[]> {
  const all = await symbolsOfFile(reader, group.path);
  const parents = new Set(group.hits.map((hit) => hit.ordinal));
  return all.filter((hit) => parents.has(hit.symbol.parent) || isMethodOf(group, hit.symbol));
}

/** Defined outside the body of its type, as in Go, Rust or C++: only the qualified name ties it to the type. */
function isMethodOf(group: SymbolGroup, { receiverType, qualifiedName, name }: SymbolFact): boolean {
  return receiverType !== undefined && qualifiedName === `${group.qualifiedName}.${name}`;
}

/** A shortest chain of uses from one symbol to another, or null within the depth. */
export async function findPath(
  reader: ViewReader,
  from: SymbolGroup,
  to: SymbolGroup,
  options: { maxDepth: number; maxVisited: number; minTier: Tier },
): Promise<Edge[] | null> {
  const goals = new Set(await startHandles(reader, to, "references"));
  const cameBy = new Map<Handle, Edge | null>();
  let frontier = await startHandles(reader, from, "dependencies");
  for (const handle of frontier) cameBy.set(handle, null);
  for (let depth = 0; depth < options.maxDepth && frontier.length > 0; depth++) {
    const next: Handle[] = [];
    for (const handle of frontier) {
      for (const { edge } of await reader.edgesFrom(handle)) {
        if (TIERS.indexOf(edge.tier) > TIERS.indexOf(options.minTier) || cameBy.has(edge.to)) continue;
        cameBy.set(edge.to, edge);
        if (goals.has(edge.to)) return walkBack(cameBy, edge.to);
        if (cameBy.size < options.maxVisited) next.push(edge.to);
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

/** First line of the declaration a handle names, 1 for a whole file, null when it is gone. */
export async function lineOfHandle(reader: ViewReader, handle: Handle): Promise<number | null> {
  const parsed = parseHandle(handle);
  if (!parsed) return null;
  const file = await findFile(reader, parsed.path);
  if (!file) return null;
  if (parsed.qualifiedName === null) return 1;
  const symbols = await reader.symbols(file.blob);
  const symbol = symbols.find(
    (one) => one.qualifiedName === parsed.qualifiedName && one.overload === parsed.overload,
  );
  return symbol?.span.startLine ?? null;
}
