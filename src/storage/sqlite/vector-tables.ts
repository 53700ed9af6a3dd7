import { crc32 } from "node:zlib";
import { throwDamaged } from "../codec/byte-reader.ts";
import { unseal } from "../codec/seal.ts";
import type { BlobId, BlobVectors, VectorCoverage, VectorModel } from "../contract.ts";
import { assertVectorRows } from "../vector-rows.ts";
import type { Connection } from "./connection.ts";
import { throwUnknown } from "./publish.ts";
import { readSealedVectorRows, sealAddedVectors, sealAllVectors, type VectorRow } from "./row-seals.ts";
import { BLOBS_PER_MODEL, vectorRowId } from "./schema.ts";

/** Above this, reading all rows of a model is quicker than asking for each. */
const FEW_BLOBS = 200;

interface ModelRow extends VectorModel {
  id: number;
}

export function readVectorModel(db: Connection, key: string): ModelRow | undefined {
  return db
    .prepare<[string], ModelRow>("SELECT id, key, dims, spec FROM vector_model NOT INDEXED WHERE key = ?")
    .get(key);
}

export function readVectorModels(db: Connection): VectorModel[] {
  return db
    .prepare<[], VectorModel>("SELECT key, dims, spec FROM vector_model ORDER BY key COLLATE BINARY")
    .all();
}

/** Contract: inside a write transaction. */
export function writeVectors(db: Connection, model: VectorModel, batch: readonly BlobVectors[]): void {
  for (const { rows } of batch) assertVectorRows(model, rows);
  db.prepare("INSERT INTO vector_model(key, dims, spec) VALUES (?, ?, ?) ON CONFLICT(key) DO NOTHING").run(
    model.key,
    model.dims,
    model.spec,
  );
  const { id } = readVectorModel(db, model.key)!;
  const hasBlob = db.prepare("SELECT 1 FROM blob WHERE id = ?");
  const addRow = db.prepare("INSERT INTO vector(model, blob) VALUES (?, ?) ON CONFLICT DO NOTHING");
  const addData = db.prepare("INSERT INTO vector_data(id, data) VALUES (?, ?)");
  const added: VectorRow[] = [];
  for (const { blob, rows } of batch) {
    if (!hasBlob.get(blob)) throwUnknown("blob", blob);
    if (addRow.run(id, blob).changes === 0) continue;
    addData.run(vectorRowId(id, blob), sealedRows(rows));
    added.push({ model: id, blob });
  }
  sealAddedVectors(db, added);
}

function sealedRows(rows: Int8Array): Buffer {
  const sealed = Buffer.allocUnsafe(rows.length + 4);
  sealed.set(new Uint8Array(rows.buffer, rows.byteOffset, rows.length));
  sealed.writeUInt32LE(crc32(sealed.subarray(0, rows.length)), rows.length);
  return sealed;
}

export function findWithoutVectors(db: Connection, key: string, blobs: readonly BlobId[]): BlobId[] {
  const model = readVectorModel(db, key);
  if (!model) return [...blobs];
  if (blobs.length < FEW_BLOBS) {
    const has = db.prepare<[number, number]>("SELECT 1 FROM vector WHERE model = ? AND blob = ?");
    return blobs.filter((blob) => has.get(model.id, blob) === undefined);
  }
  const known = new Set(
    db.prepare<[number], number>("SELECT blob FROM vector WHERE model = ?").pluck().all(model.id),
  );
  return blobs.filter((blob) => !known.has(blob));
}

/** Contract: inside a write transaction. */
export function deleteVectorModel(db: Connection, key: string): void {
  const model = readVectorModel(db, key);
  if (!model) return;
  db.prepare("DELETE FROM vector_data WHERE id >= ? AND id < ?").run(
    vectorRowId(model.id, 0),
    vectorRowId(model.id + 1, 0),
  );
  db.prepare("DELETE FROM vector_model WHERE id = ?").run(model.id);
  sealAllVectors(db);
}

/** Vectors of blobs that are gone. Contract: inside a write transaction. */
export function deleteVectorsOfLostBlobs(db: Connection): void {
  db.prepare(`DELETE FROM vector_data WHERE id % ${BLOBS_PER_MODEL} NOT IN (SELECT id FROM blob)`).run();
  db.prepare("DELETE FROM vector WHERE blob NOT IN (SELECT id FROM blob)").run();
  sealAllVectors(db);
}

/** `isBlob` has a 1 at the ids that count. */
export function readCoverage(db: Connection, isBlob: Uint8Array): VectorCoverage[] {
  const models = db
    .prepare<[], ModelRow>("SELECT id, key, dims, spec FROM vector_model ORDER BY key COLLATE BINARY")
    .all();
  const blobs = new Map(models.map(({ id }) => [id, 0]));
  for (const { model, blob } of readSealedVectorRows(db)) {
    const count = blobs.get(model);
    if (count === undefined) throwDamaged(`vectors by model ${model}, which is not there`);
    if (isBlob[blob] === 1) blobs.set(model, count + 1);
  }
  return models
    .map(({ id, key, dims, spec }) => ({ key, dims, spec, blobs: blobs.get(id)! }))
    .filter((model) => model.blobs > 0);
}

export function* readVectors(db: Connection, key: string, isBlob: Uint8Array): Generator<BlobVectors> {
  const model = readVectorModel(db, key);
  if (!model) return;
  const blobsOf = db.prepare<[number], number>("SELECT blob FROM vector WHERE model = ?").pluck();
  const dataOf = db.prepare<[number], Buffer>("SELECT data FROM vector_data WHERE id = ?").pluck();
  // The list is small; a statement that stays open would bar the connection from anything else meanwhile.
  for (const blob of blobsOf.all(model.id)) {
    if (isBlob[blob] !== 1) continue;
    const data = dataOf.get(vectorRowId(model.id, blob));
    if (!data) throwDamaged(`blob ${blob} has no vectors by ${key}, though it says so`);
    yield { blob: blob as BlobId, rows: decodeRows(data, `the vectors of blob ${blob}`) };
  }
}

export function decodeRows(data: Buffer, what: string): Int8Array {
  const rows = unseal(data, what);
  return new Int8Array(rows.buffer, rows.byteOffset, rows.length);
}
