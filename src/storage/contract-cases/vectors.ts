import { describe, expect, it } from "vitest";
import { encodeBlob } from "../../codec/encoded-blob.ts";
import { fullFacts } from "../../codec/fact-fixtures.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { BlobId, BlobVectors, RecordStore, VectorModel, ViewId } from "../contract.ts";
import { changeOf, entryOf, keyOf, packTerms, toyBlob } from "../contract-fixtures.ts";
import { expectCode, type StoreSuite } from "./store-suite.ts";

const SMALL: VectorModel = { key: "small@4", dims: 4, spec: '{"provider":"toy"}' };
const LARGE: VectorModel = { key: "large@8", dims: 8, spec: "" };

/** One row per chunk and one for the whole, told apart by their first number. */
function vectorsOf(blob: BlobId, chunks: number, dims: number, first: number): BlobVectors {
  const rows = new Int8Array((chunks + 1) * dims).fill(-128);
  for (let at = 0; at <= chunks; at++) rows[at * dims] = first + at;
  return { blob, rows };
}

async function readAll(store: RecordStore, view: ViewId, model: string): Promise<BlobVectors[]> {
  const reader = await store.read(view);
  const all: BlobVectors[] = [];
  for await (const { blob, rows } of reader.vectors.read(model)) all.push({ blob, rows: rows.slice() });
  await reader.close();
  return all;
}

export function vectorCases(suite: StoreSuite): void {
  const { append } = suite;
  const viewOf = async (root: string, blobs: Record<string, BlobId>) => {
    const { id } = await suite.store.openView(root);
    const upsert = Object.entries(blobs).map(([path, blob]) => entryOf(path, { blob }));
    await suite.store.publish(id, changeOf(0, { upsert }));
    return id;
  };
  const threeBlobs = () => append(toyBlob(["one"]), toyBlob(["two", "three"]), toyBlob([]));

  describe("vectors", () => {
    it("come back to the byte, ascending by blob, for the blobs of the view alone", async () => {
      const [one, two, empty] = await threeBlobs();
      const batch = [vectorsOf(two!, 2, 4, 20), vectorsOf(empty!, 0, 4, 30), vectorsOf(one!, 1, 4, 10)];
      await suite.store.vectors.put(SMALL, batch);
      const view = await viewOf("/r", { b: two!, a: one!, again: one! });
      const expected = [vectorsOf(one!, 1, 4, 10), vectorsOf(two!, 2, 4, 20)];
      expect(await readAll(suite.store, view, SMALL.key)).toEqual(expected.sort((a, b) => a.blob - b.blob));
      expect(await readAll(suite.store, view, "never")).toEqual([]);
    });

    it("of several models stand side by side and are counted per view", async () => {
      const [one, two] = await threeBlobs();
      await suite.store.vectors.put(SMALL, [vectorsOf(one!, 1, 4, 1), vectorsOf(two!, 2, 4, 1)]);
      await suite.store.vectors.put(LARGE, [vectorsOf(two!, 2, 8, 7)]);
      const first = await viewOf("/first", { a: one!, b: two!, copy: two! });
      const second = await viewOf("/second", { a: one! });
      const modelsOf = async (view: ViewId) => {
        const reader = await suite.store.read(view);
        const models = await reader.vectors.coverage();
        await reader.close();
        return models;
      };
      expect(await modelsOf(first)).toEqual([
        { ...LARGE, blobs: 1 },
        { ...SMALL, blobs: 2 },
      ]);
      expect(await modelsOf(second)).toEqual([{ ...SMALL, blobs: 1 }]);
      expect(await readAll(suite.store, first, LARGE.key)).toEqual([vectorsOf(two!, 2, 8, 7)]);
      expect(await suite.store.vectors.models()).toEqual([LARGE, SMALL]);
      await suite.store.vectors.remove(SMALL.key);
      await suite.store.vectors.remove("never");
      expect(await modelsOf(first)).toEqual([{ ...LARGE, blobs: 1 }]);
      expect(await suite.store.vectors.findMissing(SMALL.key, [one!])).toEqual([one]);
      expect((await suite.store.verify({ deep: true })).problems).toEqual([]);
    });

    it("that are there are left alone, and what lacks them is found in the order asked for", async () => {
      const [one, two, empty] = await threeBlobs();
      expect(await suite.store.vectors.findMissing(SMALL.key, [two!, one!])).toEqual([two, one]);
      await suite.store.vectors.put(SMALL, [vectorsOf(one!, 1, 4, 10)]);
      await suite.store.vectors.put(SMALL, [vectorsOf(one!, 1, 4, 99)]);
      expect(await suite.store.vectors.findMissing(SMALL.key, [two!, one!, empty!])).toEqual([two, empty]);
      const view = await viewOf("/r", { a: one! });
      expect(await readAll(suite.store, view, SMALL.key)).toEqual([vectorsOf(one!, 1, 4, 10)]);
    });

    it("of the wrong size or of an unknown blob are refused, and nothing of their batch is kept", async () => {
      const [one] = await threeBlobs();
      const good = vectorsOf(one!, 1, 4, 1);
      const short = { blob: one!, rows: new Int8Array(7) };
      await expectCode(suite.store.vectors.put(SMALL, [good, short]), "INDEX_BAD_VECTORS");
      const lost = vectorsOf(999 as BlobId, 1, 4, 1);
      await expectCode(suite.store.vectors.put(SMALL, [good, lost]), "INDEX_UNKNOWN_ID");
      expect(await suite.store.vectors.findMissing(SMALL.key, [one!])).toEqual([one]);
    });

    it("go with their blobs when garbage is collected", async () => {
      const [one, two] = await threeBlobs();
      await suite.store.vectors.put(SMALL, [vectorsOf(one!, 1, 4, 1), vectorsOf(two!, 2, 4, 1)]);
      const view = await viewOf("/r", { a: one!, b: two! });
      await suite.store.publish(view, changeOf(1, { remove: ["b" as RelPath] }));
      expect((await suite.store.verify({ deep: true })).checked.vectors).toBe(2);
      await suite.store.collectGarbage();
      const report = await suite.store.verify({ deep: true });
      expect(report).toMatchObject({ ok: true, checked: { vectors: 1 } });
      expect((await readAll(suite.store, view, SMALL.key)).map(({ blob }) => blob)).toEqual([one]);
    });

    it("postings of chosen blobs come by term, without those of other blobs", async () => {
      const facts = fullFacts();
      const terms = packTerms([
        ["alpha", 0, 0, 2],
        ["beta", 0, 3, 1],
      ]);
      const first = { key: keyOf("first"), encoded: encodeBlob({ facts, terms }) };
      const [one, two] = await append(first, toyBlob(["two"], [["alpha", "gamma"]]));
      const termsOf = async (...blobs: BlobId[]) => {
        const found = [];
        for await (const [term, { blobs: ids, chunks, fields, counts }] of suite.store.readPostings(blobs))
          for (const [at, id] of ids.entries())
            found.push([term, id, chunks[at], fields[at], counts[at]].join(" "));
        return found;
      };
      expect(await termsOf(one!)).toEqual([`alpha ${one} 0 0 2`, `beta ${one} 0 3 1`]);
      const both = await termsOf(two!, one!);
      expect(both.filter((site) => site.startsWith("alpha"))).toHaveLength(2);
      expect(both).toContain(`gamma ${two} 0 0 1`);
      expect(await termsOf()).toEqual([]);
    });
  });
}
