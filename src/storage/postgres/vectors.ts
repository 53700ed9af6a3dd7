/** Vectors beside the records, compared in this process; pgvector proposes from a projection of them. */
import type { BlobId } from "../ids.ts";
import type {
  BlobVectors,
  NearRow,
  VectorCoverage,
  VectorModel,
  VectorReader,
  VectorStore,
} from "../vectors/contract.ts";
import { scanNearest } from "../vectors/scan-nearest.ts";
import type { TableAccess } from "./access.ts";
import { noteChange } from "./outbox-rows.ts";
import type { Queries } from "./queries.ts";
import {
  adoptVectors,
  deleteVectors,
  findWithoutVectors,
  readCoverage,
  readModels,
  readVectors,
  writeVectors,
} from "./vector-rows.ts";

export interface VectorSource {
  readonly place: number;
  read<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** In scope, ascending. */
  blobs(): Promise<readonly BlobId[]>;
}

export class PostgresVectorReader implements VectorReader {
  readonly isScanned = true;
  readonly #source: VectorSource;

  constructor(source: VectorSource) {
    this.#source = source;
  }

  async coverage(): Promise<VectorCoverage[]> {
    const { place, read } = this.#source;
    const blobs = await this.#source.blobs();
    return read((queries) => readCoverage(queries, place, blobs));
  }

  nearest(model: string, question: ArrayLike<number>, k: number): Promise<NearRow[]> {
    return scanNearest(this.read(model), question, k);
  }

  async *read(model: string, blobs?: readonly BlobId[]): AsyncGenerator<BlobVectors> {
    const { place, read } = this.#source;
    const scope = await this.#source.blobs();
    const wanted = blobs && new Set(blobs);
    const chosen = wanted ? scope.filter((blob) => wanted.has(blob)) : scope;
    const rows = await read(async (queries) => readVectors(queries, place, model, chosen));
    for (;;) {
      const next = await read(() => rows.next());
      if (next.done) return;
      yield next.value;
    }
  }
}

export class PostgresVectorStore implements VectorStore {
  readonly #access: TableAccess;

  constructor(access: TableAccess) {
    this.#access = access;
  }

  models(): Promise<VectorModel[]> {
    return this.#access.read((queries) => readModels(queries, this.#access.place));
  }

  async put(model: VectorModel, batch: readonly BlobVectors[]): Promise<void> {
    await this.#access.write(async (queries, state) => {
      const blobs = await writeVectors(queries, state, model, batch);
      await noteChange(queries, state, () =>
        blobs.length > 0 ? { kind: "vectors-put", model, blobs } : null,
      );
    });
  }

  async findMissing(model: string, blobs: readonly BlobId[]): Promise<BlobId[]> {
    const { place } = this.#access;
    const find = () => this.#access.read((queries) => findWithoutVectors(queries, place, model, blobs));
    const missing = await find();
    if (missing.length === 0) return missing;
    const adopted = await this.#access.write((queries, state) =>
      adoptVectors(queries, state, model, missing),
    );
    return adopted > 0 ? find() : missing;
  }

  async remove(model: string, blobs?: readonly BlobId[]): Promise<void> {
    await this.#access.write(async (queries, state) => {
      await deleteVectors(queries, state, model, blobs);
      await noteChange(queries, state, () => ({
        kind: "vectors-removed",
        model,
        blobs: blobs && [...blobs],
      }));
    });
  }

  /** Each read sees the index as it is then. */
  of(blobs: readonly BlobId[]): VectorReader {
    const scope = [...new Set(blobs)].sort((a, b) => a - b);
    const { place, read } = this.#access;
    return new PostgresVectorReader({ place, read, blobs: async () => scope });
  }
}
