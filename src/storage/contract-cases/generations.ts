import { describe, expect, it } from "vitest";
import type { Handle } from "../../core/edges.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob, unresolvedUse } from "../contract-fixtures.ts";
import type { StoreSuite } from "./store-suite.ts";

export function generationCases(suite: StoreSuite): void {
  const { append, dumpOf } = suite;
  describe("generations", () => {
    it("equal trees give equal dumps, whatever their history", async () => {
      const blobs = [
        toyBlob(["one"], [["w"]]),
        toyBlob(["two", "three"], [["w"], ["v"]]),
        toyBlob(["gone"], [["w"]]),
      ];
      const [one, two, gone] = await append(...blobs);
      const [links] = await suite.store.putLinks([
        linksOf([edgeBetween("a", "b")], [unresolvedUse("u", "a")], [7]),
      ]);
      const straight = await suite.store.openView("/straight");
      const upsert = [
        entryOf("a", { blob: one!, links: links! }),
        entryOf("b", { blob: two! }),
        entryOf("c", { blob: two! }),
      ];
      await suite.store.publish(straight.id, changeOf(0, { upsert }));
      const winding = await suite.store.openView("/winding");
      await suite.store.publish(
        winding.id,
        changeOf(0, { upsert: [upsert[1]!, entryOf("a", { blob: gone! }), entryOf("d", { blob: gone! })] }),
      );
      expect(await dumpOf(winding.id)).not.toEqual(await dumpOf(straight.id));
      await suite.store.publish(
        winding.id,
        changeOf(1, { upsert: [upsert[0]!, upsert[2]!], remove: ["d" as RelPath], revision: "r" }),
      );
      const dump = await dumpOf(straight.id);
      expect(await dumpOf(winding.id)).toEqual(dump);
      expect(dump.filter((line) => line.startsWith("file "))).toHaveLength(3);
      expect(dump).toContain('term "w" a:0:body=1 b:0:body=1 c:0:body=1');
    });

    it("garbage collection takes what no view shows and nothing else", async () => {
      const blobs = [toyBlob(["one"], [["w"]]), toyBlob(["two"], [["w"]]), toyBlob(["three"], [["w"]])];
      const [one, two] = await append(...blobs);
      const kept = linksOf([edgeBetween("a", "b")]);
      const [links] = await suite.store.putLinks([kept, linksOf([edgeBetween("x", "y")])]);
      const first = await suite.store.openView("/first");
      const second = await suite.store.openView("/second");
      await suite.store.publish(
        first.id,
        changeOf(0, { upsert: [entryOf("a", { blob: one!, links: links! })] }),
      );
      await suite.store.publish(second.id, changeOf(0, { upsert: [entryOf("b", { blob: two! })] }));
      const dump = await dumpOf(first.id);
      expect(await suite.store.countBlobs()).toEqual({ stored: 3, shown: 2 });
      expect(await suite.store.collectGarbage()).toBe(1);
      expect(await suite.store.collectGarbage()).toBe(0);
      await suite.store.removeView(second.id);
      expect(await suite.store.collectGarbage()).toBe(1);
      expect(await dumpOf(first.id)).toEqual(dump);
      expect([...(await suite.store.findFacts(blobs.map((blob) => blob.key))).values()]).toEqual([one]);
      expect(await suite.store.putLinks([kept])).toEqual([links]);
      expect((await suite.store.verify({ deep: true })).problems).toEqual([]);
      const [again] = await append(toyBlob(["two"], [["w"]]));
      expect([one, two]).not.toContain(again);
    });

    it("verify finds nothing wrong in a sound store and says what it looked at", async () => {
      const [one] = await append(toyBlob(["one"], [["w"]]));
      const { id } = await suite.store.openView("/r");
      await suite.store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: one! })] }));
      for (const deep of [false, true]) {
        const report = await suite.store.verify({ deep });
        expect(report).toMatchObject({ ok: true, problems: [] });
        expect(report.checked).toMatchObject({ blobs: 1, views: 1 });
      }
    });
  });
}

export function snapshotCases(suite: StoreSuite): void {
  const { append } = suite;
  describe("snapshots", () => {
    it("a reader sees one generation from first to last, whatever is published and collected", async () => {
      const [one, two] = await append(toyBlob(["one"], [["shared"]]), toyBlob(["two"], [["shared"]]));
      const [links] = await suite.store.putLinks([linksOf([edgeBetween("a", "b")])]);
      const { id } = await suite.store.openView("/r");
      await suite.store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: one!, links: links! })] }));
      const before = await suite.store.read(id);
      await suite.store.publish(
        id,
        changeOf(1, { upsert: [entryOf("b", { blob: two! })], remove: ["a" as RelPath] }),
      );
      await suite.store.collectGarbage();
      const after = await suite.store.read(id);
      expect(before.info.generation).toBe(1);
      expect((await before.files()).map((file) => file.path)).toEqual(["a"]);
      expect((await before.facts([one!]))[0]!.symbols[0]!.name).toBe("one");
      expect([...(await before.postings(["shared"])).get("shared")!.blobs]).toEqual([one]);
      expect((await before.symbolsNamed(["one"]))[0]!.length).toBe(1);
      expect((await before.edges("into", ["b" as Handle]))[0]!.length).toBe(1);
      expect(after.info.generation).toBe(2);
      expect((await after.files()).map((file) => file.path)).toEqual(["b"]);
      expect([...(await after.postings(["shared"])).get("shared")!.blobs]).toEqual([two]);
      expect(await after.symbolsNamed(["one"])).toEqual([[]]);
      expect(await after.edges("into", ["b" as Handle])).toEqual([[]]);
      await before.close();
      await after.close();
    });
  });
}
