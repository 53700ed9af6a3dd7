/** Vectors in this process, compared one by one. */
import { comparePaths } from "../../core/rel-path.ts";
import type { BlobId } from "../ids.ts";
import type { RecordChange } from "../outbox/contract.ts";
import { assertVectorRows } from "../vector-rows.ts";
import type {
  BlobVectors,
  NearRow,
  VectorCoverage,
  VectorModel,
  VectorReader,
  VectorStore,
} from "../vectors/contract.ts";
import { scanNearest } from "../vectors/scan-nearest.ts";

interface ModelVectors {
  model: VectorModel;
  rows: ReadonlyMap<BlobId, Int8Array>;
}

export class MemoryVectors implements VectorStore {
  /** By key of the model. Values are replaced, never changed: readers that are open keep what they see. */
  readonly #byModel: Map<string, ModelVectors>;
  /** Throws when the store is closed or a blob unknown; null asks about the store alone. */
  readonly #assertKnown: (blob: BlobId | null) => void;
  readonly #note: (change: RecordChange) => void;

  constructor(
    assertKnown: (blob: BlobId | null) => void = () => {},
    note: (change: RecordChange) => void = () => {},
    byModel: Map<string, ModelVectors> = new Map(),
  ) {
    this.#assertKnown = assertKnown;
    this.#note = note;
    this.#byModel = byModel;
  }

  async models(): Promise<VectorModel[]> {
    this.#assertKnown(null);
    return [...this.#byModel.values()].map(({ model }) => model).sort((a, b) => comparePaths(a.key, b.key));
  }

  async put(model: VectorModel, batch: readonly BlobVectors[]): Promise<void> {
    this.#assertKnown(null);
    for (const { blob, rows } of batch) {
      assertVectorRows(model, rows);
      this.#assertKnown(blob);
    }
    const known = this.#byModel.get(model.key);
    const added = batch.filter(({ blob }) => !known?.rows.has(blob));
    const rows = new Map(known?.rows);
    for (const one of added) rows.set(one.blob, one.rows.slice());
    this.#byModel.set(model.key, { model: known?.model ?? { ...model }, rows });
    if (added.length > 0) this.#note({ kind: "vectors-put", model, blobs: added.map(({ blob }) => blob) });
  }

  async findMissing(model: string, blobs: readonly BlobId[]): Promise<BlobId[]> {
    this.#assertKnown(null);
    const known = this.#byModel.get(model);
    return blobs.filter((blob) => !known?.rows.has(blob));
  }

  async remove(model: string, blobs?: readonly BlobId[]): Promise<void> {
    this.#assertKnown(null);
    const known = this.#byModel.get(model);
    if (!blobs) this.#byModel.delete(model);
    else if (known) {
      const doomed = new Set(blobs);
      const rows = new Map([...known.rows].filter(([blob]) => !doomed.has(blob)));
      this.#byModel.set(model, { ...known, rows });
    }
    this.#note({ kind: "vectors-removed", model, blobs: blobs && [...blobs] });
  }

  of(blobs: readonly BlobId[], assertOpen: () => void = () => this.#assertKnown(null)): VectorReader {
    return new MemoryVectorReader(
      [...new Set(blobs)].sort((a, b) => a - b),
      () => {
        assertOpen();
        return this.#byModel;
      },
    );
  }

  /** What is there now, whatever comes later. */
  snapshot(): MemoryVectors {
    return new MemoryVectors(
      () => {},
      () => {},
      new Map(this.#byModel),
    );
  }

  keepOnly(isKept: (blob: BlobId) => boolean): void {
    for (const [key, { model, rows }] of this.#byModel)
      this.#byModel.set(key, { model, rows: new Map([...rows].filter(([blob]) => isKept(blob))) });
  }

  count(): number {
    return [...this.#byModel.values()].reduce((sum, { rows }) => sum + rows.size, 0);
  }
}

class MemoryVectorReader implements VectorReader {
  readonly isScanned = true;
  /** Ascending. */
  readonly #blobs: readonly BlobId[];
  readonly #byModel: () => ReadonlyMap<string, ModelVectors>;

  constructor(blobs: readonly BlobId[], byModel: () => ReadonlyMap<string, ModelVectors>) {
    this.#blobs = blobs;
    this.#byModel = byModel;
  }

  async coverage(): Promise<VectorCoverage[]> {
    return [...this.#byModel().values()]
      .map(({ model: { key, dims, spec }, rows }) => {
        return { key, dims, spec, blobs: this.#blobs.filter((blob) => rows.has(blob)).length };
      })
      .filter((model) => model.blobs > 0)
      .sort((a, b) => comparePaths(a.key, b.key));
  }

  nearest(model: string, question: ArrayLike<number>, k: number): Promise<NearRow[]> {
    return scanNearest(this.read(model), question, k);
  }

  async *read(model: string, blobs?: readonly BlobId[]): AsyncGenerator<BlobVectors> {
    const known = this.#byModel().get(model);
    const wanted = blobs && new Set(blobs);
    for (const blob of this.#blobs) {
      const rows = known?.rows.get(blob);
      if (rows && (wanted?.has(blob) ?? true)) yield { blob, rows };
    }
  }
}
