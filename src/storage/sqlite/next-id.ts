import { throwDamaged } from "../../codec/byte-reader.ts";
import type { Connection } from "./connection.ts";
import { prepared } from "./prepared.ts";

/** Ids index arrays in memory; one above this comes from a damaged counter. */
const HIGHEST_ID = 2 ** 31;

/**
 * The id that AUTOINCREMENT would give the next row, for values that are bound to their id before they are written.
 * Contract: inside a write transaction.
 */
export function nextId(db: Connection, table: "blob" | "links" | "segment"): number {
  const last = prepared<[string], number>(
    db,
    `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0), coalesce((SELECT max(id) FROM ${table}), 0))`,
  )
    .pluck()
    .get(table)!;
  if (!(last < HIGHEST_ID)) throwDamaged(`the ids of ${table} have run out`);
  return last + 1;
}
