/** The row of a place: its counters, locked by every transaction that writes, which so follow each other. */
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";
import type { Database } from "./database.ts";
import type { Queries } from "./queries.ts";
import { isOtherTimeline, TIMELINE, type Timeline } from "./timeline.ts";

interface PlaceRow {
  epoch: number;
  timeline: Timeline;
  last_view: number;
  last_blob: number;
  last_links: number;
  last_segment: number;
  segment_count: number;
  vectors_version: number;
  outbox_head: number;
  projections: number;
}

export type PlaceState = Omit<PlaceRow, "epoch" | "timeline" | "projections"> & {
  readonly place: number;
  /** Somebody reads the changes that are noted. */
  readonly isWatched: boolean;
};

/**
 * Which time the lock was taken by the one that holds it here. Another one who took it since has a higher number in the
 * row: whoever lost its connection, and the lock with it, writes no more.
 */
export interface Fence {
  epoch: number | null;
  /** Of the server that the lock was taken on. */
  timeline: Timeline;
}

const COUNTERS = [
  "last_view",
  "last_blob",
  "last_links",
  "last_segment",
  "segment_count",
  "vectors_version",
  "outbox_head",
] as const;

export async function writeToPlace<T>(
  database: Database,
  place: number,
  fence: Fence,
  work: (queries: Queries, state: PlaceState) => Promise<T>,
): Promise<T> {
  const head = `SELECT epoch, ${TIMELINE} AS timeline, ${COUNTERS.join(", ")},
    (SELECT count(*) FROM @projection WHERE projection.place = place.id) AS projections
    FROM @place WHERE id = ${place} FOR UPDATE`;
  return database.write<T, PlaceRow>(head, async (queries, [row]) => {
    assertOurs(database, row, fence);
    const { epoch: _, timeline: __, projections, ...counters } = row;
    const state: PlaceState = { ...counters, place, isWatched: projections > 0 };
    const result = await work(queries, state);
    const changed = COUNTERS.filter((counter) => state[counter] !== row[counter]);
    if (changed.length > 0) {
      const sets = changed.map((counter, at) => `${counter} = $${at + 2}`).join(", ");
      await queries.run(`UPDATE @place SET ${sets} WHERE id = $1`, [
        place,
        ...changed.map((counter) => state[counter]),
      ]);
    }
    return result;
  });
}

function assertOurs(
  database: Database,
  row: PlaceRow | undefined,
  { epoch, timeline }: Fence,
): asserts row is PlaceRow {
  if (!row)
    throw new AppError(
      "INDEX_CLOSED" satisfies StorageErrorCode,
      `the index in ${database.display} is gone`,
      {
        hint: "open it again",
        retryable: true,
      },
    );
  if (epoch === null) return;
  if (isOtherTimeline(timeline, row.timeline))
    throw new AppError(
      "INDEX_CLOSED" satisfies StorageErrorCode,
      `another server took over ${database.display} while this index was written`,
      { hint: "ask again: the update is made anew", retryable: true },
    );
  if (row.epoch === epoch) return;
  throw new AppError(
    "INDEX_LOCKED" satisfies StorageErrorCode,
    "the connection that held the writer's lock ended, and another process is writing this index",
    { hint: "ask again when it is done", retryable: true, details: { pid: null } },
  );
}
