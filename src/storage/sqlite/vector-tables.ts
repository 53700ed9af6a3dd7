import { crc32 } from "node:zlib";
import { throwDamaged } from "../../codec/byte-reader.ts";
import { bindSeal, unseal } from "../../codec/seal.ts";
import type { BlobId, BlobVectors, VectorCoverage, VectorModel } from "../contract.ts";
import { throwUnknown } from "../unknown-id.ts";
import { assertVectorRows } from "../vector-rows.ts";
import type { Connection } from "./connection.ts";
import { prepared } from "./prepared.ts";
import {
  assertSealed,
  changeSeal,
  readingRows,
  SEAL,
  sumOfModel,
  sumOfVector,
  type VectorRow,
} from "./row-seals.ts";
import { BLOBS_PER_MODEL, VALUE_KIND, vectorRowId } from "./schema.ts";

/** Above this, reading all rows of a model is quicker than asking for each. */
const FEW_BLOBS = 200;

interface ModelRow extends VectorModel {
  id: number;
}

interface SealedVectors {
  /** Ascending by key. */
  models: ModelRow[];
  rows: VectorRow[];
}

/** Which models and vectors there are, damaged when they are not the ones that were written. */
export function readSealedVectors(db: Connection): SealedVectors {
  return readingRows(SEAL.vectors, () => {
    const models = scanModels(db);
    const rows = scanVectorRows(db);
    assertSealed(db, SEAL.vectors, [...models.map(sumOfModel), ...rows.map(sumOfVector)]);
    return { models: models.sort((a, b) => (a.key < b.key ? -1 : 1)), rows };
  });
}

/** As they lie there. Without the index of keys, which may disagree with the table. */
export function scanModels(db: Connection): ModelRow[] {
  return prepared<[], ModelRow>(db, "SELECT id, key, dims, spec FROM vector_model NOT INDEXED").all();
}

export function scanVectorRows(db: Connection): VectorRow[] {
  return prepared<[], VectorRow>(db, "SELECT model, blob FROM vector").all();
}

function findModel(models: readonly ModelRow[], key: string): ModelRow | undefined {
  return models.find((model) => model.key === key);
}

export function readVectorModels(db: Connection): VectorModel[] {
  return readSealedVectors(db).models.map(({ key, dims, spec }) => ({ key, dims, spec }));
}

/** Returns the blobs that had none. Contract: inside a write transaction. */
export function writeVectors(db: Connection, model: VectorModel, batch: readonly BlobVectors[]): BlobId[] {
  for (const { rows } of batch) assertVectorRows(model, rows);
  const id = findModel(scanModels(db), model.key)?.id ?? addModel(db, model);
  const hasBlob = prepared(db, "SELECT 1 FROM blob WHERE id = ?");
  const addRow = prepared(db, "INSERT INTO vector(model, blob) VALUES (?, ?) ON CONFLICT DO NOTHING");
  const addData = prepared(db, "INSERT INTO vector_data(id, data) VALUES (?, ?)");
  const added: { model: number; blob: BlobId }[] = [];
  for (const { blob, rows } of batch) {
    if (!hasBlob.get(blob)) throwUnknown("blob", blob);
    if (addRow.run(id, blob).changes === 0) continue;
    const row = vectorRowId(id, blob);
    addData.run(row, bindSeal(sealedRows(rows), VALUE_KIND.vectors, row));
    added.push({ model: id, blob });
  }
  changeSeal(db, SEAL.vectors, { added: added.map(sumOfVector) });
  return added.map(({ blob }) => blob);
}

function addModel(db: Connection, { key, dims, spec }: VectorModel): number {
  const insert = prepared(db, "INSERT INTO vector_model(key, dims, spec) VALUES (?, ?, ?)");
  const id = Number(insert.run(key, dims, spec).lastInsertRowid);
  changeSeal(db, SEAL.vectors, { added: [sumOfModel({ id, key, dims, spec })] });
  return id;
}

function sealedRows(rows: Int8Array): Buffer {
  const sealed = Buffer.allocUnsafe(rows.length + 4);
  sealed.set(new Uint8Array(rows.buffer, rows.byteOffset, rows.length));
  sealed.writeUInt32LE(crc32(sealed.subarray(0, rows.length)), rows.length);
  return sealed;
}

