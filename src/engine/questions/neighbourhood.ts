/** What lies around a symbol, a file or a folder in the graph of uses, within bounds, at three levels of detail. */
import { type EdgeKind, type Handle, handleOf, TIERS, type Tier } from "../../core/edges.ts";
import { parseHandle, pathOfHandle } from "../../core/handles.ts";
import { comparePaths, type RelPath } from "../../core/rel-path.ts";
import { findFile, symbolsOfFiles } from "../../navigation/find-symbol.ts";
import type { ViewReader } from "../../storage/contract.ts";
import { graphOf } from "../../storage/graph/from-records.ts";
import { GRAPH_LEVELS, type GraphLevel } from "./graph-levels.ts";

export interface NeighbourhoodRequest {
  /** A handle, the path of a file or of a folder; empty: the whole tree. */
  of: string;
  level: GraphLevel;
  depth: number;
  /** Edges followed per symbol and direction. */
  fanOut: number;
  /** All when empty. */
  kinds: readonly EdgeKind[];
  minTier: Tier;
  maxNodes: number;
}

export interface GraphNode {
  id: string;
  /** Of a symbol its kind; otherwise `file` or `folder`. */
  kind: string;
  label: string;
  path: string;
  line: number | null;
  /** One of those that were asked about. */
  isStart: boolean;
  /** Files or symbols that it stands for. */
  size: number;
}

export interface GraphEdge {
  from: string;
  to: string;
  kind: EdgeKind;
  /** The strongest of those that it stands for. */
  tier: Tier;
  count: number;
}

export interface Neighbourhood {
  /** What was drawn: coarser than asked for where there was too much. */
  level: GraphLevel;
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** Nodes and edges that the bounds left out. */
  leftOut: { nodes: number; edges: number };
}

interface Link {
  from: Handle;
  to: Handle;
  kind: EdgeKind;
  tier: Tier;
}

/** Decoding the links of more files takes longer than anybody looks at a picture of them. */
const MAX_FILES = 6_000;

export async function findNeighbourhood(
  reader: ViewReader,
  asked: NeighbourhoodRequest,
): Promise<Neighbourhood | null> {
  const found = await linksAround(reader, asked);
  if (!found) return null;
  const { starts, links, cutEdges } = found;
  for (const level of GRAPH_LEVELS.slice(GRAPH_LEVELS.indexOf(asked.level))) {
    const drawn = draw(links, starts, groupingOf(level, links), asked.maxNodes);
    const isLast = level === "folder";
    // Above the bound, symbols become files and files folders; only then is anything left out.
    if (drawn.leftOut.nodes > 0 && !isLast) continue;
    if (level === "symbol") await describeSymbols(reader, drawn.nodes);
    const leftOut = { ...drawn.leftOut, edges: drawn.leftOut.edges + cutEdges };
    return { level, nodes: drawn.nodes, edges: drawn.edges, leftOut };
  }
  throw new Error("unreachable: folders are the last level");
}

async function linksAround(
  reader: ViewReader,
  asked: NeighbourhoodRequest,
): Promise<{ starts: Set<string>; links: Link[]; cutEdges: number } | null> {
  const handle = parseHandle(asked.of);
  const file = handle ? await findFile(reader, handle.path) : null;
  if (handle && file) return aroundHandles(reader, await handlesOf(reader, handle), asked);
  const prefix = asked.of === "" || asked.of.endsWith("/") ? asked.of : `${asked.of}/`;
  const inside = (await reader.files()).filter(({ path }) => path.startsWith(prefix));
  if (inside.length === 0) return null;
  return insideFolder(
    reader,
    inside.map(({ path }) => path),
    asked,
  );
}

async function handlesOf(
  reader: ViewReader,
  { path, qualifiedName }: { path: string; qualifiedName: string | null },
): Promise<Handle[]> {
  const hits = (await symbolsOfFiles(reader, [path])).get(path) ?? [];
  const own = hits.filter(({ symbol }) => qualifiedName === null || symbol.qualifiedName === qualifiedName);
  const handles = own.map((hit) => handleOf(hit.path, hit.symbol));
  return qualifiedName === null ? [handleOf(path), ...handles] : handles;
}

async function aroundHandles(
  reader: ViewReader,
  handles: readonly Handle[],
  { depth, fanOut, kinds, minTier }: NeighbourhoodRequest,
): Promise<{ starts: Set<string>; links: Link[]; cutEdges: number } | null> {
  if (handles.length === 0) return null;
  const graph = graphOf(reader);
  const links: Link[] = [];
  let cutEdges = 0;
  for (const direction of ["into", "from"] as const) {
    const bounds = { handles, direction, depth, fanOut };
    const steps = await graph.neighbours(kinds.length > 0 ? { ...bounds, kinds } : bounds);
    for (const { edges, leftOut } of steps) {
      cutEdges += leftOut;
      for (const { edge } of edges) if (isStrong(edge.tier, minTier)) links.push(edge);
    }
  }
  return { starts: new Set(handles), links, cutEdges };
}

