import { throwDamaged } from "../../codec/byte-reader.ts";
import type { ContentHash } from "../../core/content-hash.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { assertGeneration } from "../assert-generation.ts";
import { ORIGINS } from "../codec/origins.ts";
import { encodeStamp } from "../codec/stamp-codec.ts";
import type { FileEntry, Generation, ViewChange, ViewId, ViewInfo } from "../contract.ts";
import { describePublish } from "../outbox/describe-publish.ts";
import { throwUnknown } from "../unknown-id.ts";
import type { Connection } from "./connection.ts";
import { writeHistory } from "./history-rows.ts";
import { noteChange } from "./outbox-rows.ts";
import { encodePath, type StoredPath } from "./path-name.ts";
import { prepared } from "./prepared.ts";
import { changeSeal, SEAL, sumOfFile, sumOfSkipped, sumOfView } from "./row-seals.ts";
import { readFiles, readSkipped, readViewById } from "./view-rows.ts";

/** Contract: inside an IMMEDIATE transaction; whatever is thrown rolls all of it back. */
export function publishChange(db: Connection, view: ViewId, change: ViewChange): Generation {
  const before = readViewById(db, view) ?? throwUnknown("view", view);
  assertGeneration(before, change.expected);
  const paths = new PathTable(db);
  const files = changeFiles(db, view, change, paths);
  const skipped = changeSkipped(db, view, change, paths);
  const generation = (change.expected + (change.keepsGeneration ? 0 : 1)) as Generation;
  const { publishedAt, revision } = change;
  const after: ViewInfo = { ...before, generation, publishedAt, revision, files, skipped };
  const { changes } = prepared(
    db,
    `UPDATE view SET generation = ?, published_at = ?, revision = ?, file_count = ?, skipped_count = ? WHERE id = ?`,
  ).run(generation, publishedAt, revision, files, skipped, view);
  if (changes !== 1) throwDamaged(`view ${view} cannot be found`);
  changeSeal(db, SEAL.views, { added: [sumOfView(after)], removed: [sumOfView(before)] });
  if (change.history) writeHistory(db, view, change.history);
  noteChange(db, () => describePublish(view, generation, change));
  return generation;
}

/** How many there are afterwards. */
function changeFiles(db: Connection, view: ViewId, { remove, upsert }: ViewChange, paths: PathTable): number {
  const rows = new SealedSet(new Map(readFiles(db, view).map((file) => [file.path, sumOfFile(file)])));
  removeRows(db, "file", view, rows, remove, paths);
  const put = prepared(
    db,
    "INSERT OR REPLACE INTO file(view, path, blob, links, origin, stamp) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const references = new References(db);
  for (const entry of upsert) {
    const { path, blob, links, origin, stamp } = entry;
    rows.put(path, references.sumOf(entry));
    put.run(view, paths.findOrAdd(path), blob, links, ORIGINS.indexOf(origin), encodeStamp(stamp));
  }
  changeSeal(db, SEAL.files(view), rows.change);
  return rows.size;
}

/** How many there are afterwards. */
function changeSkipped(
  db: Connection,
  view: ViewId,
  { removeSkipped, upsertSkipped }: ViewChange,
  paths: PathTable,
): number {
  const rows = new SealedSet(new Map(readSkipped(db, view).map((file) => [file.path, sumOfSkipped(file)])));
  removeRows(db, "skipped", view, rows, removeSkipped, paths);
  const put = prepared(
    db,
    "INSERT OR REPLACE INTO skipped(view, path, reason, detail, stamp) VALUES (?, ?, ?, ?, ?)",
  );
  for (const file of upsertSkipped) {
    const { path, reason, detail, stamp } = file;
    rows.put(path, sumOfSkipped(file));
    put.run(view, paths.findOrAdd(path), reason, detail ?? null, encodeStamp(stamp));
  }
  changeSeal(db, SEAL.skipped(view), rows.change);
  return rows.size;
}

function removeRows(
  db: Connection,
  table: "file" | "skipped",
  view: ViewId,
  rows: SealedSet,
  removed: readonly RelPath[],
  paths: PathTable,
): void {
  if (removed.length === 0) return;
  const remove = prepared(db, `DELETE FROM ${table} WHERE view = ? AND path = ?`);
  for (const path of removed) {
    rows.remove(path);
    const id = paths.find(path);
    if (id !== undefined) remove.run(view, id);
  }
}

/**
 * The rows of a set as they should be, whatever the tables do with them: when an index leads to another row or to
 * none, the seal does not fit what is there, and the next reader notices.
 */
class SealedSet {
  readonly change = { added: [] as number[], removed: [] as number[] };
  readonly #sums: Map<RelPath, number>;

  constructor(sums: Map<RelPath, number>) {
    this.#sums = sums;
  }

  get size(): number {
    return this.#sums.size;
  }

  remove(path: RelPath): void {
    const sum = this.#sums.get(path);
    if (sum === undefined) return;
    this.change.removed.push(sum);
    this.#sums.delete(path);
  }

  put(path: RelPath, sum: number): void {
    this.remove(path);
    this.change.added.push(sum);
    this.#sums.set(path, sum);
  }
}

/** What a file's row points at must be there, and is part of its checksum. */
class References {
  readonly #blob;
  readonly #links;

  constructor(db: Connection) {
    this.#blob = prepared<[number], { hash: Buffer; language: string; extractor: string }>(
      db,
      `SELECT hash, language, extractor FROM blob JOIN producer ON producer.id = blob.producer WHERE blob.id = ?`,
    );
    this.#links = prepared(db, "SELECT 1 FROM links WHERE id = ?");
  }

  sumOf({ path, blob, links, origin }: FileEntry): number {
    const { hash, language, extractor } = this.#blob.get(blob) ?? throwUnknown("blob", blob);
    if (links !== null && !this.#links.get(links)) throwUnknown("links", links);
    const named = hash.toString("hex") as ContentHash;
    return sumOfFile({ path, blob, links, origin, hash: named, language, extractor });
  }
}

class PathTable {
  readonly #select;
  readonly #insert;

  constructor(db: Connection) {
    this.#select = prepared<[StoredPath], number>(db, "SELECT id FROM path WHERE name = ?").pluck();
    this.#insert = prepared<[StoredPath]>(db, "INSERT INTO path(name) VALUES (?)");
  }

  find(path: RelPath): number | undefined {
    return this.#select.get(encodePath(path));
  }

  findOrAdd(path: RelPath): number {
    const stored = encodePath(path);
    return this.#select.get(stored) ?? Number(this.#insert.run(stored).lastInsertRowid);
  }
}
