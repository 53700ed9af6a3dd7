import { keptByHistory } from "../../records/history.ts";
import { newSegmentCaches } from "../../segments/segment-caches.ts";
import { SEGMENT_KIND } from "../../segments/segment-kind.ts";
import type { Connection } from "../connection.ts";
import { readHistories } from "../history-rows.ts";
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
  checkHistories(db, problems);
  const segments = new SegmentTables(db, newSegmentCaches());
  for (const kind of Object.values(SEGMENT_KIND)) problems.guard("row-seals", () => void segments.list(kind));
}

/** What the way back needs is there. */
function checkHistories(db: Connection, problems: Problems): void {
  problems.guard("row-seals", () => {
    const kept = keptByHistory(readHistories(db).values());
    for (const [table, ids] of Object.entries(kept)) {
      const has = db.prepare(`SELECT 1 FROM ${table === "blobs" ? "blob" : "links"} WHERE id = ?`);
      for (const id of ids)
        if (!has.get(id)) problems.add("history-kept", `the way back needs ${table} ${id}, not there`);
    }
  });
}
