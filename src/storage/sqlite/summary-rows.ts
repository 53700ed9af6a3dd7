import type { BlobId, BlobSummary } from "../contract.ts";
import { throwUnknown } from "../unknown-id.ts";
import type { Connection } from "./connection.ts";
import { prepared } from "./prepared.ts";
import { assertSealed, changeSeal, readingRows, SEAL, sumOfSummary } from "./row-seals.ts";

interface SummaryRow {
  model: string;
  blob: number;
  text: string;
}

/** By model and blob. */
export type Summaries = ReadonlyMap<string, SummaryRow>;

/** All of them, damaged when they are not the ones that were written: one that is lost looks like one never made. */
export function readSummaries(db: Connection): Summaries {
  return readingRows(SEAL.summaries, () => {
    const rows = scanSummaries(db);
    assertSealed(db, SEAL.summaries, rows.map(sumOfSummary));
    return new Map(rows.map((row) => [nameOf(row.model, row.blob), row]));
  });
}

export function scanSummaries(db: Connection): SummaryRow[] {
  return prepared<[], SummaryRow>(db, "SELECT model, blob, text FROM summary").all();
}

export function summaryOf(summaries: Summaries, model: string, blob: BlobId): string | null {
  return summaries.get(nameOf(model, blob))?.text ?? null;
}

/** Contract: inside a write transaction. */
export function writeSummaries(db: Connection, model: string, batch: readonly BlobSummary[]): void {
  const hasBlob = prepared(db, "SELECT 1 FROM blob WHERE id = ?");
  const put = prepared(db, "INSERT OR REPLACE INTO summary(model, blob, text) VALUES (?, ?, ?)");
  const rows = new Map(readSummaries(db));
  const added = new Map<string, SummaryRow>();
  const removed: number[] = [];
  for (const { blob, text } of batch) {
    if (!hasBlob.get(blob)) throwUnknown("blob", blob);
    put.run(model, blob, text);
    const name = nameOf(model, blob);
    const replaced = rows.get(name);
    if (replaced) removed.push(sumOfSummary(replaced));
    rows.delete(name);
    added.set(name, { model, blob, text });
  }
  changeSeal(db, SEAL.summaries, { added: [...added.values()].map(sumOfSummary), removed });
}

/** Contract: inside a write transaction. */
export function deleteSummariesOfLostBlobs(db: Connection, isAlive: (blob: number) => boolean): void {
  const lost = [...readSummaries(db).values()].filter(({ blob }) => !isAlive(blob));
  const remove = prepared(db, "DELETE FROM summary WHERE model = ? AND blob = ?");
  for (const { model, blob } of lost) remove.run(model, blob);
  changeSeal(db, SEAL.summaries, { removed: lost.map(sumOfSummary) });
}

export function findWithoutSummaries(db: Connection, model: string, blobs: readonly BlobId[]): BlobId[] {
  const summaries = readSummaries(db);
  return blobs.filter((blob) => !summaries.has(nameOf(model, blob)));
}

function nameOf(model: string, blob: number): string {
  return `${blob} ${model}`;
}
