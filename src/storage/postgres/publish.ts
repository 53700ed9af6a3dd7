import { pathBytes } from "../../core/rel-path.ts";
import { assertGeneration } from "../assert-generation.ts";
import { ORIGINS } from "../codec/origins.ts";
import { encodeStamp } from "../codec/stamp-codec.ts";
import type { FileEntry, Generation, ViewChange, ViewId } from "../contract.ts";
import { describePublish } from "../outbox/describe-publish.ts";
import { throwUnknown } from "../unknown-id.ts";
import { writeHistory } from "./history-rows.ts";
import { insertRows } from "./insert-rows.ts";
import { GENERATIONS_CHANNEL } from "./news.ts";
import { noteChange } from "./outbox-rows.ts";
import type { PlaceState } from "./place-state.ts";
import type { Queries } from "./queries.ts";
import { bytesOfText, bytesOrNull } from "./stored-text.ts";
import { VIEW_COLUMNS, type ViewRow, viewOfRow } from "./view-rows.ts";

/** Contract: inside a transaction that writes; whatever is thrown rolls all of it back. */
export async function publishChange(
  queries: Queries,
  state: PlaceState,
  view: ViewId,
  change: ViewChange,
  schemaName: string,
): Promise<Generation> {
  const { place } = state;
  const [row] = await queries.rows<ViewRow>(
    `SELECT ${VIEW_COLUMNS} FROM @view WHERE place = $1 AND id = $2`,
    [place, view],
  );
  assertGeneration(viewOfRow(row ?? throwUnknown("view", view)), change.expected);
  await changeFiles(queries, place, view, change);
  await changeSkipped(queries, place, view, change);
  const generation = (change.expected + (change.keepsGeneration ? 0 : 1)) as Generation;
  await queries.run(
    `UPDATE @view SET generation = $3, published_at = $4, revision = $5,
       file_count = (SELECT count(*) FROM @file WHERE place = $1 AND view = $2),
       skipped_count = (SELECT count(*) FROM @skipped WHERE place = $1 AND view = $2)
     WHERE place = $1 AND id = $2 RETURNING pg_notify($6, json_build_array($7::text, $1, $2)::text)`,
    [
      ...[place, view, generation, change.publishedAt, bytesOrNull(change.revision)],
      ...[GENERATIONS_CHANNEL, schemaName],
    ],
  );
  if (change.history) await writeHistory(queries, place, view, change.history);
  await noteChange(queries, state, () => describePublish(view, generation, change));
  return generation;
}

async function changeFiles(
  queries: Queries,
  place: number,
  view: ViewId,
  { remove, upsert }: ViewChange,
): Promise<void> {
  await removeRows(queries, "file", place, view, remove);
  await assertReferences(queries, place, upsert);
  await insertRows(
    queries,
    "@file(place, view, path, blob, links, origin, stamp)",
    lastOfPath(upsert).map(({ path, blob, links, origin, stamp }) => [
      ...[place, view, pathBytes(path), blob, links],
      ...[ORIGINS.indexOf(origin), encodeStamp(stamp)],
    ]),
    `ON CONFLICT (place, view, path) DO UPDATE SET blob = excluded.blob, links = excluded.links,
       origin = excluded.origin, stamp = excluded.stamp`,
  );
}

async function changeSkipped(
  queries: Queries,
  place: number,
  view: ViewId,
  { removeSkipped, upsertSkipped }: ViewChange,
): Promise<void> {
  await removeRows(queries, "skipped", place, view, removeSkipped);
  await insertRows(
    queries,
    "@skipped(place, view, path, reason, detail, stamp)",
    lastOfPath(upsertSkipped).map(({ path, reason, detail, stamp }) => [
      ...[place, view, pathBytes(path), bytesOfText(reason), bytesOrNull(detail), encodeStamp(stamp)],
    ]),
    `ON CONFLICT (place, view, path) DO UPDATE SET reason = excluded.reason, detail = excluded.detail,
       stamp = excluded.stamp`,
  );
}

async function removeRows(
  queries: Queries,
  table: "file" | "skipped",
  place: number,
  view: ViewId,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  await queries.run(`DELETE FROM @${table} WHERE place = $1 AND view = $2 AND path = ANY($3::bytea[])`, [
    place,
    view,
    paths.map(pathBytes),
  ]);
}

/** What a file's row points at must be there. */
async function assertReferences(
  queries: Queries,
  place: number,
  upsert: readonly FileEntry[],
): Promise<void> {
  if (upsert.length === 0) return;
  const [lost] = await queries.rows<{ what: string; id: number }>(
    `SELECT 'blob' AS what, id FROM unnest($2::int[]) AS wanted(id)
       WHERE NOT EXISTS (SELECT FROM @blob b WHERE b.place = $1 AND b.id = wanted.id)
     UNION ALL SELECT 'links', id FROM unnest($3::int[]) AS wanted(id)
       WHERE NOT EXISTS (SELECT FROM @links l WHERE l.place = $1 AND l.id = wanted.id) LIMIT 1`,
    [
      place,
      [...new Set(upsert.map(({ blob }) => blob))],
      [...new Set(upsert.flatMap(({ links }) => links ?? []))],
    ],
  );
  if (lost) throwUnknown(lost.what, lost.id);
}

/** A statement may not change one row twice. */
function lastOfPath<T extends { path: string }>(entries: readonly T[]): T[] {
  return [...new Map(entries.map((entry) => [entry.path, entry])).values()];
}
