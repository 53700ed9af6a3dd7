/** Vectors of the records in another store. They belong to contents, so nothing of them depends on a generation. */
import type { BlobId } from "../ids.ts";
import type { RecordStore } from "../records/contract.ts";
import type { BlobVectors, VectorModel, VectorStore } from "../vectors/contract.ts";
import type { Projection, RecordChange } from "./contract.ts";

const BLOBS_PER_PUT = 100;

export class VectorProjection implements Projection {
  readonly id: string;
  readonly #target: VectorStore;

  constructor(id: string, target: VectorStore) {
    this.id = id;
    this.#target = target;
  }

  async reach(): Promise<void> {
    await this.#target.models();
  }

  async clear(): Promise<void> {
    for (const { key } of await this.#target.models()) await this.#target.remove(key);
  }

  async build(records: RecordStore): Promise<void> {
    const shown = new Set<BlobId>();
    for (const { id } of await records.listViews()) {
      const reader = await records.read(id);
      const files = await reader.files().finally(() => reader.close());
      for (const { blob } of files) shown.add(blob);
    }
    await this.#putMissing(records, [...shown]);
  }

  async apply(change: RecordChange, records: RecordStore): Promise<void> {
    switch (change.kind) {
      case "vectors-put":
        return this.#putMissing(records, change.blobs, [change.model]);
      case "vectors-removed":
        return this.#target.remove(change.model, change.blobs);
      case "blobs-removed":
        for (const { key } of await this.#target.models()) await this.#target.remove(key, change.blobs);
        return;
      case "published":
        // Contents that some view showed before may have vectors from then.
        return this.#putMissing(records, change.blobs);
    }
  }

  /** Blobs that the records have forgotten meanwhile have nothing to give. */
  async #putMissing(
    records: RecordStore,
    blobs: readonly BlobId[],
    models?: readonly VectorModel[],
  ): Promise<void> {
    for (const model of models ?? (await records.vectors.models())) {
      const missing = await this.#target.findMissing(model.key, blobs);
      let batch: BlobVectors[] = [];
      for await (const { blob, rows } of records.vectors.of(missing).read(model.key)) {
        batch.push({ blob, rows: rows.slice() });
        if (batch.length < BLOBS_PER_PUT) continue;
        await this.#target.put(model, batch);
        batch = [];
      }
      if (batch.length > 0) await this.#target.put(model, batch);
    }
  }
}
