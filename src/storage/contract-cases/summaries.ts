import { describe, expect, it } from "vitest";
import type { RelPath } from "../../core/rel-path.ts";
import type { BlobId } from "../contract.ts";
import { changeOf, entryOf, toyBlob } from "../contract-fixtures.ts";
import { expectCode, type StoreSuite } from "./store-suite.ts";

export function summaryCases(suite: StoreSuite): void {
  describe("summaries", () => {
    it("are kept by model and content, replaced by newer ones, and go with their blobs", async () => {
      const { store } = suite;
      const [one, two] = await suite.append(toyBlob(["one"]), toyBlob(["two"]));
      await store.putSummaries("small", [{ blob: one!, text: "First." }]);
      await store.putSummaries("small", [
        { blob: one!, text: "Again." },
        { blob: two!, text: "Zwei ö." },
      ]);
      await expectCode(store.putSummaries("small", [{ blob: 999 as BlobId, text: "" }]), "INDEX_UNKNOWN_ID");
      expect(await store.findWithoutSummaries("large", [two!, one!])).toEqual([two, one]);
      expect(await store.findWithoutSummaries("small", [two!, one!])).toEqual([]);
      const { id } = await store.openView("/r");
      const upsert = [entryOf("a", { blob: one! }), entryOf("b", { blob: two! })];
      await store.publish(id, changeOf(0, { upsert }));
      const reader = await store.read(id);
      expect(await reader.summaries("small", [two!, one!])).toEqual(["Zwei ö.", "Again."]);
      expect(await reader.summaries("large", [one!])).toEqual([null]);
      await reader.close();
      await store.publish(id, changeOf(1, { remove: ["b" as RelPath] }));
      expect((await store.verify({ deep: true })).checked.summaries).toBe(2);
      await store.collectGarbage();
      expect(await store.verify({ deep: true })).toMatchObject({ ok: true, checked: { summaries: 1 } });
    });
  });
}
