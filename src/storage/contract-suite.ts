/**
 * What every store of records must do, run unchanged over each of them:
 *
 *     runRecordsContract("memory", async () => ({ store: openMemoryStore() }), { keeping: "lives in this process" });
 *
 * The last argument names what a store lacks, each with the reason, which is printed where the tests are left out.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RelPath } from "../core/rel-path.ts";
import { factsKeyText, type RecordStore } from "./contract.ts";
import { factCases } from "./contract-cases/facts.ts";
import { generationCases, snapshotCases } from "./contract-cases/generations.ts";
import { historyCases } from "./contract-cases/histories.ts";
import { linkCases } from "./contract-cases/links.ts";
import { lookUpCases } from "./contract-cases/look-up.ts";
import { expectCode, type StoreSuite } from "./contract-cases/store-suite.ts";
import { summaryCases } from "./contract-cases/summaries.ts";
import { vectorCases } from "./contract-cases/vectors.ts";
import { viewCases } from "./contract-cases/views.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob, unresolvedUse } from "./contract-fixtures.ts";

export interface OpenedStore {
  store: RecordStore;
  /** Closes the store and opens the same data again. Needed unless `keeping` is lacking. */
  reopen?: () => Promise<RecordStore>;
  dispose?: () => Promise<void>;
}

export interface LackingCapabilities {
  /** Data is there after closing and opening again. */
  keeping?: string;
  /** A reader goes on seeing its generation while newer ones are published and garbage is collected. */
  snapshots?: string;
}

export function runRecordsContract(
  name: string,
  open: () => Promise<OpenedStore>,
  lacking: LackingCapabilities = {},
): void {
  for (const [capability, reason] of Object.entries(lacking)) {
    console.info(`${name}: the tests of ${capability} are left out: ${reason}`);
  }
  describe(`${name} store`, () => {
    let opened: OpenedStore;
    let store: RecordStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(async () => {
      await store.close();
      await opened.dispose?.();
    });
    const suite: StoreSuite = {
      get store() {
        return store;
      },
      async append(...blobs) {
        const ids = await store.appendFacts(blobs);
        return blobs.map(({ key }) => ids.get(factsKeyText(key))!);
      },
      async dumpOf(view) {
        const reader = await store.read(view);
        const lines = [];
        for await (const line of reader.dump()) lines.push(line);
        await reader.close();
        return lines;
      },
    };
    const { append, dumpOf } = suite;

    for (const cases of [
      viewCases,
      factCases,
      lookUpCases,
      linkCases,
      vectorCases,
      summaryCases,
      historyCases,
      generationCases,
    ])
      cases(suite);
    if (lacking.snapshots === undefined) snapshotCases(suite);

    describe("closing", () => {
      it("a closed reader or store is refused with a code; closing twice is not", async () => {
        const { id } = await store.openView("/r");
        const reader = await store.read(id);
        await reader.close();
        await reader.close();
        await expectCode(reader.files(), "INDEX_CLOSED");
        await store.close();
        await store.close();
        await expectCode(store.openView("/r"), "INDEX_CLOSED");
        await expectCode(store.read(id), "INDEX_CLOSED");
      });
    });

    describe("stamps", () => {
      it("written without a new generation are read back at once", async () => {
        const [blob] = await append(toyBlob(["one"], [["w"]]));
        const { id } = await store.openView("/r");
        await store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: blob! })], publishedAt: 1 }));
        const stampOfA = async () => {
          const reader = await store.read(id);
          const [file] = await reader.files();
          await reader.close();
          return file?.stamp?.size;
        };
        await stampOfA();
        const stamp = { size: 77, mtimeNs: 1n, ctimeNs: 1n, inode: 1n };
        const change = changeOf(1, { upsert: [entryOf("a", { blob: blob!, stamp })], publishedAt: 2 });
        expect(await store.publish(id, { ...change, keepsGeneration: true })).toBe(1);
        expect(await stampOfA()).toBe(77);
      });
    });

    if (lacking.keeping === undefined) {
      describe("keeping", () => {
        it("everything published is there after reopening", async () => {
          const [one, two] = await append(toyBlob(["one"], [["w"]]), toyBlob(["two"], [["w"]]));
          const [links] = await store.putLinks([
            linksOf([edgeBetween("a", "b")], [unresolvedUse("u", "a")], [1]),
          ]);
          const { id } = await store.openView("/r");
          const upsert = [entryOf("a", { blob: one!, links: links! }), entryOf("b", { blob: two! })];
          await store.publish(id, changeOf(0, { upsert }));
          const dump = await dumpOf(id);
          store = await opened.reopen!();
          expect(await store.openView("/r")).toMatchObject({ id, generation: 1, files: 2 });
          expect(await dumpOf(id)).toEqual(dump);
          expect(await store.publish(id, changeOf(1, { remove: ["a" as RelPath] }))).toBe(2);
        });
      });
    }
  });
}
