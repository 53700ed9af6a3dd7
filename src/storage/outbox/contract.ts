/**
 * What changed in the records, for stores that are made from them. Rows are written in the transaction of the change,
 * and only while a projection is registered: whoever has none pays nothing.
 */
import type { RelPath } from "../../core/rel-path.ts";
import type { BlobId, Generation, ViewId } from "../ids.ts";
import type { RecordStore } from "../records/contract.ts";
import type { VectorModel } from "../vectors/contract.ts";

export type RecordChange =
  /** `blobs`: distinct contents of the files that were added or replaced. */
  | {
      kind: "published";
      view: ViewId;
      generation: Generation;
      upserted: RelPath[];
      removed: RelPath[];
      blobs: BlobId[];
    }
  | { kind: "view-removed"; view: ViewId }
  | { kind: "vectors-put"; model: VectorModel; blobs: BlobId[] }
  /** Without `blobs`: the model with all it has. */
  | { kind: "vectors-removed"; model: string; blobs?: BlobId[] | undefined }
  | { kind: "blobs-removed"; blobs: BlobId[] };

/** Ids follow each other without a gap: one that is missing was lost. */
export interface OutboxRow {
  id: number;
  change: RecordChange;
}

export interface OutboxState {
  /** The newest row that was ever written; 0 before the first. */
  head: number;
  /** By projection: the last row it has applied, or null when it must be built from the records. */
  applied: ReadonlyMap<string, number | null>;
}

/** One that lags by more changes than this is built anew, so that one nobody serves any more does not fill the disk. */
export const MAX_CHANGES = 10_000;

export interface Outbox {
  /** From now on changes are written down for it. One that is known keeps what it has applied. */
  register(projection: string): Promise<void>;
  unregister(projection: string): Promise<void>;
  state(): Promise<OutboxState>;
  /** Ascending. */
  read(after: number, limit: number): Promise<OutboxRow[]>;
  /** Rows that every projection has applied are deleted. */
  advance(projection: string, applied: number | null): Promise<void>;
}

/** A store that is made from the records. What it holds is right once it has applied all rows. */
export interface Projection {
  readonly id: string;
  /** The cheapest question there is; rejects when the store is away. */
  reach(): Promise<void>;
  /** Makes it empty. */
  clear(): Promise<void>;
  /** Puts everything that the records have into an empty one. */
  build(records: RecordStore): Promise<void>;
  /** A change may come twice, and the records that it speaks of may be ahead of it: both must do no harm. */
  apply(change: RecordChange, records: RecordStore): Promise<void>;
}

export interface ProjectionStatus {
  projection: string;
  /** Changes that it has not applied; null when it must be built anew. */
  pending: number | null;
  /** Why it cannot be reached, could not go on or did not answer; null when nothing is wrong. */
  problem: string | null;
}
