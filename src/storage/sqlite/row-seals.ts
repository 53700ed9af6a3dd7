/**
 * Checksums over whole sets of rows: the views, the files of a view, the segments of a kind and so on. Stored values
 * carry seals of their own; these notice rows that are gone, came back or were exchanged, which leaves SQLite's trees
 * whole and every value readable.
 *
 * A seal is never computed from what lies in the file, which would bless damage: it starts empty with its set and
 * follows every change that is made on purpose. One that is missing is damage.
 */

import { crc32 } from "node:zlib";
import { throwDamaged } from "../../codec/byte-reader.ts";
import type { SkippedFile, ViewFile, ViewId, ViewInfo } from "../contract.ts";
import { SEGMENT_KIND, type SegmentKind } from "../segments/segment-kind.ts";
import type { Connection } from "./connection.ts";
import { prepared } from "./prepared.ts";

/** What the sets are called, in the table and in messages. */
export const SEAL = {
  views: "views",
  vectors: "vectors",
  summaries: "summaries",
  projections: "projections",
  histories: "histories",
  files: (view: ViewId) => `files of view ${view}`,
  skipped: (view: ViewId) => `skipped files of view ${view}`,
  segments: (kind: SegmentKind) => `segments of kind ${kind}`,
} as const;

/** Sets that every index of format 5 has from its start; those of views come and go with them. */
export const STANDING_SEALS: readonly string[] = [
  SEAL.views,
  SEAL.vectors,
  SEAL.summaries,
  ...Object.values(SEGMENT_KIND).map(SEAL.segments),
];

export interface SealedSegment {
  id: number;
  first_id: number;
  last_id: number;
  byte_count: number;
}

/** One of the slim rows that say which vectors there are. */
export interface VectorRow {
  model: number;
  blob: number;
}

export function sumOfView(info: ViewInfo): number {
  const { id, root, generation, publishedAt, revision, files, skipped } = info;
  return crc32(`${id} ${generation} ${publishedAt} ${revision} ${files} ${skipped}\n${root}`);
}

/** Stamps are left out: a wrong one costs a second look at the file. */
export function sumOfFile(file: Omit<ViewFile, "stamp">): number {
  const { path, blob, links, origin, hash, language, extractor } = file;
  return crc32(`${path}\n${blob} ${links} ${origin} ${hash} ${language} ${extractor}`);
}

export function sumOfSkipped({ path, reason, detail }: Omit<SkippedFile, "stamp">): number {
  return crc32(`${path}\n${reason}\n${detail ?? ""}`);
}

export function sumOfSegment({ id, first_id, last_id, byte_count }: SealedSegment): number {
  return crc32(`${id} ${first_id} ${last_id} ${byte_count}`);
}

export function sumOfModel(row: { id: number; key: string; dims: number; spec: string }): number {
  return crc32(`model ${row.id} ${row.dims}\n${row.key}\n${row.spec}`);
}

/** There are as many as there are blobs and all are read for every question, so no text is made of them. */
export function sumOfVector({ model, blob }: VectorRow): number {
  let mixed = blob ^ Math.imul(model + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

export function sumOfSummary(row: { model: string; blob: number; text: string }): number {
  return crc32(`${row.blob} ${row.model}\n${row.text}`);
}

export function sumOfProjection(row: { name: string; applied: number | null }): number {
  return crc32(`${row.applied} ${row.name}`);
}

export function sumOfHistory({ view, data }: { view: number; data: Buffer }): number {
  return crc32(data, view);
}

/** A set without rows begins. Contract: inside the write transaction that makes the set. */
export function startSeal(db: Connection, name: string): void {
  prepared(db, "INSERT INTO row_seal(name, row_count, row_sum) VALUES (?, 0, 0)").run(name);
}

export function dropSeal(db: Connection, name: string): void {
  prepared(db, "DELETE FROM row_seal WHERE name = ?").run(name);
}

/** Contract: inside the transaction that changed the rows; `removed` as they were when their seal held. */
export function changeSeal(
  db: Connection,
  name: string,
  { added = [], removed = [] }: { added?: readonly number[]; removed?: readonly number[] },
): void {
  if (added.length === 0 && removed.length === 0) return;
  const { rows, sum } = read(db, name);
  prepared(db, "UPDATE row_seal SET row_count = ?, row_sum = ? WHERE name = ?").run(
    rows + added.length - removed.length,
    sum + total(added) - total(removed),
    name,
  );
}

/** Damaged when the rows that were read are not the ones that were written. */
export function assertSealed(db: Connection, name: string, sums: readonly number[]): void {
  const { rows, sum } = read(db, name);
  if (rows !== sums.length || sum !== total(sums))
    throwDamaged(`the ${name} are not the ${rows} that were written`);
}

/**
 * Runs what turns rows into values. A row that is not what was written may break that before its seal is looked at.
 */
export function readingRows<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError)
      throwDamaged(`the ${name} cannot be read: ${error.message}`);
    throw error;
  }
}

function total(sums: readonly number[]): number {
  let sum = 0;
  for (const each of sums) sum += each;
  return sum;
}

function read(db: Connection, name: string): { rows: number; sum: number } {
  const stored = prepared<[string], { rows: number; sum: number }>(
    db,
    "SELECT row_count AS rows, row_sum AS sum FROM row_seal WHERE name = ?",
  ).get(name);
  return stored ?? throwDamaged(`the checksum of the ${name} is gone`);
}
