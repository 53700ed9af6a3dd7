import type { BlobId } from "../ids.ts";
import { keptByHistory } from "../records/history.ts";
import { SEGMENT_KIND } from "../segments/segment-kind.ts";
import type { Connection } from "./connection.ts";
import { readHistories } from "./history-rows.ts";
import { noteChange } from "./outbox-rows.ts";
import { prepared } from "./prepared.ts";
import type { SegmentTables } from "./segment-tables.ts";
import { deleteSummariesOfLostBlobs } from "./summary-rows.ts";
import { deleteVectorsOfLostBlobs } from "./vector-tables.ts";

/** Deletes what no view shows or needs on its way back, and rewrites the segments without it. Contract: inside a write transaction. */
export function deleteUnused(db: Connection, segments: SegmentTables): number {
  const kept = keptByHistory(readHistories(db).values());
  const keptBlobs = JSON.stringify(kept.blobs);
  const lostBlobs = "blob WHERE id NOT IN (SELECT blob FROM file UNION ALL SELECT value FROM json_each(?))";
  noteChange(db, () => {
    const doomed = prepared<[string], BlobId>(db, `SELECT id FROM ${lostBlobs}`).pluck().all(keptBlobs);
    return doomed.length > 0 ? { kind: "blobs-removed", blobs: doomed } : null;
  });
  const blobs = prepared(db, `DELETE FROM ${lostBlobs}`).run(keptBlobs).changes;
  const links = prepared(
    db,
    `DELETE FROM links WHERE id NOT IN (
         SELECT links FROM file WHERE links IS NOT NULL UNION ALL SELECT value FROM json_each(?))`,
  ).run(JSON.stringify(kept.links)).changes;
  prepared(
    db,
    "DELETE FROM path WHERE id NOT IN (SELECT path FROM file UNION SELECT path FROM skipped)",
  ).run();
  if (blobs > 0) {
    const isAlive = membership(db, "blob");
    deleteVectorsOfLostBlobs(db, isAlive);
    deleteSummariesOfLostBlobs(db, isAlive);
    segments.rewriteAll(SEGMENT_KIND.terms, isAlive);
    segments.rewriteAll(SEGMENT_KIND.names, isAlive);
  }
  if (links > 0) {
    const isAlive = membership(db, "links");
    segments.rewriteAll(SEGMENT_KIND.targets, isAlive);
    segments.rewriteAll(SEGMENT_KIND.unresolved, isAlive);
  }
  return blobs;
}

export function countBlobs(db: Connection): { stored: number; shown: number } {
  return prepared<[], { stored: number; shown: number }>(
    db,
    "SELECT (SELECT count(*) FROM blob) AS stored, (SELECT count(DISTINCT blob) FROM file) AS shown",
  ).get()!;
}

function membership(db: Connection, table: "blob" | "links"): (id: number) => boolean {
  const ids = new Set(prepared<[], number>(db, `SELECT id FROM ${table}`).pluck().all());
  return (id) => ids.has(id);
}
