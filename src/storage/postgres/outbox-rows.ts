import { MAX_CHANGES, type OutboxRow, type OutboxState, type RecordChange } from "../outbox/contract.ts";
import type { PlaceState } from "./place-state.ts";
import type { Queries } from "./queries.ts";
import { bytesOfText, textOfBytes } from "./stored-text.ts";

/** Written only while somebody reads them. Contract: inside the transaction of the change. */
export async function noteChange(
  queries: Queries,
  state: PlaceState,
  change: () => RecordChange | null,
): Promise<void> {
  if (!state.isWatched) return;
  const noted = change();
  if (!noted) return;
  state.outbox_head += 1;
  const [row] = await queries.rows<{ oldest: number }>(
    `WITH added AS (INSERT INTO @outbox(place, id, change) VALUES ($1, $2, $3))
     SELECT coalesce(min(id), $2) AS oldest FROM @outbox WHERE place = $1`,
    [state.place, state.outbox_head, bytesOfText(JSON.stringify(noted))],
  );
  if (state.outbox_head - row!.oldest >= MAX_CHANGES) await forgetChanges(queries, state);
}

export async function readOutboxState(queries: Queries, place: number): Promise<OutboxState> {
  const rows = await queries.rows<{ head: number; name: Buffer | null; applied: number | null }>(
    `SELECT outbox_head AS head, name, applied FROM @place LEFT JOIN @projection ON place = place.id WHERE id = $1`,
    [place],
  );
  const applied = rows.flatMap(({ name, applied: at }) =>
    name === null ? [] : [[textOfBytes(name), at] as const],
  );
  return { head: rows[0]?.head ?? 0, applied: new Map(applied) };
}

export async function readOutbox(
  queries: Queries,
  place: number,
  after: number,
  limit: number,
): Promise<OutboxRow[]> {
  const rows = await queries.rows<{ id: number; change: Buffer }>(
    "SELECT id, change FROM @outbox WHERE place = $1 AND id > $2 ORDER BY id LIMIT $3",
    [place, after, limit],
  );
  return rows.map(({ id, change }) => ({ id, change: JSON.parse(textOfBytes(change)) as RecordChange }));
}

/** Contract: inside a transaction that writes, as are those below. */
export async function putProjection(
  queries: Queries,
  place: number,
  name: string,
  applied: number | null,
): Promise<void> {
  await queries.run(
    `INSERT INTO @projection(place, name, applied) VALUES ($1, $2, $3)
     ON CONFLICT (place, name) DO UPDATE SET applied = excluded.applied`,
    [place, bytesOfText(name), applied],
  );
  await deleteApplied(queries, place);
}

/** One that is known keeps what it has applied. */
export async function registerProjection(queries: Queries, place: number, name: string): Promise<void> {
  await queries.run("INSERT INTO @projection(place, name) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    place,
    bytesOfText(name),
  ]);
}

export async function deleteProjection(queries: Queries, place: number, name: string): Promise<void> {
  await queries.run("DELETE FROM @projection WHERE place = $1 AND name = $2", [place, bytesOfText(name)]);
  await deleteApplied(queries, place);
}

/** Changes name what was deleted: they go with it, and projections are built from what is left. */
export async function forgetChanges(queries: Queries, { place }: PlaceState): Promise<void> {
  await queries.run("UPDATE @projection SET applied = NULL WHERE place = $1", [place]);
  await deleteApplied(queries, place);
}

/** One that must be built anew needs none of them. */
async function deleteApplied(queries: Queries, place: number): Promise<void> {
  await queries.run(
    `DELETE FROM @outbox WHERE place = $1
     AND id <= coalesce((SELECT min(applied) FROM @projection WHERE projection.place = $1), id)`,
    [place],
  );
}
