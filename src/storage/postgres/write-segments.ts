/** Adds segments to a place and merges them when there are many. Contract: inside a transaction that writes. */
import { throwDamaged } from "../../codec/byte-reader.ts";
import { eachLengths, LengthsWriter } from "../segments/lengths-codec.ts";
import { countToMerge, mergeSegments } from "../segments/merge-segments.ts";
import { newSegmentCaches } from "../segments/segment-caches.ts";
import type { SegmentKind } from "../segments/segment-kind.ts";
import type { FinishedSegment } from "../segments/segment-writer.ts";
import { insertRows } from "./insert-rows.ts";
import type { PlaceState } from "./place-state.ts";
import type { Queries } from "./queries.ts";
import { ALL_BLOCKS, listSegments, openSegments, type SegmentRow } from "./segment-rows.ts";

export interface NewSegment {
  kind: SegmentKind;
  segment: FinishedSegment;
  ids: { first: number; last: number };
  lengths: Buffer | null;
}

export async function addSegments(
  queries: Queries,
  state: PlaceState,
  segments: readonly NewSegment[],
): Promise<void> {
  await insertSegments(queries, state, segments);
  const sizes = await queries.rows<{ kind: SegmentKind; sizes: number[] }>(
    `SELECT kind, array_agg(byte_count::float8 ORDER BY first_id, id) AS sizes FROM @segment
     WHERE place = $1 AND kind = ANY($2::int[]) GROUP BY kind`,
    [state.place, segments.map(({ kind }) => kind)],
  );
  for (const { kind, sizes: all } of sizes) {
    const count = countToMerge(all);
    if (count > 0)
      await replace(
        queries,
        state,
        kind,
        (rows) => rows.slice(-count),
        () => true,
      );
  }
}

/** Rewrites all segments of these kinds, each as one, without ids that are gone. */
export async function rewriteSegments(
  queries: Queries,
  state: PlaceState,
  kinds: readonly SegmentKind[],
  isAlive: (id: number) => boolean,
): Promise<void> {
  for (const kind of kinds) await replace(queries, state, kind, (rows) => rows, isAlive);
}

async function insertSegments(
  queries: Queries,
  state: PlaceState,
  segments: readonly NewSegment[],
): Promise<void> {
  const { place } = state;
  const numbered = segments.map((added) => ({ ...added, id: ++state.last_segment }));
  state.segment_count += numbered.length;
  await insertRows(
    queries,
    "@segment(place, id, kind, first_id, last_id, byte_count, directory, lengths)",
    numbered.map(({ id, kind, segment, ids, lengths }) => [
      ...[place, id, kind, ids.first, ids.last],
      ...[segment.byteCount, segment.directory, lengths],
    ]),
  );
  await insertRows(
    queries,
    "@block(place, segment, ordinal, data)",
    numbered.flatMap(({ id, segment }) => segment.blocks.map((data, ordinal) => [place, id, ordinal, data])),
  );
}

async function replace(
  queries: Queries,
  state: PlaceState,
  kind: SegmentKind,
  choose: (rows: readonly SegmentRow[]) => readonly SegmentRow[],
  isAlive: (id: number) => boolean,
): Promise<void> {
  const { place } = state;
  // Caches of its own: ids of a transaction that is rolled back are handed out again.
  const rows = choose((await listSegments(queries, place, newSegmentCaches().directories))[kind]);
  if (rows.length === 0) return;
  const merged = mergeSegments(await openSegments(queries, place, rows, [ALL_BLOCKS], null), isAlive);
  const ids = rows.map(({ id }) => id);
  const lengths = await mergeLengths(queries, place, ids, isAlive);
  await queries.run("DELETE FROM @segment WHERE place = $1 AND id = ANY($2::int[])", [place, ids]);
  state.segment_count -= ids.length;
  const range = { first: rows[0]!.first_id, last: rows.at(-1)!.last_id };
  await insertSegments(queries, state, [{ kind, segment: merged, ids: range, lengths }]);
}

/** Null for a kind that has none. */
async function mergeLengths(
  queries: Queries,
  place: number,
  ids: readonly number[],
  isAlive: (id: number) => boolean,
): Promise<Buffer | null> {
  const out = new LengthsWriter();
  const stored = await readLengths(queries, place, ids);
  if (stored.every((lengths) => lengths === null)) return null;
  for (const lengths of stored) {
    if (lengths === null) throwDamaged("a segment has no chunk lengths");
    eachLengths(lengths, (blob, values) => {
      if (isAlive(blob)) out.add(blob, values);
    });
  }
  return out.finish();
}

/** Ascending by the ids that the segments hold. */
export async function readLengths(
  queries: Queries,
  place: number,
  segments: readonly number[],
): Promise<(Buffer | null)[]> {
  const rows = await queries.rows<{ lengths: Buffer | null }>(
    "SELECT lengths FROM @segment WHERE place = $1 AND id = ANY($2::int[]) ORDER BY first_id, id",
    [place, segments],
  );
  return rows.map(({ lengths }) => lengths);
}
