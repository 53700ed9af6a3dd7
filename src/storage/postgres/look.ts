/**
 * What a process must know before it answers from memory: which generation its views are at, whether their stores are still
 * the same, and whether the list of repositories changed. One statement tells all of it, for every place that is open.
 */
import type { ViewId, ViewInfo } from "../contract.ts";
import type { Row } from "./queries.ts";
import { IS_REPLICA, SECONDS_BEHIND, TIMELINE, type Timeline } from "./timeline.ts";
import { VIEW_COLUMNS, type ViewRow, viewOfRow } from "./view-rows.ts";

export interface PlaceLook {
  key: string;
  identity: string;
  /** The newest segment and the version of the vectors. */
  lastSegment: number;
  vectorsVersion: number;
  views: readonly ViewInfo[];
}

export interface Look {
  timeline: Timeline;
  /** Null: the server is none. */
  replica: { secondsBehind: number } | null;
  /** Of the realm: raised by every change of the registry, and what it was at the last removal. */
  registry: { version: number; removed: number };
  places: ReadonlyMap<number, PlaceLook>;
}

interface LookRow extends ViewRow {
  timeline: Timeline;
  is_replica: boolean;
  seconds_behind: number | null;
  place: number | null;
  key: string;
  identity: string;
  last_segment: number;
  vectors_version: number;
  version: number | null;
  removed: number | null;
}

/** Without parameters, so that it can stand at the head of a transaction. */
export function lookSql(realm: string | null, places: Iterable<number>): string {
  const name = realm === null ? "NULL" : `convert_from('\\x${Buffer.from(realm).toString("hex")}', 'UTF8')`;
  const columns = VIEW_COLUMNS.replaceAll(/\w+/g, "v.$&");
  return `SELECT ${TIMELINE} AS timeline, ${IS_REPLICA} AS is_replica, ${SECONDS_BEHIND} AS seconds_behind,
      r.version, r.removed, p.id AS place, p.key, p.identity, p.last_segment, p.vectors_version, ${columns}
    FROM (SELECT 1) AS always LEFT JOIN @realm r ON r.name = ${name}
    LEFT JOIN @place p ON p.id = ANY('{${[...places].map(Number).join(",")}}'::int[]) LEFT JOIN @view v ON v.place = p.id`;
}

export function lookOf(rows: readonly Row[]): Look {
  const places = new Map<number, PlaceLook & { views: ViewInfo[] }>();
  for (const row of rows as unknown as LookRow[]) {
    if (row.place === null) continue;
    let place = places.get(row.place);
    if (!place) {
      const { key, identity, last_segment: lastSegment, vectors_version: vectorsVersion } = row;
      place = { key, identity, lastSegment, vectorsVersion, views: [] };
      places.set(row.place, place);
    }
    if (row.id !== null) place.views.push(viewOfRow(row));
  }
  const [first] = rows as unknown as LookRow[];
  return {
    timeline: first?.timeline ?? null,
    replica: first?.is_replica ? { secondsBehind: first.seconds_behind ?? 0 } : null,
    registry: { version: first?.version ?? 0, removed: first?.removed ?? 0 },
    places,
  };
}

/** Whether a view can be read on as it was seen: nothing was published, and nothing that it points at was moved. */
export function isSameState(a: PlaceLook, b: PlaceLook | undefined, view: ViewId): boolean {
  const of = (look: PlaceLook) => look.views.find(({ id }) => id === view);
  return (
    b !== undefined &&
    a.identity === b.identity &&
    a.lastSegment === b.lastSegment &&
    a.vectorsVersion === b.vectorsVersion &&
    of(a)?.generation === of(b)?.generation &&
    of(a)?.publishedAt === of(b)?.publishedAt
  );
}
