import { AppError } from "../../core/errors.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { encodeStamp } from "../codec/stamp-codec.ts";
import type { Generation, ViewChange, ViewId } from "../contract.ts";
import type { StorageErrorCode } from "../errors.ts";
import type { Connection } from "./connection.ts";
import { encodePath, type StoredPath } from "./path-name.ts";
import { sealFiles, sealSkipped } from "./row-seals.ts";
import { ORIGINS } from "./schema.ts";
import { readFiles, readSkipped, readViewById } from "./view-rows.ts";

/** Contract: inside an IMMEDIATE transaction; whatever is thrown rolls all of it back. */
export function publishChange(db: Connection, view: ViewId, change: ViewChange): Generation {
  assertGeneration(db, view, change.expected);
  const paths = new PathTable(db);
  removeRows(db, "file", view, change.remove, paths);
  removeRows(db, "skipped", view, change.removeSkipped, paths);
  upsertFiles(db, view, change.upsert, paths);
  const putSkipped = db.prepare(
    "INSERT OR REPLACE INTO skipped(view, path, reason, detail, stamp) VALUES (?, ?, ?, ?, ?)",
  );
  for (const { path, reason, detail, stamp } of change.upsertSkipped) {
    putSkipped.run(view, paths.findOrAdd(path), reason, detail ?? null, encodeStamp(stamp));
  }
  const generation = (change.expected + (change.keepsGeneration ? 0 : 1)) as Generation;
  db.prepare(
    `UPDATE view SET generation = ?, published_at = ?, revision = ?,
       file_count = (SELECT count(*) FROM file WHERE view = view.id),
       skipped_count = (SELECT count(*) FROM skipped WHERE view = view.id)
     WHERE id = ?`,
  ).run(generation, change.publishedAt, change.revision, view);
  const info = readViewById(db, view)!;
  sealFiles(db, info, readFiles(db, view));
  sealSkipped(db, info, readSkipped(db, view));
  return generation;
}

function assertGeneration(db: Connection, view: ViewId, expected: Generation): void {
  const row = db
    .prepare<[number], { root: string; generation: number }>("SELECT root, generation FROM view WHERE id = ?")
    .get(view);
  if (!row) throwUnknown("view", view);
  if (row.generation === expected) return;
  throw new AppError(
    "INDEX_CONFLICT" satisfies StorageErrorCode,
    `view ${row.root} is at generation ${row.generation}, not ${expected}`,
    { hint: "read the view again and repeat the update", retryable: true },
  );
}

function removeRows(
  db: Connection,
  table: "file" | "skipped",
  view: ViewId,
  removed: readonly RelPath[],
  paths: PathTable,
): void {
  if (removed.length === 0) return;
  const remove = db.prepare(`DELETE FROM ${table} WHERE view = ? AND path = ?`);
  for (const path of removed) {
    const id = paths.find(path);
    if (id !== undefined) remove.run(view, id);
  }
}

function upsertFiles(db: Connection, view: ViewId, upsert: ViewChange["upsert"], paths: PathTable): void {
  const hasBlob = db.prepare("SELECT 1 FROM blob WHERE id = ?");
  const hasLinks = db.prepare("SELECT 1 FROM links WHERE id = ?");
  const put = db.prepare(
    "INSERT OR REPLACE INTO file(view, path, blob, links, origin, stamp) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const { path, blob, links, origin, stamp } of upsert) {
    if (!hasBlob.get(blob)) throwUnknown("blob", blob);
    if (links !== null && !hasLinks.get(links)) throwUnknown("links", links);
    put.run(view, paths.findOrAdd(path), blob, links, ORIGINS.indexOf(origin), encodeStamp(stamp));
  }
}

class PathTable {
  private readonly select;
  private readonly insert;

  constructor(db: Connection) {
    this.select = db.prepare<[StoredPath], number>("SELECT id FROM path WHERE name = ?").pluck();
    this.insert = db.prepare<[StoredPath]>("INSERT INTO path(name) VALUES (?)");
  }

  find(path: RelPath): number | undefined {
    return this.select.get(encodePath(path));
  }

  findOrAdd(path: RelPath): number {
    const stored = encodePath(path);
    return this.select.get(stored) ?? Number(this.insert.run(stored).lastInsertRowid);
  }
}

export function throwUnknown(what: string, id: number): never {
  throw new AppError(
    "INDEX_UNKNOWN_ID" satisfies StorageErrorCode,
    `there is no ${what} ${id} in this index`,
    {
      hint: "take ids from the same store, after its last garbage collection",
    },
  );
}
