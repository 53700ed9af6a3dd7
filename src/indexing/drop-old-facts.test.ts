import { expect, it } from "vitest";
import { factsKeyText, type RecordStore } from "../storage/contract.ts";
import { changeOf, entryOf, toyBlob } from "../storage/contract-fixtures.ts";
import { openMemoryStore } from "../storage/memory/index.ts";
import { dropOldFacts } from "./drop-old-facts.ts";

/** A store with one file shown and `unused` blobs that nothing points at. */
async function storeWith(unused: number): Promise<RecordStore> {
  const store = openMemoryStore();
  const shown = toyBlob(["shown"], [["w"]]);
  const ids = await store.appendFacts([shown]);
  for (let at = 0; at < unused; at += 500) {
    const batch = Array.from({ length: Math.min(500, unused - at) }, (_, each) =>
      toyBlob([`old${at + each}`], [["w"]]),
    );
    await store.appendFacts(batch);
  }
  const { id } = await store.openView("/tree");
  await store.publish(
    id,
    changeOf(0, { upsert: [entryOf("a", { blob: ids.get(factsKeyText(shown.key))! })] }),
  );
  return store;
}

it("keeps old facts while they are few: going back to them costs no parsing", async () => {
  const store = await storeWith(2_001);
  expect(await dropOldFacts(store)).toBe(0);
  expect(await store.countBlobs()).toEqual({ stored: 2_002, shown: 1 });
});

it("drops all that no view shows once they are many", async () => {
  const store = await storeWith(2_002);
  expect(await dropOldFacts(store)).toBe(2_002);
  expect(await store.countBlobs()).toEqual({ stored: 1, shown: 1 });
});
