/**
 * Walks edges from a symbol, breadth first, within bounds. What is cut is counted and marked; a symbol that was
 * reached before is marked and not walked again, so cycles end.
 */
import { type Edge, type EdgeKind, type Handle, handleOf, TIERS, type Tier } from "../core/edges.ts";
import { type SymbolFact, TYPE_KINDS } from "../core/facts.ts";
import { pathOfHandle } from "../core/handles.ts";
import { comparePaths } from "../core/rel-path.ts";
import { isExamplePath } from "../languages/example-paths.ts";
import { isTestPath } from "../languages/test-paths.ts";
import type { PathBounds, SymbolHit, ViewReader } from "../storage/contract.ts";
import { graphOf } from "../storage/graph/from-records.ts";
import { type SymbolGroup, symbolsOfFiles } from "./find-symbol.ts";
import { type Neighbour, Neighbours, type Via } from "./neighbours.ts";
import { announcementsOf } from "./prototypes.ts";
import { RELATIONS, type Relation } from "./relations.ts";

/** Examples and tests below one row of a deeper level. */
const FAR_FAN_OUT = 3;

export interface TraceOptions {
  relation: Relation;
  depth: number;
  /** Weaker edges are counted as left out. */
  minTier: Tier;
  /** Rows of the first level; deeper levels get a quarter, so that one hub does not fill the answer. */
  limit: number;
  /** Uses of what overrides or implements the start are rows as well, behind all others and never walked further. */
  withOverrides?: boolean;
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
  /** Set when no edge of its own leads here. */
  via?: Via;
  /** What it is reached through: the declaration that is called, or the type between. */
  through?: Handle;
  /** What is called over the wire: `GET /users/{}`. */
  contract?: string;
  /** Reached before: shown, not walked again. */
  isRepeated: boolean;
  /** Further neighbours of this row that the bounds left out. */
  leftOut: number;
  /** Set where several repositories are asked; handle and site are qualified then. */
  repository?: string;
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
  /** Of other repositories: files that hold the name, more than are looked into. */
  unread?: readonly { repository: string; files: number }[];
}

export async function traceSymbol(
  reader: ViewReader,
  group: SymbolGroup,
  options: TraceOptions,
): Promise<Trace> {
  const [trace] = await traceSymbols(reader, [group], options);
  return trace!;
}

/** Of each group; what all of them need first is read at once. */
export async function traceSymbols(
  reader: ViewReader,
  groups: readonly SymbolGroup[],
  options: TraceOptions,
): Promise<Trace[]> {
  if (groups.length === 0) return [];
  const starts = await startsOf(reader, groups, options.relation);
  const neighbours = new Neighbours(reader, options.relation);
  const asked = { direct: new Set<Handle>(), dispatching: new Set<Handle>() };
  const kindOf = (group: SymbolGroup) => (dispatches(group, options) ? asked.dispatching : asked.direct);
  for (const [at, group] of groups.entries()) for (const handle of starts[at]!) kindOf(group).add(handle);
  const first = new Map([
    [asked.direct, await neighbours.of([...asked.direct], false)],
    [asked.dispatching, await neighbours.of([...asked.dispatching], true)],
  ]);
  const unresolved = await unresolvedOf(reader, groups);
  const traces: Trace[] = [];
  for (const [at, group] of groups.entries()) {
    const trace: Trace = {
      start: starts[at]!,
      rows: [],
      leftOut: 0,
      belowTier: 0,
      unresolved: unresolved[at]!,
    };
    await walk(trace, neighbours, first.get(kindOf(group))!, options);
    if (options.withOverrides && dispatches(group, options)) await addOverrides(trace, neighbours, options);
    traces.push(trace);
  }
  return traces;
}

function dispatches(group: SymbolGroup, { relation }: TraceOptions): boolean {
  const isMember = !group.isFile && !TYPE_KINDS.has(group.hits[0]!.symbol.kind);
  return isMember || relation === "implementations";
}

