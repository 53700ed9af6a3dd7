import type { ViewId } from "../contract.ts";
import { decodeHistory, encodeHistory, NO_HISTORY, type ViewHistory } from "../records/history.ts";
import type { Queries } from "./queries.ts";

export async function readHistory(queries: Queries, place: number, view: ViewId): Promise<ViewHistory> {
  return (await readHistories(queries, place)).get(view) ?? NO_HISTORY;
}

/** Of every view of the place that has one. */
export async function readHistories(queries: Queries, place: number): Promise<Map<ViewId, ViewHistory>> {
  const rows = await queries.lists<[view: ViewId, data: Buffer]>(
    "SELECT view, data FROM @history WHERE place = $1",
    [place],
  );
  return new Map(rows.map(([view, data]) => [view, decodeHistory(data, `the history of view ${view}`)]));
}

/** Contract: inside a transaction that writes. */
export async function writeHistory(
  queries: Queries,
  place: number,
  view: ViewId,
  history: ViewHistory,
): Promise<void> {
  await queries.run(
    `INSERT INTO @history(place, view, data) VALUES ($1, $2, $3)
     ON CONFLICT (place, view) DO UPDATE SET data = excluded.data`,
    [place, view, encodeHistory(history)],
  );
}
