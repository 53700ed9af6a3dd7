import { crc32 } from "node:zlib";
import type { RepositoryRecord, RepositoryUpdate } from "../../registry/contract.ts";
import type { Connection } from "../connection.ts";
import { prepared } from "../prepared.ts";
import { assertSealed, changeSeal, readingRows } from "../row-seals.ts";

export const REPOSITORIES = "repositories";

interface Row {
  id: number;
  name: string;
  path: string;
  type: string;
  index_file: string;
  stores: string;
  generation: number;
  revision: string | null;
  created_at: number;
  updated_at: number;
}

const DEFAULT_STORES = { records: "sqlite" };

/** All of them, ascending by name, then path; damaged when they are not the ones that were written. */
export function readRepositories(db: Connection): RepositoryRecord[] {
  return readingRows(REPOSITORIES, () => {
    const rows = scanRepositories(db);
    assertSealed(db, REPOSITORIES, rows.map(sumOfRepository));
    return rows.map(recordOf).sort((a, b) => compare(a.name, b.name) || compare(a.path, b.path));
  });
}

/** As they lie there. Without the index of paths, which may disagree with the table. */
export function scanRepositories(db: Connection): Row[] {
  return prepared<[], Row>(db, "SELECT * FROM repository NOT INDEXED").all();
}

export function sumOfRepository(row: Row): number {
  const { id, name, path, type, index_file, stores, generation, revision, created_at, updated_at } = row;
  return crc32(
    `${id} ${generation} ${revision} ${created_at} ${updated_at}\n${name}\n${path}\n${type}\n${index_file}\n${stores}`,
  );
}

/** Contract: inside a write transaction. */
export function putRepository(db: Connection, update: RepositoryUpdate, time: number): RepositoryRecord {
  const before = readRepositories(db).find(({ path }) => path === update.path);
  const after: Omit<Row, "id"> = {
    name: update.name,
    path: update.path,
    type: update.type,
    index_file: update.place,
    stores: JSON.stringify(update.stores ?? before?.stores ?? DEFAULT_STORES),
    generation: update.generation ?? before?.generation ?? 0,
    revision: update.revision === undefined ? (before?.revision ?? null) : update.revision,
    created_at: before?.createdAt ?? time,
    updated_at: update.updatedAt ?? time,
  };
  if (before) {
    prepared(
      db,
      `UPDATE repository SET name = @name, type = @type, index_file = @index_file, stores = @stores,
         generation = @generation, revision = @revision, updated_at = @updated_at WHERE id = @id`,
    ).run({ ...after, id: before.id });
    changeSeal(db, REPOSITORIES, { removed: [sumOfRepository(rowOf(before))] });
  }
  const row = { id: before?.id ?? insert(db, after), ...after };
  changeSeal(db, REPOSITORIES, { added: [sumOfRepository(row)] });
  return recordOf(row);
}

function insert(db: Connection, row: Omit<Row, "id">): number {
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO repository(name, path, type, index_file, stores, generation, revision, created_at, updated_at)
       VALUES (@name, @path, @type, @index_file, @stores, @generation, @revision, @created_at, @updated_at)`,
  ).run(row);
  return Number(lastInsertRowid);
}

/** False when there was none. Contract: inside a write transaction. */
export function deleteRepository(db: Connection, path: string): boolean {
  const known = readRepositories(db).find((one) => one.path === path);
  if (!known) return false;
  prepared(db, "DELETE FROM repository WHERE id = ?").run(known.id);
  changeSeal(db, REPOSITORIES, { removed: [sumOfRepository(rowOf(known))] });
  return true;
}

function recordOf(row: Row): RepositoryRecord {
  return {
    id: row.id,
    name: row.name,
    path: row.path,
    type: row.type,
    place: row.index_file,
    stores: JSON.parse(row.stores) as Record<string, string>,
    generation: row.generation,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function rowOf(record: RepositoryRecord): Row {
  return {
    id: record.id,
    name: record.name,
    path: record.path,
    type: record.type,
    index_file: record.place,
    stores: JSON.stringify(record.stores),
    generation: record.generation,
    revision: record.revision,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
