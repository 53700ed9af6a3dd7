/** Models whose vectors are in tables of pgvector: one table per model, because its type has the dimension. */
import { AppError } from "../../../core/errors.ts";
import type { StorageErrorCode } from "../../errors.ts";
import type { VectorModel } from "../../vectors/contract.ts";
import type { Database } from "../database.ts";
import type { Queries } from "../queries.ts";
import { bytesOfText, textOfBytes } from "../stored-text.ts";

export interface NearModel extends VectorModel {
  id: number;
}

/** What an index of pgvector takes of half precision. */
const MAX_DIMS = 4_000;

export function tableOf({ id }: Pick<NearModel, "id">): string {
  return `near_${Number(id)}`;
}

/** Made where the role may; else somebody else has to. */
export async function ensureExtension(database: Database): Promise<void> {
  const find = () => database.read("SELECT 1 FROM pg_extension WHERE extname = 'vector'");
  if ((await find()).length > 0) return;
  try {
    await database.run("CREATE EXTENSION IF NOT EXISTS vector");
  } catch (error) {
    if ((await find()).length > 0) return;
    throw new AppError(
      "STORE_EXTENSION_MISSING" satisfies StorageErrorCode,
      `${database.display} has no pgvector, and this role cannot create it`,
      {
        hint: "let the owner of the database run CREATE EXTENSION vector, or set stores.vectors to records",
        cause: error,
      },
    );
  }
}

export async function findModel(queries: Queries, key: string): Promise<NearModel | null> {
  const [row] = await queries.rows<{ id: number; key: Buffer; dims: number; spec: Buffer }>(
    "SELECT id, key, dims, spec FROM @near_model WHERE key = $1",
    [bytesOfText(key)],
  );
  return row ? { ...row, key: textOfBytes(row.key), spec: textOfBytes(row.spec) } : null;
}

export async function listModels(queries: Queries): Promise<NearModel[]> {
  const rows = await queries.rows<{ id: number; key: Buffer; dims: number; spec: Buffer }>(
    "SELECT id, key, dims, spec FROM @near_model ORDER BY key",
  );
  return rows.map((row) => ({ ...row, key: textOfBytes(row.key), spec: textOfBytes(row.spec) }));
}

/** Refused before anything is written when the model has another dimension, or one that cannot be indexed. */
export async function addModel(database: Database, model: VectorModel): Promise<NearModel> {
  const { key, dims, spec } = model;
  if (dims > MAX_DIMS) throwBadDims(`${dims} dimensions are more than pgvector indexes (${MAX_DIMS})`);
  return database.write("SELECT 1", async (queries) => {
    await queries.run("INSERT INTO @near_model(key, dims, spec) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", [
      bytesOfText(key),
      dims,
      bytesOfText(spec),
    ]);
    const known = (await findModel(queries, key))!;
    if (known.dims !== dims) throwBadDims(`${key} has ${known.dims} dimensions, not ${dims}`);
    await queries.run(
      `CREATE TABLE IF NOT EXISTS @${tableOf(known)}(
         place integer NOT NULL REFERENCES @place(id) ON DELETE CASCADE,
         blob integer NOT NULL,
         part integer NOT NULL,
         v halfvec(${Number(dims)}) NOT NULL,
         PRIMARY KEY (place, blob, part))`,
    );
    return known;
  });
}

function throwBadDims(message: string): never {
  throw new AppError("INDEX_BAD_VECTORS" satisfies StorageErrorCode, message, {
    hint: "use another model, or remove the vectors of this one",
  });
}
