import { crc32 } from "node:zlib";
import { bindSeal, unseal } from "../../codec/seal.ts";
import type { ViewId } from "../contract.ts";
import { decodeHistory, encodeHistory, NO_HISTORY, type ViewHistory } from "../records/history.ts";
import type { Connection } from "./connection.ts";
import { prepared } from "./prepared.ts";
import { assertSealed, changeSeal, readingRows, SEAL, sumOfHistory } from "./row-seals.ts";
import { VALUE_KIND } from "./schema.ts";

interface HistoryRow {
  view: ViewId;
  data: Buffer;
}

/** All of them, damaged when they are not the ones that were written: one that is lost looks like none. */
export function readHistories(db: Connection): Map<ViewId, ViewHistory> {
  const rows = readSealedRows(db);
  return new Map(rows.map(({ view, data }) => [view, decodeRow(view, data)]));
}

export function readHistory(db: Connection, view: ViewId): ViewHistory {
  const row = readSealedRows(db).find((each) => each.view === view);
  return row ? decodeRow(view, row.data) : NO_HISTORY;
}

/** Contract: inside a write transaction. */
export function writeHistory(db: Connection, view: ViewId, history: ViewHistory): void {
  const text = encodeHistory(history);
  const data = Buffer.allocUnsafe(text.length + 4);
  text.copy(data);
  data.writeUInt32LE(crc32(text), text.length);
  bindSeal(data, VALUE_KIND.history, view);
  const removed = removedSums(db, view);
  prepared(db, "INSERT OR REPLACE INTO history(view, data) VALUES (?, ?)").run(view, data);
  changeSeal(db, SEAL.histories, { added: [sumOfHistory({ view, data })], removed });
}

/** Contract: inside the transaction that deletes the view. */
export function deleteHistory(db: Connection, view: ViewId): void {
  const removed = removedSums(db, view);
  prepared(db, "DELETE FROM history WHERE view = ?").run(view);
  changeSeal(db, SEAL.histories, { removed });
}

function removedSums(db: Connection, view: ViewId): number[] {
  return readSealedRows(db)
    .filter((row) => row.view === view)
    .map(sumOfHistory);
}

function readSealedRows(db: Connection): HistoryRow[] {
  return readingRows(SEAL.histories, () => {
    const rows = prepared<[], HistoryRow>(db, "SELECT view, data FROM history").all();
    assertSealed(db, SEAL.histories, rows.map(sumOfHistory));
    return rows;
  });
}

function decodeRow(view: ViewId, data: Buffer): ViewHistory {
  const what = `the history of view ${view}`;
  return decodeHistory(unseal(bindSeal(data, VALUE_KIND.history, view), what), what);
}
