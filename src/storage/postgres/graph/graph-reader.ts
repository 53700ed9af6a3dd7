/**
 * The graph of a view, walked by the server: neighbours to any depth and paths cost one round trip each. What it gives back
 * is walked once more here, so the answers are those of every other graph, to the order of their edges.
 */
import { EDGE_KINDS, type Edge, type EdgeKind, type Handle, TIERS } from "../../../core/edges.ts";
import { compareEdgeSites } from "../../edge-order.ts";
import type { GraphReader, Neighbourhood, PathBounds } from "../../graph/contract.ts";
import { graphOfRecords } from "../../graph/from-records.ts";
import { findPath, type ReadEdges, walkNeighbours } from "../../graph/walk.ts";
import type { EdgeDirection, EdgeSite, ViewInfo, ViewReader } from "../../records/contract.ts";
import type { Queries } from "../queries.ts";
import { keyOfHandle, sortableBytes, textOfSortable } from "./edge-rows.ts";

export interface ViewTables {
  read: Queries;
  place: number;
  info: Pick<ViewInfo, "id">;
}

/** Pairs of a symbol and its depth, for each symbol that a path may visit, before the server is not asked any further. */
const PAIRS_PER_VISITED = 3;
const ORDER = "e.source, e.target, e.kind, e.tier, coalesce(e.lines[1], 0), e.extractor";
const EDGE = "e.source, e.target, e.kind, e.tier, e.lines, e.extractor";
/** $1 is the place, $2 the view. */
const IN_VIEW = `e.place = $1
  AND EXISTS (SELECT FROM @file f WHERE f.place = $1 AND f.view = $2 AND f.links = e.links)`;
/** Rows of a store that was written without edges are missing until the next publish. */
const IS_WHOLE = `NOT EXISTS (SELECT FROM @links l JOIN @file f ON f.place = $1 AND f.view = $2 AND f.links = l.id
  WHERE l.place = $1 AND NOT l.is_drawn)`;

interface EdgeRow {
  source: Buffer;
  target: Buffer;
  kind: number;
  tier: number;
  lines: number[];
  extractor: Buffer;
}

/** The records answer where rows are missing or a path would visit too much. */
export function graphInDatabase(
  reading: <T>(work: (tables: ViewTables) => Promise<T>) => Promise<T>,
  records: Pick<ViewReader, "edges">,
): GraphReader {
  const otherwise = graphOfRecords(records);
  return {
    neighbours: async (asked) => {
      const found = await reading((tables) => readNeighbourhood(tables, asked));
      if (!found) return otherwise.neighbours(asked);
      const steps = await walkNeighbours(found.readEdges, asked);
      return steps.map((step) => ({
        ...step,
        leftOut: (found.counts.get(step.of) ?? 0) - step.edges.length,
      }));
    },
    path: async (from, to, bounds) => {
      const readEdges = await reading((tables) => readShortestPaths(tables, from, to, bounds));
      return readEdges ? findPath(readEdges, from, to, bounds) : otherwise.path(from, to, bounds);
    },
  };
}

async function readNeighbourhood(
  { read, place, info }: ViewTables,
  { handles, direction, kinds, depth, fanOut }: Neighbourhood,
): Promise<{ readEdges: ReadEdges; counts: ReadonlyMap<Handle, number> } | null> {
  const [own, other] = direction === "into" ? ["target", "source"] : ["source", "target"];
  const edgesOf = (node: string, columns: string) => `SELECT ${columns} FROM @edge e
    WHERE ${IN_VIEW} AND e.${own}_key = ${node}.key AND e.${own} = ${node}.handle AND e.kind = ANY($5::smallint[])
    ORDER BY ${ORDER} LIMIT $6`;
  const rows = await read.rows<EdgeRow & { is_whole: boolean; handle: Buffer | null; total: number }>(
    `WITH RECURSIVE reached(handle, key, depth) AS (
       SELECT handle, key, 1 FROM unnest($3::bytea[], $4::bigint[]) AS asked(handle, key)
       UNION SELECT next.handle, next.key, r.depth + 1 FROM reached r CROSS JOIN LATERAL
         (${edgesOf("r", `e.${other} AS handle, e.${other}_key AS key`)}) AS next WHERE r.depth < $7),
     found AS (SELECT node.handle, edge.* FROM (SELECT DISTINCT handle, key FROM reached) AS node
       CROSS JOIN LATERAL (${edgesOf("node", `${EDGE}, count(*) OVER () AS total`)}) AS edge)
     SELECT ${IS_WHOLE} AS is_whole, found.* FROM (SELECT 1) AS always LEFT JOIN found ON true`,
    [
      ...[place, info.id, ...asked(handles), kindsOf(kinds)],
      ...[Number.isFinite(fanOut) ? fanOut : null, Math.min(depth, 2 ** 31 - 1)],
    ],
  );
  if (!rows[0]!.is_whole) return null;
  const edges = rows.filter(({ handle }) => handle !== null);
  const counts = new Map(edges.map(({ handle, total }) => [textOfSortable(handle!) as Handle, total]));
  return { readEdges: readerOf(edges), counts };
}