/** Uses that may mean a symbol of the group's name; none for files. */
async function unresolvedOf(reader: ViewReader, groups: readonly SymbolGroup[]): Promise<number[]> {
  const names = new Set(groups.filter(({ isFile }) => !isFile).map(({ hits }) => hits[0]!.symbol.name));
  const asked = [...names];
  const uses = asked.length > 0 ? await reader.unresolvedNamed(asked) : [];
  const counts = new Map(
    asked.map((name, at) => [name, uses[at]!.filter((use) => use.candidates > 0).length]),
  );
  return groups.map(({ isFile, hits }) => (isFile ? 0 : counts.get(hits[0]!.symbol.name)!));
}

async function walk(
  trace: Trace,
  neighbours: Neighbours,
  ofStart: ReadonlyMap<Handle, readonly Neighbour[]>,
  options: TraceOptions,
): Promise<void> {
  const seen = new Set<Handle>(trace.start);
  const first = nearestFirst(trace.start, ofStart, options, trace);
  trace.leftOut = Math.max(0, first.length - options.limit);
  let level = addRows(trace, first.slice(0, options.limit), -1, 1, seen, options);
  // What implements a symbol is found as a whole.
  if (options.relation === "implementations") level = [];
  for (let depth = 2; depth <= options.depth && level.length > 0; depth++) {
    const fanOut = Math.max(3, Math.floor(options.limit / 4));
    const next: number[] = [];
    const walked = level.filter((at) => !trace.rows[at]!.isRepeated);
    const handles = walked.map((at) => trace.rows[at]!.handle);
    const found = await neighbours.of(handles, true);
    for (const at of walked) {
      const row = trace.rows[at]!;
      const nearest = nearestFirst([row.handle], found, options, trace);
      const shown = fewOfFar(nearest, fanOut);
      row.leftOut = nearest.length - shown.length;
      next.push(...addRows(trace, shown, at, depth, seen, options));
    }
    level = next;
  }
}

/** Below what was found; whoever uses the start itself as well is listed there with other lines. */
async function addOverrides(trace: Trace, neighbours: Neighbours, options: TraceOptions): Promise<void> {
  const found = await neighbours.ofOverrides(trace.start);
  if (found.size === 0) return;
  const uses = nearestFirst([...found.keys()], found, options, trace);
  const room = Math.max(0, options.limit - trace.rows.filter(({ depth }) => depth === 1).length);
  trace.leftOut += Math.max(0, uses.length - room);
  addRows(trace, uses.slice(0, room), -1, 1, new Set(), options);
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
  for (const { handle, edge, via, through } of neighbours) {
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
      ...(via && { via }),
      ...(through && { through }),
      isRepeated,
      leftOut: 0,
    });
  }
  return added;
}

/**
 * Neighbours of any of the handles, one per (handle, kind) for those with an edge of their own and one for the others:
 * direct before dispatched, strongest tier first, code before examples before tests, then those whose folder is nearest, so that the
 * limit cuts off examples and far packages, then in path order.
 */
function nearestFirst(
  handles: readonly Handle[],
  found: ReadonlyMap<Handle, readonly Neighbour[]>,
  options: TraceOptions,
  trace: Trace,
): Neighbour[] {
  const own = new Set(handles);
  const best = new Map<string, Neighbour>();
  for (const neighbour of handles.flatMap((handle) => found.get(handle)!)) {
    const { handle, edge, via } = neighbour;
    if (TIERS.indexOf(edge.tier) > TIERS.indexOf(options.minTier)) {
      trace.belowTier += 1;
      continue;
    }
    const isOwn = own.has(handle) && via !== "override";
    if (isOwn && !(isRecursive(neighbour) && trace.rows.length === 0)) continue;
    const key = `${handle}\0${edge.kind}\0${via ?? ""}`;
    const known = best.get(key);
    best.set(key, known ? { ...known, edge: mergeEdges(known.edge, edge) } : neighbour);
  }
  const folders = foldersOf(pathOfHandle(handles[0]!));
  return [...best.values()].sort(
    (a, b) =>
      Number(a.via !== undefined) - Number(b.via !== undefined) ||
      TIERS.indexOf(a.edge.tier) - TIERS.indexOf(b.edge.tier) ||
      farness(a.handle) - farness(b.handle) ||
      sharedWith(folders, b.handle) - sharedWith(folders, a.handle) ||
      comparePaths(a.handle, b.handle) ||
      comparePaths(a.edge.kind, b.edge.kind),
  );
}