export function findWithoutVectors(db: Connection, key: string, blobs: readonly BlobId[]): BlobId[] {
  const model = findModel(scanModels(db), key);
  if (!model) return [...blobs];
  if (blobs.length < FEW_BLOBS) {
    const has = prepared<[number, number]>(db, "SELECT 1 FROM vector WHERE model = ? AND blob = ?");
    return blobs.filter((blob) => has.get(model.id, blob) === undefined);
  }
  const known = new Set(
    prepared<[number], number>(db, "SELECT blob FROM vector WHERE model = ?").pluck().all(model.id),
  );
  return blobs.filter((blob) => !known.has(blob));
}

/** Contract: inside a write transaction. */
export function deleteVectorModel(db: Connection, key: string): void {
  const { models, rows } = readSealedVectors(db);
  const model = findModel(models, key);
  if (!model) return;
  prepared(db, "DELETE FROM vector_data WHERE id >= ? AND id < ?").run(
    vectorRowId(model.id, 0),
    vectorRowId(model.id + 1, 0),
  );
  prepared(db, "DELETE FROM vector_model WHERE id = ?").run(model.id);
  const removed = rows.filter((row) => row.model === model.id).map(sumOfVector);
  changeSeal(db, SEAL.vectors, { removed: [sumOfModel(model), ...removed] });
}

/** Contract: inside a write transaction. */
export function deleteVectorsOf(db: Connection, key: string, blobs: readonly BlobId[]): void {
  const { models, rows } = readSealedVectors(db);
  const model = findModel(models, key);
  const doomed = new Set<number>(blobs);
  deleteRows(
    db,
    rows.filter((row) => row.model === model?.id && doomed.has(row.blob)),
  );
}

/** Contract: inside a write transaction. */
export function deleteVectorsOfLostBlobs(db: Connection, isAlive: (blob: number) => boolean): void {
  deleteRows(
    db,
    readSealedVectors(db).rows.filter(({ blob }) => !isAlive(blob)),
  );
}

function deleteRows(db: Connection, lost: readonly VectorRow[]): void {
  const removeRow = prepared(db, "DELETE FROM vector WHERE model = ? AND blob = ?");
  const removeData = prepared(db, "DELETE FROM vector_data WHERE id = ?");
  for (const { model, blob } of lost) {
    removeRow.run(model, blob);
    removeData.run(vectorRowId(model, blob));
  }
  changeSeal(db, SEAL.vectors, { removed: lost.map(sumOfVector) });
}

/** `isBlob` has a 1 at the ids that count. */
export function readCoverage(db: Connection, isBlob: Uint8Array): VectorCoverage[] {
  const { models, rows } = readSealedVectors(db);
  const blobs = new Map(models.map(({ id }) => [id, 0]));
  for (const { model, blob } of rows) {
    const count = blobs.get(model);
    if (count === undefined) throwDamaged(`vectors by model ${model}, which is not there`);
    if (isBlob[blob] === 1) blobs.set(model, count + 1);
  }
  return models
    .map(({ id, key, dims, spec }) => ({ key, dims, spec, blobs: blobs.get(id)! }))
    .filter((model) => model.blobs > 0);
}

export function* readVectors(db: Connection, key: string, isBlob: Uint8Array): Generator<BlobVectors> {
  const { models, rows } = readSealedVectors(db);
  const model = findModel(models, key);
  if (!model) return;
  const dataOf = prepared<[number], Buffer>(db, "SELECT data FROM vector_data WHERE id = ?").pluck();
  for (const { model: of, blob } of rows) {
    if (of !== model.id || isBlob[blob] !== 1) continue;
    const row = vectorRowId(model.id, blob);
    const data = dataOf.get(row);
    if (!data) throwDamaged(`blob ${blob} has no vectors by ${key}, though it says so`);
    yield { blob: blob as BlobId, rows: decodeVectors(data, row) };
  }
}

export function decodeVectors(data: Buffer, row: number): Int8Array {
  const what = `the vectors of blob ${row % BLOBS_PER_MODEL}`;
  const rows = unseal(bindSeal(data, VALUE_KIND.vectors, row), what);
  return new Int8Array(rows.buffer, rows.byteOffset, rows.length);
}
