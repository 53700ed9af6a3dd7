import type { BlobId } from "../ids.ts";
import { keptByHistory } from "../records/history.ts";
import { SEGMENT_KIND } from "../segments/segment-kind.ts";
import { readHistories } from "./history-rows.ts";
import { noteChange } from "./outbox-rows.ts";
import type { PlaceState } from "./place-state.ts";
import type { Queries } from "./queries.ts";
import { rewriteSegments } from "./write-segments.ts";

/**
 * Deletes what no view of the place shows or needs on its way back, and rewrites its segments without it. Returns the contents of the blobs that
 * went, which other places may have. Contract: inside a transaction that writes.
 */
export async function deleteUnused(queries: Queries, state: PlaceState): Promise<number[]> {
  const { place } = state;
  const kept = keptByHistory((await readHistories(queries, place)).values());
  const doomed = await queries.rows<{ id: BlobId; content: number }>(
    `DELETE FROM @blob b WHERE place = $1 AND NOT id = ANY($2::int[])
     AND NOT EXISTS (SELECT FROM @file f WHERE f.place = $1 AND f.blob = b.id) RETURNING id, content`,
    [place, kept.blobs],
  );
  const links = await queries.run(
    `DELETE FROM @links l WHERE place = $1 AND NOT id = ANY($2::int[])
     AND NOT EXISTS (SELECT FROM @file f WHERE f.place = $1 AND f.links = l.id)`,
    [place, kept.links],
  );
  if (doomed.length > 0) {
    await noteChange(queries, state, () => ({ kind: "blobs-removed", blobs: doomed.map(({ id }) => id) }));
    state.vectors_version += 1;
    const isAlive = await membership(queries, place, "blob");
    await rewriteSegments(queries, state, [SEGMENT_KIND.terms, SEGMENT_KIND.names], isAlive);
  }
  if (links > 0) {
    const isAlive = await membership(queries, place, "links");
    await rewriteSegments(queries, state, [SEGMENT_KIND.targets, SEGMENT_KIND.unresolved], isAlive);
  }
  return doomed.map(({ content }) => content);
}

/**
 * Of these contents, those that no place has. Contract: in a transaction of its own, after the one that let go of them:
 * two places that let go of a content at once each still see the other's blob before. They are locked first, so that
 * nobody takes one up any more, and looked at again then, so that one that was taken up meanwhile stays; one that is being
 * taken up is left for another time.
 */
export async function deleteContents(queries: Queries, contents: readonly number[]): Promise<void> {
  const isUnused = "NOT EXISTS (SELECT FROM @blob b WHERE b.content = c.id)";
  const locked = await queries.rows<{ id: number }>(
    `SELECT id FROM @content c WHERE id = ANY($1::bigint[]) AND ${isUnused} ORDER BY id FOR UPDATE SKIP LOCKED`,
    [contents],
  );
  await queries.run(`DELETE FROM @content c WHERE id = ANY($1::bigint[]) AND ${isUnused}`, [
    locked.map(({ id }) => id),
  ]);
}

/** Contents that were left because a process ended between its two transactions. */
export async function deleteOrphans(queries: Queries): Promise<void> {
  const rows = await queries.lists<[id: number]>(
    "SELECT id FROM @content c WHERE NOT EXISTS (SELECT FROM @blob b WHERE b.content = c.id)",
  );
  await deleteContents(
    queries,
    rows.map(([id]) => id),
  );
}

async function membership(
  queries: Queries,
  place: number,
  table: "blob" | "links",
): Promise<(id: number) => boolean> {
  const rows = await queries.lists<[id: number]>(`SELECT id FROM @${table} WHERE place = $1`, [place]);
  const ids = new Set(rows.map(([id]) => id));
  return (id) => ids.has(id);
}
