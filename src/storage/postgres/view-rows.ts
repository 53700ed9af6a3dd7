import type { ContentHash } from "../../core/content-hash.ts";
import { comparePaths, pathBytes, pathFromBytes, type RelPath } from "../../core/rel-path.ts";
import { ORIGINS } from "../codec/origins.ts";
import { decodeStamp } from "../codec/stamp-codec.ts";
import type { BlobId, Generation, LinksId, SkippedFile, ViewFile, ViewId, ViewInfo } from "../contract.ts";
import type { PlaceState } from "./place-state.ts";
import type { Queries } from "./queries.ts";
import { textOfBytes, textOrNull } from "./stored-text.ts";

export interface ViewRow {
  id: number;
  root: Buffer;
  generation: number;
  published_at: number;
  revision: Buffer | null;
  file_count: number;
  skipped_count: number;
}

export const VIEW_COLUMNS = "id, root, generation, published_at, revision, file_count, skipped_count";

export function viewOfRow(row: ViewRow): ViewInfo {
  return {
    id: row.id as ViewId,
    root: pathFromBytes(row.root),
    generation: row.generation as Generation,
    publishedAt: row.published_at,
    revision: textOrNull(row.revision),
    files: row.file_count,
    skipped: row.skipped_count,
  };
}

/** The view of this root, begun when there is none. Contract: inside a transaction that writes. */
export async function addView(queries: Queries, state: PlaceState, root: string): Promise<ViewInfo> {
  const find = `SELECT ${VIEW_COLUMNS} FROM @view WHERE place = $1 AND root = $2`;
  const values = [state.place, pathBytes(root)];
  const [known] = await queries.rows<ViewRow>(find, values);
  if (known) return viewOfRow(known);
  await queries.run(
    `INSERT INTO @view(place, root, id, generation, published_at, file_count, skipped_count)
     VALUES ($1, $2, $3, 0, 0, 0, 0)`,
    [...values, ++state.last_view],
  );
  const [added] = await queries.rows<ViewRow>(find, values);
  return viewOfRow(added!);
}

type FileRow = [
  path: Buffer,
  blob: number,
  links: number | null,
  origin: number,
  stamp: Buffer | null,
  hash: Buffer,
  language: string,
  extractor: string,
];

/** Ascending by path. */
export async function readFiles(queries: Queries, place: number, view: ViewId): Promise<ViewFile[]> {
  const rows = await queries.lists<FileRow>(
    `SELECT f.path, f.blob, f.links, f.origin, f.stamp, c.hash, p.language, p.extractor
     FROM @file f JOIN @blob b ON b.place = f.place AND b.id = f.blob JOIN @content c ON c.id = b.content
     JOIN @producer p ON p.id = c.producer WHERE f.place = $1 AND f.view = $2`,
    [place, view],
  );
  return rows
    .map(
      ([path, blob, links, origin, stamp, hash, language, extractor]): ViewFile => ({
        path: pathFromBytes(path) as RelPath,
        blob: blob as BlobId,
        links: links as LinksId | null,
        stamp: decodeStamp(stamp),
        origin: ORIGINS[origin]!,
        hash: hash.toString("hex") as ContentHash,
        language,
        extractor,
      }),
    )
    .sort((a, b) => comparePaths(a.path, b.path));
}

/** Ascending by path. */
export async function readSkipped(queries: Queries, place: number, view: ViewId): Promise<SkippedFile[]> {
  const rows = await queries.lists<
    [path: Buffer, reason: Buffer, detail: Buffer | null, stamp: Buffer | null]
  >("SELECT path, reason, detail, stamp FROM @skipped WHERE place = $1 AND view = $2", [place, view]);
  return rows
    .map(
      ([path, reason, detail, stamp]): SkippedFile => ({
        path: pathFromBytes(path) as RelPath,
        reason: textOfBytes(reason),
        ...(detail !== null && { detail: textOfBytes(detail) }),
        stamp: decodeStamp(stamp),
      }),
    )
    .sort((a, b) => comparePaths(a.path, b.path));
}
