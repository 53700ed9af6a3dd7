import { describe, expect, it } from "vitest";
import type { Handle } from "../../core/edges.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { type Generation, NO_HISTORY, type ViewHistory } from "../contract.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob } from "../contract-fixtures.ts";
import type { StoreSuite } from "./store-suite.ts";

export function historyCases(suite: StoreSuite): void {
  describe("the past of a view", () => {
    it("is published with it, kept when nothing is said of it, and goes with the view", async () => {
      const { store } = suite;
      const { id } = await store.openView("/r");
      const [one] = await suite.append(toyBlob(["one"]));
      const read = async () => {
        const reader = await store.read(id);
        const history = await reader.history();
        await reader.close();
        return history;
      };
      expect(await read()).toEqual(NO_HISTORY);
      const moves = [
        { from: "a#ö" as Handle, to: "b#\ud800" as Handle, reason: "git rename" as const, at: 5 },
      ];
      const history: ViewHistory = { former: null, moves, isHeld: true };
      await store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: one! })], history }));
      await store.publish(id, changeOf(1, { upsert: [entryOf("b", { blob: one! })] }));
      expect(await read()).toEqual(history);
      await store.publish(id, changeOf(2, { history: NO_HISTORY, keepsGeneration: true }));
      expect(await read()).toEqual(NO_HISTORY);
      await store.publish(id, changeOf(2, { history }));
      await store.removeView(id);
      expect(await store.verify({ deep: true })).toMatchObject({ ok: true });
      const again = await store.read((await store.openView("/r")).id);
      expect(await again.history()).toEqual(NO_HISTORY);
      await again.close();
    });

    it("keeps what the way back needs from garbage collection", async () => {
      const { store } = suite;
      const { id } = await store.openView("/r");
      const [one, two] = await suite.append(toyBlob(["one"]), toyBlob(["two"]));
      const [links] = await store.putLinks([linksOf([edgeBetween("a", "b")])]);
      const before = entryOf("a", { blob: one!, links: links! });
      await store.publish(id, changeOf(0, { upsert: [before] }));
      const former = {
        generation: 1 as Generation,
        publishedAt: 1,
        revision: null,
        upsert: [before],
        remove: ["b" as RelPath],
        upsertSkipped: [],
        removeSkipped: [],
      };
      const history: ViewHistory = { former, moves: [], isHeld: false };
      const upsert = [entryOf("b", { blob: two! })];
      await store.publish(id, changeOf(1, { upsert, remove: ["a" as RelPath], history }));
      expect(await store.collectGarbage()).toBe(0);
      expect(await store.verify({ deep: true })).toMatchObject({ ok: true });
      await store.publish(id, changeOf(2, { upsert: [before], remove: ["b" as RelPath] }));
      const reader = await store.read(id);
      expect(await reader.linksOf(["a" as RelPath])).toEqual([linksOf([edgeBetween("a", "b")])]);
      await reader.close();
      await store.publish(id, changeOf(3, { upsert, remove: ["a" as RelPath], history: NO_HISTORY }));
      expect(await store.collectGarbage()).toBe(1);
    });
  });
}