/** Null when more is within reach than may be visited: then what is left out depends on the order of the walk. */
async function readShortestPaths(
  { read, place, info }: ViewTables,
  from: readonly Handle[],
  to: readonly Handle[],
  { maxDepth, maxVisited, minTier }: PathBounds,
): Promise<ReadEdges | null> {
  const starts = new Set(from);
  const maxPairs = maxVisited * PAIRS_PER_VISITED;
  const rows = await read.rows<EdgeRow & { is_whole: boolean; pairs: number; visited: number }>(
    `WITH RECURSIVE walked(handle, key, depth) AS (
       SELECT handle, key, 0 FROM unnest($3::bytea[], $4::bigint[]) AS start(handle, key)
       UNION SELECT e.target, e.target_key, w.depth + 1 FROM walked w JOIN @edge e
         ON ${IN_VIEW} AND e.source_key = w.key AND e.source = w.handle AND e.tier <= $6 WHERE w.depth < $7),
     bounded AS MATERIALIZED (SELECT * FROM walked LIMIT $8),
     node AS MATERIALIZED (SELECT handle, key, min(depth) AS depth FROM bounded GROUP BY handle, key),
     goal AS (SELECT handle, key, depth FROM node WHERE handle = ANY($5::bytea[]) AND depth > 0
       AND depth = (SELECT min(depth) FROM node WHERE handle = ANY($5::bytea[]) AND depth > 0)),
     useful(handle, key, depth) AS (SELECT * FROM goal
       UNION SELECT n.handle, n.key, n.depth FROM useful u JOIN @edge e
         ON ${IN_VIEW} AND e.target_key = u.key AND e.target = u.handle AND e.tier <= $6
         JOIN node n ON n.key = e.source_key AND n.handle = e.source AND n.depth = u.depth - 1),
     found AS (SELECT ${EDGE} FROM useful a JOIN @edge e
       ON ${IN_VIEW} AND e.source_key = a.key AND e.source = a.handle AND e.tier <= $6
       JOIN useful b ON b.key = e.target_key AND b.handle = e.target AND b.depth = a.depth + 1)
     SELECT ${IS_WHOLE} AS is_whole, (SELECT count(*) FROM bounded) AS pairs, (SELECT count(*) FROM node) AS visited,
       found.* FROM (SELECT 1) AS always LEFT JOIN found ON true`,
    [
      ...[place, info.id, ...asked(from), to.filter((handle) => !starts.has(handle)).map(sortableBytes)],
      ...[TIERS.indexOf(minTier), maxDepth, maxPairs],
    ],
  );
  const [{ is_whole, pairs, visited }] = rows as [(typeof rows)[0]];
  if (!is_whole || pairs >= maxPairs || visited >= maxVisited) return null;
  return readerOf(rows.filter(({ source }) => source !== null));
}

function asked(handles: readonly Handle[]): [handles: Buffer[], keys: string[]] {
  const bytes = handles.map(sortableBytes);
  return [bytes, bytes.map(keyOfHandle)];
}

function kindsOf(kinds: readonly EdgeKind[] | undefined): number[] {
  return (kinds ?? EDGE_KINDS).map((kind) => EDGE_KINDS.indexOf(kind));
}

function readerOf(rows: readonly EdgeRow[]): ReadEdges {
  const byDirection = { into: new Map<Handle, EdgeSite[]>(), from: new Map<Handle, EdgeSite[]>() };
  for (const site of rows.map(siteOf).sort(compareEdgeSites)) {
    add(byDirection.into, site.edge.to, site);
    add(byDirection.from, site.edge.from, site);
  }
  return async (direction: EdgeDirection, handles) =>
    handles.map((handle) => byDirection[direction].get(handle) ?? []);
}

function add(sites: Map<Handle, EdgeSite[]>, handle: Handle, site: EdgeSite): void {
  const known = sites.get(handle);
  if (known) known.push(site);
  else sites.set(handle, [site]);
}

function siteOf({ source, target, kind, tier, lines, extractor }: EdgeRow): EdgeSite {
  const edge: Edge = {
    ...{ from: textOfSortable(source) as Handle, to: textOfSortable(target) as Handle },
    ...{ kind: EDGE_KINDS[kind]!, tier: TIERS[tier]!, lines },
  };
  return { edge, extractor: textOfSortable(extractor) };
}
