import type { Connection } from "../connection.ts";
import { assertFilesSealed, assertSkippedSealed, readSealedVectorRows } from "../row-seals.ts";
import { SEGMENT_KIND } from "../schema.ts";
import { newSegmentCaches, SegmentTables } from "../segment-tables.ts";
import { readFiles, readSkipped, readViews } from "../view-rows.ts";
import type { Problems } from "./problems.ts";

/** Every set of rows is the one that was written, no row less, more or other. */
export function checkRowSeals(db: Connection, problems: Problems): void {
  for (const info of readViews(db)) {
    problems.guard("row-seals", () => assertFilesSealed(db, info, readFiles(db, info.id)));
    problems.guard("row-seals", () => assertSkippedSealed(db, info, readSkipped(db, info.id)));
  }
  problems.guard("row-seals", () => void readSealedVectorRows(db));
  const segments = new SegmentTables(db, newSegmentCaches());
  for (const kind of Object.values(SEGMENT_KIND)) problems.guard("row-seals", () => void segments.list(kind));
}
