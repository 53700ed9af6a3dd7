/**
 * The step to format 5: values are bound to their places and every set of rows gets its seal. What an older format
 * could check is checked on the way; damage stops the step, and the index is rebuilt from the sources.
 */

import { crc32 } from "node:zlib";
import { throwDamaged } from "../../codec/byte-reader.ts";
import { bindSeal, unseal } from "../../codec/seal.ts";
import type { ViewInfo } from "../contract.ts";
import { SEGMENT_KIND, type SegmentKind } from "../segments/segment-kind.ts";
import type { Connection } from "./connection.ts";
import {
  changeSeal,
  readingRows,
  SEAL,
  type SealedSegment,
  STANDING_SEALS,
  startSeal,
  sumOfFile,
  sumOfModel,
  sumOfSegment,
  sumOfSkipped,
  sumOfSummary,
  sumOfVector,
  sumOfView,
} from "./row-seals.ts";
import { VALUE_KIND } from "./schema.ts";
import { scanSummaries } from "./summary-rows.ts";
import { scanModels, scanVectorRows } from "./vector-tables.ts";
import { scanFiles, scanSkipped, scanViews } from "./view-rows.ts";

const VALUES: readonly [table: string, key: string, columns: readonly (keyof typeof COLUMN_KIND)[]][] = [
  ["blob_facts", "blob", ["chunks", "outline", "uses"]],
  ["links", "id", ["deps"]],
  ["links_data", "links", ["data"]],
  ["segment", "id", ["directory", "lengths"]],
];
const COLUMN_KIND = {
  chunks: VALUE_KIND.chunks,
  outline: VALUE_KIND.outline,
  uses: VALUE_KIND.uses,
  deps: VALUE_KIND.dependencies,
  data: VALUE_KIND.links,
  directory: VALUE_KIND.directory,
  lengths: VALUE_KIND.lengths,
} as const;

/** Contract: inside the transaction of the step. */
export function bindAndSealAll(db: Connection): void {
  const [first] = db.pragma("integrity_check(1)") as { integrity_check: string }[];
  if (first?.integrity_check !== "ok") throwDamaged(String(first?.integrity_check));
  for (const [table, key, columns] of VALUES)
    for (const column of columns) bindColumn(db, table, key, column, COLUMN_KIND[column]);
  bindColumn(db, "block", "id", "data", VALUE_KIND.block);
  bindColumn(db, "vector_data", "id", "data", VALUE_KIND.vectors);
  readingRows("rows of an older format", () => sealAll(db, takeOldSeals(db)));
}

function bindColumn(db: Connection, table: string, key: string, column: string, kind: number): void {
  const ids = db.prepare<[], number>(`SELECT ${key} FROM ${table} WHERE ${column} IS NOT NULL`).pluck().all();
  const read = db.prepare<[number], Buffer>(`SELECT ${column} FROM ${table} WHERE ${key} = ?`).pluck();
  const write = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`);
  for (const id of ids) {
    const value = read.get(id)!;
    unseal(value, `${column} ${id} of ${table}`);
    write.run(bindSeal(value, kind, id), id);
  }
}

type OldSeals = ReadonlyMap<string, { rows: number; sum: number }>;

/** Those of formats 3 and 4, which were optional. */
function takeOldSeals(db: Connection): OldSeals {
  const rows = db
    .prepare<[], { name: string; rows: number; sum: number }>(
      "SELECT name, row_count AS rows, row_sum AS sum FROM row_seal",
    )
    .all();
  db.exec("DELETE FROM row_seal");
  return new Map(rows.map((row) => [row.name, row]));
}

function sealAll(db: Connection, old: OldSeals): void {
  for (const name of STANDING_SEALS) startSeal(db, name);
  const views = scanViews(db);
  changeSeal(db, SEAL.views, { added: views.map(sumOfView) });
  for (const view of views) sealView(db, view, old);
  for (const kind of Object.values(SEGMENT_KIND)) sealSegments(db, kind, old);
  const vectors = scanVectorRows(db);
  const oldSums = vectors.map(({ model, blob }) => crc32(`${model} ${blob}`));
  assertOld(old, SEAL.vectors, oldSums);
  changeSeal(db, SEAL.vectors, { added: [...scanModels(db).map(sumOfModel), ...vectors.map(sumOfVector)] });
  changeSeal(db, SEAL.summaries, { added: scanSummaries(db).map(sumOfSummary) });
}

function sealView(db: Connection, view: ViewInfo, old: OldSeals): void {
  const files = scanFiles(db, view.id).map(sumOfFile);
  const { generation, publishedAt, revision } = view;
  const head = crc32(`${generation} ${publishedAt} ${revision} ${view.files} ${view.skipped}`);
  assertOld(old, SEAL.files(view.id), files, head);
  startSeal(db, SEAL.files(view.id));
  changeSeal(db, SEAL.files(view.id), { added: files });
  const skipped = scanSkipped(db, view.id).map(sumOfSkipped);
  assertOld(old, SEAL.skipped(view.id), skipped);
  startSeal(db, SEAL.skipped(view.id));
  changeSeal(db, SEAL.skipped(view.id), { added: skipped });
}

function sealSegments(db: Connection, kind: SegmentKind, old: OldSeals): void {
  const rows = db
    .prepare<[number], SealedSegment>("SELECT id, first_id, last_id, byte_count FROM segment WHERE kind = ?")
    .all(kind);
  const sums = rows.map(sumOfSegment);
  assertOld(old, SEAL.segments(kind), sums);
  changeSeal(db, SEAL.segments(kind), { added: sums });
}

function assertOld(old: OldSeals, name: string, sums: readonly number[], head = 0): void {
  const seal = old.get(name);
  if (!seal) return;
  const sum = sums.reduce((total, each) => total + each, head);
  if (seal.rows !== sums.length || seal.sum !== sum)
    throwDamaged(`the ${name} are not the ${seal.rows} that were written`);
}
