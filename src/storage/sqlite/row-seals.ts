/**
 * Checksums over whole sets of rows: the files of a view, its skipped files, the segments of a kind. Stored values
 * carry seals of their own; these notice rows that are gone, came back or were exchanged, which leaves SQLite's
 * trees whole and every value readable. An index of an older format has none until it is written again.
 */
import { crc32 } from "node:zlib";
import { throwDamaged } from "../codec/byte-reader.ts";
import type { SkippedFile, ViewFile, ViewId, ViewInfo } from "../contract.ts";
import type { Connection } from "./connection.ts";
import type { SegmentKind } from "./schema.ts";

export interface SealedRow {
  id: number;
  first_id: number;
  last_id: number;
  byte_count: number;
}

interface RowSeal {
  rows: number;
  sum: number;
}

export function sealFiles(db: Connection, info: ViewInfo, files: readonly ViewFile[]): void {
  write(db, filesName(info), sumOfFiles(info, files));
}

export function assertFilesSealed(db: Connection, info: ViewInfo, files: readonly ViewFile[]): void {
  assertSame(db, filesName(info), sumOfFiles(info, files));
}

export function sealSkipped(db: Connection, info: ViewInfo, skipped: readonly SkippedFile[]): void {
  write(db, skippedName(info), sumOfSkipped(skipped));
}

export function assertSkippedSealed(db: Connection, info: ViewInfo, skipped: readonly SkippedFile[]): void {
  assertSame(db, skippedName(info), sumOfSkipped(skipped));
}

export function sealSegments(db: Connection, kind: SegmentKind, rows: readonly SealedRow[]): void {
  write(db, segmentsName(kind), sumOfSegments(rows));
}

export function assertSegmentsSealed(db: Connection, kind: SegmentKind, rows: readonly SealedRow[]): void {
  assertSame(db, segmentsName(kind), sumOfSegments(rows));
}

/** One of the slim rows that say which vectors there are. */
export interface VectorRow {
  model: number;
  blob: number;
}

const ALL_VECTORS = "SELECT model, blob FROM vector";

/** Contract: inside the transaction that added the rows; `added` are not sealed yet. */
export function sealAddedVectors(db: Connection, added: readonly VectorRow[]): void {
  const before = read(db, VECTORS);
  if (!before) sealAllVectors(db);
  else {
    const { rows, sum } = sumOfVectors(added);
    write(db, VECTORS, { rows: before.rows + rows, sum: before.sum + sum });
  }
}

/** After rows were deleted. */
export function sealAllVectors(db: Connection): void {
  write(db, VECTORS, sumOfVectors(db.prepare<[], VectorRow>(ALL_VECTORS).all()));
}

/** All of them, damaged when they are not the ones that were written. */
export function readSealedVectorRows(db: Connection): VectorRow[] {
  const rows = db.prepare<[], VectorRow>(ALL_VECTORS).all();
  assertSame(db, VECTORS, sumOfVectors(rows));
  return rows;
}

export function forgetViewSeals(db: Connection, view: ViewId): void {
  const forget = db.prepare("DELETE FROM row_seal WHERE name = ?");
  for (const name of [filesName({ id: view }), skippedName({ id: view })]) forget.run(name);
}

const VECTORS = "vectors";
const filesName = ({ id }: { id: ViewId }) => `files of view ${id}`;
const skippedName = ({ id }: { id: ViewId }) => `skipped files of view ${id}`;
const segmentsName = (kind: SegmentKind) => `segments of kind ${kind}`;

/** With what the view says of itself. Stamps are left out: a wrong one costs a second look at the file. */
function sumOfFiles(info: ViewInfo, files: readonly ViewFile[]): RowSeal {
  const { generation, publishedAt, revision } = info;
  let sum = crc32(`${generation} ${publishedAt} ${revision} ${info.files} ${info.skipped}`);
  for (const { path, blob, links, origin, hash, language, extractor } of files)
    sum += crc32(`${path}\n${blob} ${links} ${origin} ${hash} ${language} ${extractor}`);
  return { rows: files.length, sum };
}

function sumOfSkipped(skipped: readonly SkippedFile[]): RowSeal {
  let sum = 0;
  for (const { path, reason, detail } of skipped) sum += crc32(`${path}\n${reason}\n${detail ?? ""}`);
  return { rows: skipped.length, sum };
}

function sumOfSegments(segments: readonly SealedRow[]): RowSeal {
  let sum = 0;
  for (const { id, first_id, last_id, byte_count } of segments)
    sum += crc32(`${id} ${first_id} ${last_id} ${byte_count}`);
  return { rows: segments.length, sum };
}

function sumOfVectors(vectors: readonly VectorRow[]): RowSeal {
  let sum = 0;
  for (const { model, blob } of vectors) sum += crc32(`${model} ${blob}`);
  return { rows: vectors.length, sum };
}

/** Contract: inside the transaction that changed the rows. */
function write(db: Connection, name: string, { rows, sum }: RowSeal): void {
  db.prepare("INSERT OR REPLACE INTO row_seal(name, row_count, row_sum) VALUES (?, ?, ?)").run(
    name,
    rows,
    sum,
  );
}

function assertSame(db: Connection, name: string, { rows, sum }: RowSeal): void {
  const stored = read(db, name);
  if (stored && (stored.rows !== rows || stored.sum !== sum))
    throwDamaged(`the ${name} are not the ${stored.rows} that were written`);
}

function read(db: Connection, name: string): RowSeal | undefined {
  return db
    .prepare<[string], RowSeal>("SELECT row_count AS rows, row_sum AS sum FROM row_seal WHERE name = ?")
    .get(name);
}
