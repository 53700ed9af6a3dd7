import { expect, it } from "vitest";
import type { Generation, ViewId, ViewReader } from "../storage/contract.ts";
import { SearchIndexCache } from "./search-index-cache.ts";

const CHUNKS = 50_000;

/** A view of one file with many chunks: about half a megabyte. */
function readerOf(root: string, generation = 1): ViewReader & { builds: number } {
  const reader = {
    builds: 0,
    info: { root, id: 1 as ViewId, generation: generation as Generation },
    files: async () => {
      reader.builds += 1;
      return [{ path: "a.ts", blob: 1, language: "typescript" }];
    },
    chunkLengths: async () => new Map([[1, new Uint16Array(CHUNKS)]]),
  };
  return reader as unknown as ViewReader & { builds: number };
}

const noText = () => null;

it("as many views are held as the budget has room for; those not asked for longest go first", async () => {
  const cache = new SearchIndexCache({ viewMemoryMb: 2 });
  const readers = Array.from({ length: 20 }, (_, at) => readerOf(`/tree-${at}`));
  for (const reader of readers) {
    await cache.open(reader, noText);
    expect(cache.bytes).toBeLessThanOrEqual(2 * 1024 * 1024);
  }
  const { size } = cache;
  expect(size).toBeGreaterThan(4);
  expect(size).toBeLessThan(20);
  await cache.open(readers[19]!, noText);
  await cache.open(readers[20 - size]!, noText);
  expect([readers[19]!.builds, readers[20 - size]!.builds]).toEqual([1, 1]);
  await cache.open(readers[0]!, noText);
  expect(readers[0]!.builds).toBe(2);
});

it("many small views are held beside each other", async () => {
  const cache = new SearchIndexCache({ viewMemoryMb: 64 });
  for (let at = 0; at < 60; at++) await cache.open(readerOf(`/small-${at}`), noText);
  expect(cache.size).toBe(60);
});

it("the view that is opened stays, however large it is", async () => {
  const cache = new SearchIndexCache({ viewMemoryMb: 0 });
  const reader = readerOf("/large");
  await cache.open(reader, noText);
  await cache.open(reader, noText);
  expect(reader.builds).toBe(1);
  await cache.open(readerOf("/large", 2), noText);
  await cache.open(reader, noText);
  expect(reader.builds).toBe(2);
});
