import type { ContentHash } from "../../core/content-hash.ts";
import { comparePaths } from "../../core/rel-path.ts";
import { ORIGINS } from "../codec/origins.ts";
import { decodeStamp } from "../codec/stamp-codec.ts";
import type { BlobId, Generation, LinksId, SkippedFile, ViewFile, ViewId, ViewInfo } from "../contract.ts";
import type { Connection } from "./connection.ts";
import { deleteHistory } from "./history-rows.ts";
import { decodePath, type StoredPath } from "./path-name.ts";
import { prepared } from "./prepared.ts";
import {
  assertSealed,
  changeSeal,
  dropSeal,
  readingRows,
  SEAL,
  startSeal,
  sumOfFile,
  sumOfSkipped,
  sumOfView,
} from "./row-seals.ts";

interface ViewRow {
  id: number;
  root: string;
  generation: number;
  published_at: number;
  revision: string | null;
  file_count: number;
  skipped_count: number;
}

/** All of them, whichever is wanted: a view that is lost would look like one that was never indexed. */
export function readViews(db: Connection): ViewInfo[] {
  return readingRows(SEAL.views, () => {
    const views = scanViews(db);
    assertSealed(db, SEAL.views, views.map(sumOfView));
    return views.sort((a, b) => comparePaths(a.root, b.root));
  });
}

export function readViewById(db: Connection, view: ViewId): ViewInfo | undefined {
  return readViews(db).find(({ id }) => id === view);
}

export function readViewByRoot(db: Connection, root: string): ViewInfo | undefined {
  return readViews(db).find((view) => view.root === root);
}

/** Damaged when they are not the ones that were written. */
export function readFiles(db: Connection, view: ViewId): ViewFile[] {
  const name = SEAL.files(view);
  return readingRows(name, () => {
    const files = scanFiles(db, view);
    assertSealed(db, name, files.map(sumOfFile));
    return files.sort((a, b) => comparePaths(a.path, b.path));
  });
}

/** Damaged when they are not the ones that were written. */
export function readSkipped(db: Connection, view: ViewId): SkippedFile[] {
  const name = SEAL.skipped(view);
  return readingRows(name, () => {
    const skipped = scanSkipped(db, view);
    assertSealed(db, name, skipped.map(sumOfSkipped));
    return skipped.sort((a, b) => comparePaths(a.path, b.path));
  });
}

/** The view of this root, begun when there is none. Contract: inside a write transaction. */
export function addView(db: Connection, root: string): ViewInfo {
  const known = readViewByRoot(db, root);
  if (known) return known;
  const insert = prepared(
    db,
    "INSERT INTO view(root, generation, published_at, revision, file_count, skipped_count) VALUES (?, 0, 0, NULL, 0, 0)",
  );
  const id = Number(insert.run(root).lastInsertRowid) as ViewId;
  const info: ViewInfo = {
    id,
    root,
    generation: 0 as Generation,
    publishedAt: 0,
    revision: null,
    files: 0,
    skipped: 0,
  };
  changeSeal(db, SEAL.views, { added: [sumOfView(info)] });
  startSeal(db, SEAL.files(id));
  startSeal(db, SEAL.skipped(id));
  return info;
}

/** False when there was none. Contract: inside a write transaction. */
export function deleteView(db: Connection, view: ViewId): boolean {
  const info = readViewById(db, view);
  if (!info) return false;
  deleteHistory(db, view);
  prepared(db, "DELETE FROM view WHERE id = ?").run(view);
  changeSeal(db, SEAL.views, { removed: [sumOfView(info)] });
  dropSeal(db, SEAL.files(view));
  dropSeal(db, SEAL.skipped(view));
  return true;
}

/** As they lie there. Without the index of roots, which may disagree with the table. */
export function scanViews(db: Connection): ViewInfo[] {
  const rows = prepared<[], ViewRow>(db, "SELECT * FROM view NOT INDEXED").all();
  return rows.map((row) => ({
    id: row.id as ViewId,
    root: row.root,
    generation: row.generation as Generation,
    publishedAt: row.published_at,
    revision: row.revision,
    files: row.file_count,
    skipped: row.skipped_count,
  }));
}

type FileRow = [
  path: StoredPath,
  blob: number,
  links: number | null,
  origin: number,
  stamp: Buffer | null,
  hash: Buffer,
  language: string,
  extractor: string,
];

export function scanFiles(db: Connection, view: ViewId): ViewFile[] {
  const rows = prepared<[number], FileRow>(
    db,
    `SELECT path.name, file.blob, file.links, file.origin, file.stamp, blob.hash, producer.language, producer.extractor
       FROM file JOIN path ON path.id = file.path JOIN blob ON blob.id = file.blob
       JOIN producer ON producer.id = blob.producer WHERE file.view = ?`,
  )
    .raw()
    .all(view) as unknown as FileRow[];
  return rows.map(
    ([path, blob, links, origin, stamp, hash, language, extractor]): ViewFile => ({
      path: decodePath(path),
      blob: blob as BlobId,
      links: links as LinksId | null,
      stamp: decodeStamp(stamp),
      origin: ORIGINS[origin]!,
      hash: hash.toString("hex") as ContentHash,
      language,
      extractor,
    }),
  );
}

export function scanSkipped(db: Connection, view: ViewId): SkippedFile[] {
  const rows = prepared<
    [number],
    { name: StoredPath; reason: string; detail: string | null; stamp: Buffer | null }
  >(
    db,
    "SELECT path.name, reason, detail, stamp FROM skipped JOIN path ON path.id = skipped.path WHERE view = ?",
  ).all(view);
  return rows.map(({ name, reason, detail, stamp }): SkippedFile => {
    const path = decodePath(name);
    return detail === null
      ? { path, reason, stamp: decodeStamp(stamp) }
      : { path, reason, detail, stamp: decodeStamp(stamp) };
  });
}
