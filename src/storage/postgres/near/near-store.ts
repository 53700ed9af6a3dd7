/** Vectors in pgvector: a projection of those in the records, which finds the nearest in the database. */
import type { BlobId } from "../../ids.ts";
import { assertVectorRows } from "../../vector-rows.ts";
import type {
  BlobVectors,
  NearRow,
  VectorCoverage,
  VectorModel,
  VectorReader,
  VectorStore,
} from "../../vectors/contract.ts";
import type { Database } from "../database.ts";
import { insertRows } from "../insert-rows.ts";
import { buildIfDue, isIndexed, type NearOptions, NOTE_CHANGED } from "./near-index.ts";
import { addModel, findModel, listModels, type NearModel, tableOf } from "./near-models.ts";

/** An approximate index gives these many times the rows that are wanted; the exact distance chooses among them. */
const OVERSAMPLING = 4;
const BLOBS_PER_READ = 500;

export class NearStore implements VectorStore {
  readonly #database: Database;
  readonly #place: number;
  readonly #options: NearOptions;
  #building: Promise<unknown> = Promise.resolve();

  constructor(database: Database, place: number, options: NearOptions) {
    this.#database = database;
    this.#place = place;
    this.#options = options;
  }

  async models(): Promise<VectorModel[]> {
    const models: VectorModel[] = [];
    for (const model of await this.#database.reading(listModels)) {
      const rows = await this.#database.read(`SELECT 1 FROM @${tableOf(model)} WHERE place = $1 LIMIT 1`, [
        this.#place,
      ]);
      const { key, dims, spec } = model;
      if (rows.length > 0) models.push({ key, dims, spec });
    }
    return models;
  }

  async put(model: VectorModel, batch: readonly BlobVectors[]): Promise<void> {
    for (const { rows } of batch) assertVectorRows(model, rows);
    const known = await addModel(this.#database, model);
    const parts = batch.flatMap(({ blob, rows }) => [...partsOf(model.dims, blob, rows)]);
    await this.#database.write("SELECT 1", async (queries) => {
      await insertRows(
        queries,
        `@${tableOf(known)}(place, blob, part, v)`,
        parts.map(({ blob, part, values }) => [this.#place, blob, part, `[${values.join(",")}]`]),
        "ON CONFLICT DO NOTHING",
      );
      await queries.run(NOTE_CHANGED, [known.id, parts.length]);
    });
    // Behind whoever puts; a process that ends before leaves it to the next one.
    this.#building = this.#building.then(() =>
      buildIfDue(this.#database, known, this.#options).catch(() => null),
    );
  }

  /** When no index is being made by this process. */
  settled(): Promise<unknown> {
    return this.#building;
  }

  async findMissing(model: string, blobs: readonly BlobId[]): Promise<BlobId[]> {
    const known = await this.#model(model);
    if (!known) return [...blobs];
    const rows = await this.#database.read<{ blob: BlobId }>(
      `SELECT DISTINCT blob FROM @${tableOf(known)} WHERE place = $1 AND blob = ANY($2::int[])`,
      [this.#place, blobs],
    );
    const there = new Set(rows.map(({ blob }) => blob));
    return blobs.filter((blob) => !there.has(blob));
  }

  async remove(model: string, blobs?: readonly BlobId[]): Promise<void> {
    const known = await this.#model(model);
    if (!known) return;
    await this.#database.write("SELECT 1", async (queries) => {
      const removed = await queries.run(
        `DELETE FROM @${tableOf(known)} WHERE place = $1 AND ($2::int[] IS NULL OR blob = ANY($2::int[]))`,
        [this.#place, blobs ?? null],
      );
      await queries.run(NOTE_CHANGED, [known.id, removed]);
    });
  }

  of(blobs: readonly BlobId[]): VectorReader {
    const scope = [...new Set(blobs)].sort((a, b) => a - b);
    return {
      isScanned: false,
      coverage: () => this.#coverage(scope),
      nearest: (model, question, k) => this.#nearest(scope, model, question, k),
      read: (model, wanted) => this.#read(scope, model, wanted),
    };
  }

  #model(key: string): Promise<NearModel | null> {
    return this.#database.reading((queries) => findModel(queries, key));
  }

  async #coverage(scope: readonly BlobId[]): Promise<VectorCoverage[]> {
    const covered: VectorCoverage[] = [];
    for (const model of await this.#database.reading(listModels)) {
      const [row] = await this.#database.read<{ blobs: number }>(
        `SELECT count(DISTINCT blob) AS blobs FROM @${tableOf(model)} WHERE place = $1 AND blob = ANY($2::int[])`,
        [this.#place, scope],
      );
      const { key, dims, spec } = model;
      if (row!.blobs > 0) covered.push({ key, dims, spec, blobs: row!.blobs });
    }
    return covered;
  }

  /**
   * With an index the scan goes on until enough rows of the scope are found, so a small view among large ones loses
   * nothing; without one everything of the scope is compared.
   */
  async #nearest(
    scope: readonly BlobId[],
    model: string,
    question: ArrayLike<number>,
    k: number,
  ): Promise<NearRow[]> {
    const known = await this.#model(model);
    if (!known || k <= 0) return [];
    const asked = `[${Array.from(question, (value) => Math.fround(value)).join(",")}]`;
    const isApproximate = await isIndexed(this.#database, known);
    const limits = isApproximate
      ? `SET LOCAL hnsw.ef_search = ${Number(this.#options.efSearch)}; SET LOCAL hnsw.iterative_scan = strict_order; `
      : "";
    const { read } = await this.#database.beginRead(`${limits}SELECT 1`);
    const own = `SELECT blob, part, v FROM @${tableOf(known)} WHERE place = $1 AND blob = ANY($2::int[])`;
    const candidates = isApproximate
      ? `${own} ORDER BY v <=> $3::halfvec LIMIT ${OVERSAMPLING * Math.floor(k)}`
      : own;
    try {
      // One that has no direction is near to nothing, and its distance is no number.
      return await read.rows<NearRow>(
        `SELECT blob, part AS row, 1 - distance AS cosine FROM (
           SELECT blob, part, v::vector <=> $3::vector AS distance FROM (${candidates}) AS close
         ) AS compared WHERE distance <> 'NaN' ORDER BY distance, blob, part LIMIT $4`,
        [this.#place, scope, asked, k],
      );
    } finally {
      read.end();
    }
  }

  async *#read(
    scope: readonly BlobId[],
    model: string,
    wanted?: readonly BlobId[],
  ): AsyncGenerator<BlobVectors> {
    const known = await this.#model(model);
    if (!known) return;
    const chosen = wanted && new Set(wanted);
    const blobs = chosen ? scope.filter((blob) => chosen.has(blob)) : scope;
    for (let at = 0; at < blobs.length; at += BLOBS_PER_READ) {
      const rows = await this.#database.read<{ blob: BlobId; parts: string[] }>(
        `SELECT blob, array_agg(v::text ORDER BY part) AS parts FROM @${tableOf(known)}
         WHERE place = $1 AND blob = ANY($2::int[]) GROUP BY blob ORDER BY blob`,
        [this.#place, blobs.slice(at, at + BLOBS_PER_READ)],
      );
      for (const { blob, parts } of rows)
        yield { blob, rows: Int8Array.from(parts.flatMap((part) => JSON.parse(part) as number[])) };
    }
  }
}

/** One per chunk, and one for the whole. */
function* partsOf(dims: number, blob: BlobId, rows: Int8Array) {
  for (let part = 0; (part + 1) * dims <= rows.length; part++) {
    yield { blob, part, values: rows.subarray(part * dims, (part + 1) * dims) };
  }
}
