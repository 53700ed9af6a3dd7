import { newSegmentCaches } from "../../segments/segment-caches.ts";
import { SEGMENT_KIND } from "../../segments/segment-kind.ts";
import type { Connection } from "../connection.ts";
import { readProjections } from "../outbox-rows.ts";
import { SegmentTables } from "../segment-tables.ts";
import { readSummaries } from "../summary-rows.ts";
import { readSealedVectors } from "../vector-tables.ts";
import { readFiles, readSkipped, readViews } from "../view-rows.ts";
import type { Problems } from "./problems.ts";

/** Every set of rows is the one that was written, no row less, more or other. */
export function checkRowSeals(db: Connection, problems: Problems): void {
  problems.guard("row-seals", () => {
    for (const { id } of readViews(db)) {
      problems.guard("row-seals", () => void readFiles(db, id));
      problems.guard("row-seals", () => void readSkipped(db, id));
    }
  });
  problems.guard("row-seals", () => void readSealedVectors(db));
  problems.guard("row-seals", () => void readSummaries(db));
  problems.guard("row-seals", () => void readProjections(db));
  const segments = new SegmentTables(db, newSegmentCaches());
  for (const kind of Object.values(SEGMENT_KIND)) problems.guard("row-seals", () => void segments.list(kind));
}
