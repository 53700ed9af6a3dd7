/**
 * What clew asks of a store of vectors. Vectors belong to contents, not to paths, and never change: those of a blob by a
 * model are put once and go with the blob. The default lies with the records and is searched by comparing everything;
 * every other one is a projection, made from it by the outbox, that proposes candidates: how close they really are is
 * computed above, from the rows themselves, so an approximate index changes what is looked at and never a score.
 */
import type { VectorModel } from "../../core/vector-model.ts";
import type { BlobId } from "../ids.ts";

export type { VectorModel };

/** Vectors of one blob: `dims` int8 for every chunk in order, then as many for the blob as a whole. */
export interface BlobVectors {
  blob: BlobId;
  rows: Int8Array;
}

export interface VectorCoverage extends VectorModel {
  /** Distinct blobs of the scope that have vectors by this model. */
  blobs: number;
}

/** One row that is close to a question. */
export interface NearRow {
  blob: BlobId;
  /** Chunk of the blob by ordinal; the number of its chunks stands for the blob as a whole. */
  row: number;
  cosine: number;
}

/** Vectors of the contents of one generation. */
export interface VectorReader {
  /**
   * Everything is at hand in this process, so comparing a question with all of it is quick. Where it is not, ask for the
   * nearest and read the rows of these alone.
   */
  readonly isScanned: boolean;
  /** Models with vectors for at least one blob, ascending by key. */
  coverage(): Promise<VectorCoverage[]>;
  /** The k rows closest to a question, best first, equals by blob and row. Exact unless an approximate index answers. */
  nearest(model: string, question: ArrayLike<number>, k: number): Promise<NearRow[]>;
  /** Of all blobs that have vectors by the model, or of these alone; ascending by blob, streamed. */
  read(model: string, blobs?: readonly BlobId[]): AsyncIterable<BlobVectors>;
}

export interface VectorStore {
  /** All models with vectors, of whatever blobs, ascending by key. */
  models(): Promise<VectorModel[]>;
  /** Adds vectors, all or none; those that are there already are left alone. */
  put(model: VectorModel, batch: readonly BlobVectors[]): Promise<void>;
  /** Those of the blobs that have no vectors by this model, in the given order. */
  findMissing(model: string, blobs: readonly BlobId[]): Promise<BlobId[]>;
  /** Forgets vectors of these blobs, or the model with all it has; readers that are open keep what they see. */
  remove(model: string, blobs?: readonly BlobId[]): Promise<void>;
  /** Reads vectors of these blobs; of a view they are the distinct blobs that it shows. */
  of(blobs: readonly BlobId[]): VectorReader;
}
