/** Vectors in the tables of an index, searched by comparing all of them. */
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
import type { Connection } from "./connection.ts";
import { noteChange } from "./outbox-rows.ts";
import {
  deleteVectorModel,
  deleteVectorsOf,
  findWithoutVectors,
  readCoverage,
  readVectorModels,
  readVectors,
  writeVectors,
} from "./vector-tables.ts";

/** Runs work on a connection that sees one state of the index for as long as the reader lives. */
type WithConnection = <T>(work: (db: Connection) => T) => T;

export class SqliteVectorReader implements VectorReader {
  readonly isScanned = true;
  readonly #with: WithConnection;
  readonly #isBlob: () => Uint8Array;

  /** `isBlob` has a 1 at the ids that are in scope. */
  constructor(withConnection: WithConnection, isBlob: () => Uint8Array) {
    this.#with = withConnection;
    this.#isBlob = isBlob;
  }

  async coverage(): Promise<VectorCoverage[]> {
    return this.#with((db) => readCoverage(db, this.#isBlob()));
  }

  nearest(model: string, question: ArrayLike<number>, k: number): Promise<NearRow[]> {
    return scanNearest(this.read(model), question, k);
  }

  async *read(model: string, blobs?: readonly BlobId[]): AsyncGenerator<BlobVectors> {
    const isBlob = this.#with(() => {
      const all = this.#isBlob();
      return blobs ? marksOf(blobs.filter((blob) => all[blob] === 1)) : all;
    });
    const rows = this.#with((db) => readVectors(db, model, isBlob));
    for (;;) {
      const next = this.#with(() => rows.next());
      if (next.done) return;
      yield next.value;
    }
  }
}

export interface TableAccess {
  /** One state of the index for this piece of work. */
  read: WithConnection;
  /** One transaction. */
  write: WithConnection;
}

export class SqliteVectorStore implements VectorStore {
  readonly #access: TableAccess;

  constructor(access: TableAccess) {
    this.#access = access;
  }

  async models(): Promise<VectorModel[]> {
    return this.#access.read(readVectorModels);
  }

  async put(model: VectorModel, batch: readonly BlobVectors[]): Promise<void> {
    this.#access.write((db) => {
      const blobs = writeVectors(db, model, batch);
      noteChange(db, () => (blobs.length > 0 ? { kind: "vectors-put", model, blobs } : null));
    });
  }

  async findMissing(model: string, blobs: readonly BlobId[]): Promise<BlobId[]> {
    return this.#access.read((db) => findWithoutVectors(db, model, blobs));
  }

  async remove(model: string, blobs?: readonly BlobId[]): Promise<void> {
    this.#access.write((db) => {
      if (blobs) deleteVectorsOf(db, model, blobs);
      else deleteVectorModel(db, model);
      noteChange(db, () => ({ kind: "vectors-removed", model, blobs: blobs && [...blobs] }));
    });
  }

  /** Each read sees the index as it is then. */
  of(blobs: readonly BlobId[]): VectorReader {
    const isBlob = marksOf(blobs);
    return new SqliteVectorReader(this.#access.read, () => isBlob);
  }
}

function marksOf(blobs: readonly BlobId[]): Uint8Array {
  const marks = new Uint8Array(blobs.reduce((most, blob) => Math.max(most, blob), 0) + 1);
  for (const blob of blobs) marks[blob] = 1;
  return marks;
}
