import type { BlobId, BlobVectors, VectorCoverage, VectorModel } from "../contract.ts";
import { throwUnknown } from "../unknown-id.ts";
import { assertVectorRows } from "../vector-rows.ts";
import { insertReturning } from "./insert-rows.ts";
import type { PlaceState } from "./place-state.ts";
import type { Queries } from "./queries.ts";
import { bytesOfText, textOfBytes } from "./stored-text.ts";

interface ModelRow {
  key: Buffer;
  dims: number;
  spec: Buffer;
}

/** About 2 MB of vectors of 256 dimensions with ten chunks each. */
const BLOBS_PER_READ = 1_000;
const HAS_VECTORS = "EXISTS (SELECT FROM @vector v WHERE v.place = $1 AND v.model = m.id)";

export async function readModels(queries: Queries, place: number): Promise<VectorModel[]> {
  const rows = await queries.rows<ModelRow>(
    `SELECT key, dims, spec FROM @vector_model m WHERE ${HAS_VECTORS} ORDER BY key`,
    [place],
  );
  return rows.map(modelOfRow);
}

/** Which vectors were new. Contract: inside a transaction that writes, as are those that change below. */
export async function writeVectors(
  queries: Queries,
  state: PlaceState,
  model: VectorModel,
  batch: readonly BlobVectors[],
): Promise<BlobId[]> {
  for (const { rows } of batch) assertVectorRows(model, rows);
  const { place } = state;
  const id = await numberModel(queries, model);
  await assertBlobs(
    queries,
    place,
    batch.map(({ blob }) => blob),
  );
  const added = await insertReturning<{ blob: BlobId }>(
    queries,
    "@vector(place, model, blob, data)",
    [...new Map(batch.map((one) => [one.blob, one])).values()].map(({ blob, rows }) => [
      ...[place, id, blob, Buffer.from(rows.buffer, rows.byteOffset, rows.length)],
    ]),
    "ON CONFLICT DO NOTHING RETURNING blob",
  );
  if (added.length > 0) state.vectors_version += 1;
  return added.map(({ blob }) => blob);
}

async function numberModel(queries: Queries, { key, dims, spec }: VectorModel): Promise<number> {
  const find = "SELECT id FROM @vector_model WHERE key = $1";
  const [known] = await queries.rows<{ id: number }>(find, [bytesOfText(key)]);
  if (known) return known.id;
  await queries.run("INSERT INTO @vector_model(key, dims, spec) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", [
    bytesOfText(key),
    dims,
    bytesOfText(spec),
  ]);
  const [added] = await queries.rows<{ id: number }>(find, [bytesOfText(key)]);
  return added!.id;
}

export async function assertBlobs(queries: Queries, place: number, blobs: readonly BlobId[]): Promise<void> {
  const [lost] = await queries.rows<{ id: number }>(
    `SELECT id FROM unnest($2::int[]) AS wanted(id)
     WHERE NOT EXISTS (SELECT FROM @blob b WHERE b.place = $1 AND b.id = wanted.id) LIMIT 1`,
    [place, blobs],
  );
  if (lost) throwUnknown("blob", lost.id);
}

export async function findWithoutVectors(
  queries: Queries,
  place: number,
  model: string,
  blobs: readonly BlobId[],
): Promise<BlobId[]> {
  const rows = await queries.lists<[blob: number]>(
    `SELECT v.blob FROM @vector v JOIN @vector_model m ON m.id = v.model
     WHERE v.place = $1 AND m.key = $2 AND v.blob = ANY($3::int[])`,
    [place, bytesOfText(model), blobs],
  );
  const known = new Set(rows.map(([blob]) => blob));
  return blobs.filter((blob) => !known.has(blob));
}

/**
 * Vectors that another repository has of the same contents by the same model are taken over: making them again costs
 * time or money. Returns how many there were.
 */
export async function adoptVectors(
  queries: Queries,
  state: PlaceState,
  model: string,
  blobs: readonly BlobId[],
): Promise<number> {
  const adopted = await queries.run(
    `INSERT INTO @vector(place, model, blob, data)
     SELECT DISTINCT ON (own.id) own.place, v.model, own.id, v.data
     FROM @blob own JOIN @blob other ON other.content = own.content AND other.place <> own.place
     JOIN @vector v ON v.place = other.place AND v.blob = other.id JOIN @vector_model m ON m.id = v.model
     WHERE own.place = $1 AND own.id = ANY($3::int[]) AND m.key = $2
     ON CONFLICT DO NOTHING`,
    [state.place, bytesOfText(model), blobs],
  );
  if (adopted > 0) state.vectors_version += 1;
  return adopted;
}

/** Without `blobs`: the model with all it has. */
export async function deleteVectors(
  queries: Queries,
  state: PlaceState,
  model: string,
  blobs?: readonly BlobId[],
): Promise<void> {
  await queries.run(
    `DELETE FROM @vector v USING @vector_model m
     WHERE m.id = v.model AND v.place = $1 AND m.key = $2 AND ($3::int[] IS NULL OR v.blob = ANY($3::int[]))`,
    [state.place, bytesOfText(model), blobs ?? null],
  );
  state.vectors_version += 1;
}

export async function readCoverage(
  queries: Queries,
  place: number,
  blobs: readonly BlobId[],
): Promise<VectorCoverage[]> {
  const rows = await queries.rows<ModelRow & { blobs: number }>(
    `SELECT m.key, m.dims, m.spec, n.blobs FROM @vector_model m JOIN (
       SELECT model, count(*) AS blobs FROM @vector WHERE place = $1 AND blob = ANY($2::int[]) GROUP BY model
     ) n ON n.model = m.id ORDER BY m.key`,
    [place, blobs],
  );
  return rows.map((row) => ({ ...modelOfRow(row), blobs: row.blobs }));
}

/** Ascending by blob; `blobs` ascend. */
export async function* readVectors(
  queries: Queries,
  place: number,
  model: string,
  blobs: readonly BlobId[],
): AsyncGenerator<BlobVectors> {
  for (let at = 0; at < blobs.length; at += BLOBS_PER_READ) {
    const rows = await queries.lists<[blob: BlobId, data: Buffer]>(
      `SELECT v.blob, v.data FROM @vector v JOIN @vector_model m ON m.id = v.model
       WHERE v.place = $1 AND m.key = $2 AND v.blob = ANY($3::int[]) ORDER BY v.blob`,
      [place, bytesOfText(model), blobs.slice(at, at + BLOBS_PER_READ)],
    );
    for (const [blob, data] of rows)
      yield { blob, rows: new Int8Array(data.buffer, data.byteOffset, data.length) };
  }
}

function modelOfRow({ key, dims, spec }: ModelRow): VectorModel {
  return { key: textOfBytes(key), dims, spec: textOfBytes(spec) };
}
