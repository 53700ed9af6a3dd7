import { crc32 } from "node:zlib";
import { throwDamaged } from "../../codec/byte-reader.ts";
import { bindSeal, unseal } from "../../codec/seal.ts";
import { MAX_CHANGES, type OutboxRow, type OutboxState, type RecordChange } from "../outbox/contract.ts";
import type { Connection } from "./connection.ts";
import { prepared } from "./prepared.ts";
import { assertSealed, changeSeal, readingRows, SEAL, sumOfProjection } from "./row-seals.ts";
import { VALUE_KIND } from "./schema.ts";

interface ProjectionRow {
  name: string;
  applied: number | null;
}

/** Written only while somebody reads them. Contract: inside the transaction of the change. */
export function noteChange(db: Connection, change: () => RecordChange | null): void {
  if (prepared(db, "SELECT 1 FROM projection").get() === undefined) return;
  const noted = change();
  if (!noted) return;
  const text = Buffer.from(JSON.stringify(noted));
  const sealed = Buffer.allocUnsafe(text.length + 4);
  text.copy(sealed);
  sealed.writeUInt32LE(crc32(text), text.length);
  const id = readHead(db) + 1;
  prepared(db, "INSERT INTO outbox(id, change) VALUES (?, ?)").run(
    id,
    bindSeal(sealed, VALUE_KIND.change, id),
  );
  const oldest = prepared<[], number>(db, "SELECT min(id) FROM outbox").pluck().get()!;
  if (id - oldest >= MAX_CHANGES) forgetChanges(db);
}

/** The newest id that was ever given. */
function readHead(db: Connection): number {
  return prepared<[], number>(db, "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").pluck().get() ?? 0;
}

export function readOutboxState(db: Connection): OutboxState {
  const rows = readProjections(db);
  return { head: readHead(db), applied: new Map(rows.map(({ name, applied }) => [name, applied])) };
}

/** Damaged when they are not the ones that were written: a projection would miss what it never saw. */
export function readProjections(db: Connection): ProjectionRow[] {
  return readingRows(SEAL.projections, () => {
    const rows = prepared<[], ProjectionRow>(db, "SELECT name, applied FROM projection").all();
    assertSealed(db, SEAL.projections, rows.map(sumOfProjection));
    return rows;
  });
}

export function readOutbox(db: Connection, after: number, limit: number): OutboxRow[] {
  return prepared<[number, number], { id: number; change: Buffer }>(
    db,
    "SELECT id, change FROM outbox WHERE id > ? ORDER BY id LIMIT ?",
  )
    .all(after, limit)
    .map(({ id, change }) => ({ id, change: decodeChange(id, change) }));
}

function decodeChange(id: number, stored: Buffer): RecordChange {
  const text = Buffer.from(unseal(bindSeal(stored, VALUE_KIND.change, id), `change ${id}`)).toString("utf8");
  try {
    return JSON.parse(text) as RecordChange;
  } catch {
    throwDamaged(`change ${id} is not what was written`);
  }
}

/** Contract: inside a write transaction, as are those below. */
export function putProjection(db: Connection, name: string, applied: number | null): void {
  const before = readProjections(db).find((row) => row.name === name);
  prepared(db, "INSERT OR REPLACE INTO projection(name, applied) VALUES (?, ?)").run(name, applied);
  changeSeal(db, SEAL.projections, {
    added: [sumOfProjection({ name, applied })],
    removed: before ? [sumOfProjection(before)] : [],
  });
  deleteApplied(db);
}

export function deleteProjection(db: Connection, name: string): void {
  const before = readProjections(db).find((row) => row.name === name);
  if (!before) return;
  prepared(db, "DELETE FROM projection WHERE name = ?").run(name);
  changeSeal(db, SEAL.projections, { removed: [sumOfProjection(before)] });
  deleteApplied(db);
}

/** Changes name what was deleted: they go with it, and projections are built from what is left. */
export function forgetChanges(db: Connection): void {
  for (const { name } of readProjections(db)) putProjection(db, name, null);
}

/** One that must be built anew needs none of them. */
function deleteApplied(db: Connection): void {
  const needed = readProjections(db).flatMap(({ applied }) => applied ?? []);
  if (needed.length === 0) prepared(db, "DELETE FROM outbox").run();
  else prepared(db, "DELETE FROM outbox WHERE id <= ?").run(Math.min(...needed));
}