/** Own code, examples, tests. */
export function farness(handle: Handle): number {
  const path = pathOfHandle(handle);
  return isTestPath(path) ? 2 : isExamplePath(path) ? 1 : 0;
}

/** Of a deeper level few examples and tests: what the code does with it matters more. */
function fewOfFar(neighbours: readonly Neighbour[], fanOut: number): Neighbour[] {
  let left = FAR_FAN_OUT;
  const near = neighbours.filter(({ handle }) => farness(handle) === 0 || left-- > 0);
  return near.slice(0, fanOut);
}

/** A function that calls itself, or another overload of it, is one of its callers: its signature is used there, too. */
function isRecursive({ edge, via }: Neighbour): boolean {
  return (
    via === undefined && edge.kind === "calls" && withoutOverload(edge.from) === withoutOverload(edge.to)
  );
}

function withoutOverload(handle: Handle): string {
  return handle.replace(/~\d+$/, "");
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
 * dependencies, its members too; for a type asked for its callers, its constructors; for users of a definition, what
 * announces it.
 */
export async function startHandles(
  reader: ViewReader,
  group: SymbolGroup,
  relation: Relation,
): Promise<Handle[]> {
  const [handles] = await startsOf(reader, [group], relation);
  return handles!;
}

async function startsOf(
  reader: ViewReader,
  groups: readonly SymbolGroup[],
  relation: Relation,
): Promise<Handle[][]> {
  const paths = groups.filter(({ isFile }) => !isFile).flatMap(({ hits }) => hits.map(({ path }) => path));
  const symbols = await symbolsOfFiles(reader, paths);
  const { direction } = RELATIONS[relation];
  const announced = direction === "into" ? await announcementsOf(reader, groups) : groups.map(() => []);
  return groups.map((group, at) => {
    const own = group.hits.map((hit) => handleOf(hit.path, hit.symbol));
    if (group.isFile) return [handleOf(group.path), ...own];
    const members = membersAmong(symbols, group);
    const extra = members.filter((hit) => direction === "from" || hit.symbol.kind === "constructor");
    return [...new Set([...own, ...extra.map((hit) => handleOf(hit.path, hit.symbol)), ...announced[at]!])];
  });
}

export async function membersOf(reader: ViewReader, group: SymbolGroup): Promise<SymbolHit[]> {
  const paths = [group.path, ...group.hits.map(({ path }) => path)];
  return membersAmong(await symbolsOfFiles(reader, paths), group);
}

/** Of the files that hold the group, in the order of its parts. */
function membersAmong(symbols: ReadonlyMap<string, SymbolHit[]>, group: SymbolGroup): SymbolHit[] {
  const paths = [...new Set(group.hits.map(({ path }) => path))];
  return paths.flatMap((path) => {
    const parents = new Set(group.hits.filter((hit) => hit.path === path).map((hit) => hit.ordinal));
    const all = symbols.get(path) ?? [];
    return all.filter((hit) => parents.has(hit.symbol.parent) || isMethodOf(group, hit.symbol));
  });
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
  bounds: PathBounds,
): Promise<Edge[] | null> {
  const start = await startHandles(reader, from, "dependencies");
  const goals = await startHandles(reader, to, "references");
  return graphOf(reader).path(start, goals, bounds);
}