async function insideFolder(
  reader: ViewReader,
  paths: readonly RelPath[],
  { kinds, minTier }: NeighbourhoodRequest,
): Promise<{ starts: Set<string>; links: Link[]; cutEdges: number }> {
  const read = paths.slice(0, MAX_FILES);
  const isWanted = ({ kind, tier }: Link) =>
    (kinds.length === 0 || kinds.includes(kind)) && isStrong(tier, minTier);
  const all = await reader.linksOf(read);
  const links = all.flatMap((one) => (one?.edges ?? []).filter(isWanted));
  return { starts: new Set(paths), links, cutEdges: 0 };
}

function isStrong(tier: Tier, minTier: Tier): boolean {
  return TIERS.indexOf(tier) <= TIERS.indexOf(minTier);
}

type Grouping = (handle: Handle) => string;

function groupingOf(level: GraphLevel, links: readonly Link[]): Grouping {
  if (level === "symbol") return (handle) => handle.replace(/~\d+$/, "");
  if (level === "file") return (handle) => pathOfHandle(handle);
  const depth = folderDepth(links);
  return (handle) => {
    const folders = pathOfHandle(handle).split("/").slice(0, -1);
    return folders.length === 0 ? "./" : `${folders.slice(0, depth).join("/")}/`;
  };
}

const FEW_FOLDERS = 80;

/** As deep as the picture has few enough folders. */
function folderDepth(links: readonly Link[]): number {
  const folders = new Set(
    links.flatMap(({ from, to }) =>
      [from, to].map((handle) => pathOfHandle(handle).split("/").slice(0, -1).join("/")),
    ),
  );
  for (let depth = 8; depth > 1; depth--) {
    const cut = new Set([...folders].map((folder) => folder.split("/").slice(0, depth).join("/")));
    if (cut.size <= FEW_FOLDERS) return depth;
  }
  return 1;
}

function draw(
  links: readonly Link[],
  starts: ReadonlySet<string>,
  groupOf: Grouping,
  maxNodes: number,
): Pick<Neighbourhood, "nodes" | "edges" | "leftOut"> {
  const nodes = new Map<string, { members: Set<string>; isStart: boolean; degree: number }>();
  const edges = new Map<string, GraphEdge>();
  const nodeAt = (handle: Handle) => {
    const id = groupOf(handle);
    const node = nodes.get(id) ?? { members: new Set<string>(), isStart: false, degree: 0 };
    node.members.add(handle);
    node.isStart ||= starts.has(handle);
    nodes.set(id, node);
    return { id, node };
  };
  for (const handle of starts) if (starts.size <= maxNodes) nodeAt(handle as Handle);
  for (const { from, to, kind, tier } of links) {
    const [a, b] = [nodeAt(from), nodeAt(to)];
    if (a.id === b.id) continue;
    const key = `${a.id}\0${b.id}\0${kind}`;
    const known = edges.get(key);
    if (known) {
      known.count += 1;
      if (TIERS.indexOf(tier) < TIERS.indexOf(known.tier)) known.tier = tier;
      continue;
    }
    edges.set(key, { from: a.id, to: b.id, kind, tier, count: 1 });
    a.node.degree += 1;
    b.node.degree += 1;
  }
  const ranked = [...nodes].sort(
    ([a, m], [b, n]) => Number(n.isStart) - Number(m.isStart) || n.degree - m.degree || comparePaths(a, b),
  );
  const kept = new Set(ranked.slice(0, maxNodes).map(([id]) => id));
  const shown = [...edges.values()].filter(({ from, to }) => kept.has(from) && kept.has(to));
  return {
    nodes: ranked.slice(0, maxNodes).map(([id, { members, isStart }]) => nodeOf(id, members.size, isStart)),
    edges: shown.sort(
      (a, b) => comparePaths(a.from, b.from) || comparePaths(a.to, b.to) || comparePaths(a.kind, b.kind),
    ),
    leftOut: { nodes: nodes.size - kept.size, edges: edges.size - shown.length },
  };
}

function nodeOf(id: string, size: number, isStart: boolean): GraphNode {
  const isFolder = id.endsWith("/");
  const handle = isFolder ? null : parseHandle(id);
  const path = handle?.path ?? id;
  const name = handle?.qualifiedName ?? path.split("/").filter(Boolean).at(-1) ?? path;
  const kind = isFolder ? "folder" : handle?.qualifiedName == null ? "file" : "symbol";
  return { id, kind, label: isFolder ? id : name, path, line: null, isStart, size };
}

async function describeSymbols(reader: ViewReader, nodes: GraphNode[]): Promise<void> {
  const symbols = await symbolsOfFiles(reader, [...new Set(nodes.map(({ path }) => path))]);
  for (const node of nodes) {
    const handle = parseHandle(node.id);
    const hit = (symbols.get(node.path) ?? []).find(
      ({ symbol }) => symbol.qualifiedName === handle?.qualifiedName,
    );
    if (!hit) continue;
    node.kind = hit.symbol.kind;
    node.line = hit.symbol.namePosition.line;
  }
}
