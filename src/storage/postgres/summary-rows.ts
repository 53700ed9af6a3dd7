import type { BlobId, BlobSummary } from "../contract.ts";
import { insertRows } from "./insert-rows.ts";
import type { Queries } from "./queries.ts";
import { bytesOfText, textOfBytes } from "./stored-text.ts";
import { assertBlobs } from "./vector-rows.ts";

/** Contract: inside a transaction that writes. */
export async function writeSummaries(
  queries: Queries,
  place: number,
  model: string,
  batch: readonly BlobSummary[],
): Promise<void> {
  const texts = new Map(batch.map(({ blob, text }) => [blob, text]));
  await assertBlobs(queries, place, [...texts.keys()]);
  await insertRows(
    queries,
    "@summary(place, model, blob, text)",
    [...texts].map(([blob, text]) => [place, bytesOfText(model), blob, bytesOfText(text)]),
    "ON CONFLICT (place, model, blob) DO UPDATE SET text = excluded.text",
  );
}

export async function readSummaries(
  queries: Queries,
  place: number,
  model: string,
  blobs: readonly BlobId[],
): Promise<Map<BlobId, string>> {
  const rows = await queries.lists<[blob: BlobId, text: Buffer]>(
    "SELECT blob, text FROM @summary WHERE place = $1 AND model = $2 AND blob = ANY($3::int[])",
    [place, bytesOfText(model), blobs],
  );
  return new Map(rows.map(([blob, text]) => [blob, textOfBytes(text)]));
}
