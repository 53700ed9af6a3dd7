import type { ContentHash } from "../../core/content-hash.ts";
import { comparePaths, type RelPath } from "../../core/rel-path.ts";
import { decodeStamp } from "../codec/stamp-codec.ts";
import type { BlobId, Generation, LinksId, SkippedFile, ViewFile, ViewId, ViewInfo } from "../contract.ts";
import type { Connection } from "./connection.ts";
import { decodePath, type StoredPath } from "./path-name.ts";
import { ORIGINS } from "./schema.ts";

interface ViewRow {
  id: number;
  root: string;
  generation: number;
  published_at: number;
  revision: string | null;
  file_count: number;
  skipped_count: number;
}

function infoOf(row: ViewRow): ViewInfo {
  return {
    id: row.id as ViewId,
    root: row.root,
    generation: row.generation as Generation,
    publishedAt: row.published_at,
    revision: row.revision,
    files: row.file_count,
    skipped: row.skipped_count,
  };
}

export function readViewById(db: Connection, view: ViewId): ViewInfo | undefined {
  const row = db.prepare<[number], ViewRow>("SELECT * FROM view WHERE id = ?").get(view);
  return row && infoOf(row);
}

export function readViewByRoot(db: Connection, root: string): ViewInfo | undefined {
  const row = db.prepare<[string], ViewRow>("SELECT * FROM view WHERE root = ?").get(root);
  return row && infoOf(row);
}

export function readViews(db: Connection): ViewInfo[] {
  const rows = db.prepare<[], ViewRow>("SELECT * FROM view").all();
  return rows.map(infoOf).sort((a, b) => comparePaths(a.root, b.root));
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

export function readFiles(db: Connection, view: ViewId): ViewFile[] {
  const rows = db
    .prepare<[number], FileRow>(
      `SELECT path.name, file.blob, file.links, file.origin, file.stamp, blob.hash, producer.language, producer.extractor
       FROM file JOIN path ON path.id = file.path JOIN blob ON blob.id = file.blob
       JOIN producer ON producer.id = blob.producer WHERE file.view = ?`,
    )
    .raw()
    .all(view) as unknown as FileRow[];
  const files = rows.map(
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
  return files.sort((a, b) => comparePaths(a.path, b.path));
}

export function readSkipped(db: Connection, view: ViewId): SkippedFile[] {
  const rows = db
    .prepare<[number], { name: StoredPath; reason: string; detail: string | null; stamp: Buffer | null }>(
      "SELECT path.name, reason, detail, stamp FROM skipped JOIN path ON path.id = skipped.path WHERE view = ?",
    )
    .all(view);
  const skipped = rows.map(({ name, reason, detail, stamp }): SkippedFile => {
    const path: RelPath = decodePath(name);
    return detail === null
      ? { path, reason, stamp: decodeStamp(stamp) }
      : { path, reason, detail, stamp: decodeStamp(stamp) };
  });
  return skipped.sort((a, b) => comparePaths(a.path, b.path));
}
