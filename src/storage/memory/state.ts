import type { FileLinks } from "../../core/edges.ts";
import type { BlobFacts } from "../../core/facts.ts";
import type { RelPath } from "../../core/rel-path.ts";
import {
  type BlobId,
  type FactsKey,
  type Generation,
  type LinksId,
  NO_HISTORY,
  type SkippedFile,
  type ViewFile,
  type ViewHistory,
  type ViewId,
} from "../contract.ts";

export interface MemoryBlob {
  key: FactsKey;
  facts: BlobFacts;
  /** chunk << 16 | field << 12 | count, ascending. */
  packedByTerm: ReadonlyMap<string, readonly number[]>;
  bodyLengths: Uint16Array;
}

/** One generation of a view; replaced as a whole by publish, never changed. */
export interface ViewState {
  id: ViewId;
  root: string;
  generation: Generation;
  publishedAt: number;
  revision: string | null;
  files: ReadonlyMap<RelPath, ViewFile>;
  skipped: ReadonlyMap<RelPath, SkippedFile>;
  history: ViewHistory;
}

export interface MemoryTables {
  blobs: Map<BlobId, MemoryBlob>;
  links: Map<LinksId, FileLinks>;
  views: Map<ViewId, ViewState>;
  /** By key of the model, then by blob. */
  summaries: Map<string, ReadonlyMap<BlobId, string>>;
}

export function emptyState(id: ViewId, root: string): ViewState {
  return {
    id,
    root,
    generation: 0 as Generation,
    publishedAt: 0,
    revision: null,
    files: new Map(),
    skipped: new Map(),
    history: NO_HISTORY,
  };
}
