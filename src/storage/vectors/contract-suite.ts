/**
 * What every store of vectors must do, run unchanged over each of them. `blobs` makes that many contents known, where a
 * store lies with records and refuses others.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BlobId } from "../ids.ts";
import type { BlobVectors, VectorModel, VectorReader, VectorStore } from "./contract.ts";

export interface OpenedVectors {
  store: VectorStore;
  blobs(count: number): Promise<BlobId[]>;
  dispose?(): Promise<void>;
}

const MODEL: VectorModel = { key: "suite@3", dims: 3, spec: "{}" };
const OTHER: VectorModel = { key: "other@2", dims: 2, spec: "" };

export function runVectorsContract(name: string, open: () => Promise<OpenedVectors>): void {
  describe(`${name} vectors`, () => {
    let opened: OpenedVectors;
    let store: VectorStore;
    let one: BlobId;
    let two: BlobId;
    let three: BlobId;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      [one, two, three] = (await opened.blobs(3)) as [BlobId, BlobId, BlobId];
    });
    afterEach(async () => opened.dispose?.());

    /** A row per chunk, and one for the whole. */
    const put = (blob: BlobId, ...rows: number[][]) =>
      store.put(MODEL, [{ blob, rows: Int8Array.from(rows.flat()) }]);
    const readAll = async (reader: VectorReader, blobs?: BlobId[]) => {
      const all: BlobVectors[] = [];
      for await (const { blob, rows } of reader.read(MODEL.key, blobs))
        all.push({ blob, rows: rows.slice() });
      return all;
    };

    it("puts once, finds what is missing in the order asked for, and lists models by key", async () => {
      expect(await store.findMissing(MODEL.key, [two, one])).toEqual([two, one]);
      await put(one, [1, 0, 0], [0, 1, 0]);
      await put(one, [9, 9, 9], [9, 9, 9]);
      await store.put(OTHER, [{ blob: two, rows: Int8Array.of(1, 1) }]);
      expect(await store.findMissing(MODEL.key, [two, one, three])).toEqual([two, three]);
      expect(await readAll(store.of([one]))).toEqual([{ blob: one, rows: Int8Array.of(1, 0, 0, 0, 1, 0) }]);
      expect((await store.models()).map(({ key }) => key)).toEqual([OTHER.key, MODEL.key]);
    });

    it("reads and counts within a scope, ascending by blob, and these blobs alone when asked to", async () => {
      for (const blob of [three, one, two]) await put(blob, [blob % 100, 1, 1]);
      const scope = store.of([two, one]);
      expect((await readAll(scope)).map(({ blob }) => blob)).toEqual([one, two].sort((a, b) => a - b));
      expect((await readAll(scope, [two, three])).map(({ blob }) => blob)).toEqual([two]);
      expect(await scope.coverage()).toEqual([{ ...MODEL, blobs: 2 }]);
      expect(await store.of([]).coverage()).toEqual([]);
    });

    it("finds the nearest rows of a scope, best first, equals by blob and row, and none by another model", async () => {
      await put(one, [127, 0, 0], [0, 127, 0]);
      await put(two, [100, 100, 0], [-127, 0, 0]);
      await put(three, [64, 0, 0], [0, 0, 0]);
      const near = await store.of([one, two]).nearest(MODEL.key, [2, 0, 0], 3);
      expect(near.map(({ blob, row }) => [blob, row])).toEqual([
        [one, 0],
        [two, 0],
        [one, 1],
      ]);
      expect(near.map(({ cosine }) => Math.round(cosine * 1000))).toEqual([1000, 707, 0]);
      const all = await store.of([one, two, three]).nearest(MODEL.key, [2, 0, 0], 2);
      expect(all.map(({ blob }) => blob)).toEqual([one, three].sort((a, b) => a - b));
      expect(await store.of([one]).nearest("never", [1, 0, 0], 3)).toEqual([]);
      expect(await store.of([one]).nearest(MODEL.key, [1, 0, 0], 0)).toEqual([]);
    });

    it("forgets chosen blobs, then a whole model; forgetting what is not there does no harm", async () => {
      await put(one, [1, 0, 0]);
      await put(two, [1, 0, 0]);
      await store.put(OTHER, [{ blob: one, rows: Int8Array.of(1, 1) }]);
      await store.remove(MODEL.key, [one, three]);
      expect(await store.findMissing(MODEL.key, [one, two])).toEqual([one]);
      expect(await store.findMissing(OTHER.key, [one])).toEqual([]);
      await store.remove(MODEL.key);
      await store.remove("never");
      expect(await store.models()).toEqual([OTHER]);
      await put(one, [3, 0, 0]);
      expect(await readAll(store.of([one, two]))).toEqual([{ blob: one, rows: Int8Array.of(3, 0, 0) }]);
    });
  });
}
