import { deleteContents } from "./collect-garbage.ts";
import type { Database } from "./database.ts";
import { assertReadable } from "./migrate.ts";
import { TIMELINE, type Timeline } from "./timeline.ts";

export interface PlaceHead {
  id: number;
  identity: string;
  timeline: Timeline;
  /** What shows at first sight that rows are missing; null when nothing does. */
  damage: string | null;
}

interface HeadRow {
  id: number;
  identity: string;
  timeline: Timeline;
  segment_count: number;
  segments: number;
  format: number;
}

/** Copies of stores that were given up are for study; more than these are only lost space. */
const KEPT_COPIES = 2;

export async function findOrAddPlace(database: Database, key: string): Promise<PlaceHead> {
  const find = () =>
    database.read<HeadRow>(
      `SELECT id, identity, ${TIMELINE} AS timeline, segment_count, (SELECT count(*) FROM @segment s WHERE s.place = p.id) AS segments,
         (SELECT max(id) FROM @format) AS format FROM @place p WHERE key = $1`,
      [key],
    );
  let [row] = await find();
  if (!row) {
    await database.run("INSERT INTO @place(key) VALUES ($1) ON CONFLICT DO NOTHING", [key]);
    [row] = await find();
  }
  const { id, identity, timeline, segments, segment_count, format } = row!;
  // A newer version of clew on another machine may have changed the tables since this process looked.
  assertReadable(database, format);
  const damage =
    segments === segment_count
      ? null
      : `it has ${segments} parts of its inverted index, not ${segment_count}`;
  return { id, identity, timeline, damage };
}

/** Null when there is none. */
export async function readIdentity(database: Database, key: string): Promise<string | null> {
  const [row] = await database.read<{ identity: string }>("SELECT identity FROM @place WHERE key = $1", [
    key,
  ]);
  return row?.identity ?? null;
}

/** Its new name; null when another one has its place already. Contract: the caller holds the writer's lock. */
export async function moveAside(database: Database, key: string, identity: string): Promise<string | null> {
  const stamp = new Date().toISOString().replace(/[-:]/g, "");
  const movedTo = `${key}.damaged-${stamp}-${identity.slice(0, 8)}`;
  const moved = await database.run("UPDATE @place SET key = $3 WHERE key = $1 AND identity = $2", [
    key,
    identity,
    movedTo,
  ]);
  if (moved === 0) return null;
  await deleteCopies(database, key, KEPT_COPIES);
  return movedTo;
}

/** All but the newest; how many went. */
export async function deleteCopies(database: Database, key: string, keep = 0): Promise<number> {
  const { ids, contents } = await database.write("SELECT 1", async (queries) => {
    const copies = await queries.lists<[id: number]>(
      "SELECT id FROM @place WHERE starts_with(key, $1) ORDER BY key DESC OFFSET $2",
      [`${key}.damaged-`, keep],
    );
    const doomed = copies.map(([id]) => id);
    const rows = await queries.lists<[content: number]>(
      "SELECT content FROM @blob WHERE place = ANY($1::int[])",
      [doomed],
    );
    await queries.run("DELETE FROM @place WHERE id = ANY($1::int[])", [doomed]);
    return { ids: doomed, contents: rows.map(([content]) => content) };
  });
  if (contents.length > 0) await database.write("SELECT 1", (queries) => deleteContents(queries, contents));
  return ids.length;
}
