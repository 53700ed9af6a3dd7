/**
 * A store of vectors in a folder of its own. It keeps one number per row, the sign of the row's first part, and proposes
 * rows whose sign is that of the question: as coarse as an approximate index can be.
 */
import type { VectorBackend } from "../../../../src/storage/backends.ts";
import type { BlobId, NearRow, VectorModel, VectorStore } from "../../../../src/storage/contract.ts";

export interface ToyVectors extends VectorBackend {
  /** Questions that were answered. */
  asked: number;
  isAway: boolean;
}

export function toyVectors(): ToyVectors {
  const models = new Map<string, { model: VectorModel; signs: Map<BlobId, number[]> }>();
  const toy: ToyVectors = { id: "toy", asked: 0, isAway: false, open: async () => store };
  const store: VectorStore = {
    models: async () => {
      if (toy.isAway) throw new Error("the toy is away");
      return [...models.values()].map(({ model }) => model);
    },
    put: async (model, batch) => {
      const known = models.get(model.key) ?? { model, signs: new Map() };
      models.set(model.key, known);
      for (const { blob, rows } of batch)
        known.signs.set(blob, [...rows.filter((_, at) => at % model.dims === 0)].map(Math.sign));
    },
    findMissing: async (model, blobs) => blobs.filter((blob) => !models.get(model)?.signs.has(blob)),
    remove: async (model, blobs) => {
      if (!blobs) models.delete(model);
      for (const blob of blobs ?? []) models.get(model)?.signs.delete(blob);
    },
    of: (blobs) => ({
      isScanned: false,
      coverage: async () => [],
      // Rows are read from the records.
      read: async function* () {},
      nearest: async (model, question, k) => {
        if (toy.isAway) throw new Error("the toy is away");
        toy.asked += 1;
        const near: NearRow[] = [];
        for (const blob of blobs)
          for (const [row, sign] of (models.get(model)?.signs.get(blob) ?? []).entries())
            if (sign === Math.sign(question[0]!)) near.push({ blob, row, cosine: 1 });
        return near.slice(0, k);
      },
    }),
  };
  return toy;
}
