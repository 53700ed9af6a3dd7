import type { BlobId, BlobSummary } from "../contract.ts";
import type { Connection } from "./connection.ts";
import { throwUnknown } from "./publish.ts";

/** Contract: inside a write transaction. */
export function writeSummaries(db: Connection, model: string, batch: readonly BlobSummary[]): void {
  const hasBlob = db.prepare("SELECT 1 FROM blob WHERE id = ?");
  const put = db.prepare("INSERT OR REPLACE INTO summary(model, blob, text) VALUES (?, ?, ?)");
  for (const { blob, text } of batch) {
    if (!hasBlob.get(blob)) throwUnknown("blob", blob);
    put.run(model, blob, text);
  }
}

export function findWithoutSummaries(db: Connection, model: string, blobs: readonly BlobId[]): BlobId[] {
  const known = new Set(
    db.prepare<[string], number>("SELECT blob FROM summary WHERE model = ?").pluck().all(model),
  );
  return blobs.filter((blob) => !known.has(blob));
}

export function readSummary(db: Connection, model: string, blob: BlobId): string | null {
  const found = db
    .prepare<[string, number], string>("SELECT text FROM summary WHERE model = ? AND blob = ?")
    .pluck()
    .get(model, blob);
  return found ?? null;
}
