import { describe, expect, it } from "vitest";
import type { EdgeKind, Handle } from "../../core/edges.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { EdgeDirection, LinksId } from "../contract.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob, unresolvedUse } from "../contract-fixtures.ts";
import { expectCode, type StoreSuite } from "./store-suite.ts";

export function linkCases(suite: StoreSuite): void {
  const { append } = suite;
  describe("links", () => {
    it("equal links share an id, others do not", async () => {
      const one = () => linksOf([edgeBetween("a#x", "b#y")], [unresolvedUse("z", "a#x")], [1, 2]);
      const [a, b, c, d] = await suite.store.putLinks([
        one(),
        one(),
        linksOf([]),
        { ...one(), extractor: "link-2" },
      ]);
      expect(a).toBe(b);
      expect(new Set([a, c, d]).size).toBe(3);
      expect(await suite.store.putLinks([linksOf([]), one()])).toEqual([c, a]);
    });

    it("their keys come back by id", async () => {
      const [a, b, c] = await suite.store.putLinks([
        linksOf([], [], [0, 5, 0xffffffff], [7, 0xffffffff]),
        linksOf([]),
        linksOf([], [], [], [0, 3]),
      ]);
      const none = new Uint32Array(0);
      expect(await suite.store.readLinkKeys([b!, a!, c!])).toEqual(
        new Map([
          [b, { dependencies: none, shown: none }],
          [a, { dependencies: Uint32Array.of(0, 5, 0xffffffff), shown: Uint32Array.of(7, 0xffffffff) }],
          [c, { dependencies: none, shown: Uint32Array.of(0, 3) }],
        ]),
      );
      await expectCode(suite.store.readLinkKeys([999 as LinksId]), "INDEX_UNKNOWN_ID");
    });

    it("edges are found from both ends, ordered, filtered by kind and view", async () => {
      const [blob] = await append(toyBlob(["x"]));
      const aToB = edgeBetween("a#x", "b#y", { lines: [3, 9, 70_000] });
      const aToBType = edgeBetween("a#x", "b#y", { kind: "references", tier: "heuristic", lines: [] });
      const cToB = edgeBetween("c#d#Deep.one~2", "b#y", { kind: "inherits", tier: "compiler" });
      const cFile = edgeBetween("c#d", "b", { kind: "imports" });
      const [a, c, unused] = await suite.store.putLinks([
        linksOf([aToBType, aToB]),
        linksOf([cToB, cFile]),
        linksOf([edgeBetween("q#q", "b#y")]),
      ]);
      const { id } = await suite.store.openView("/r");
      const elsewhere = await suite.store.openView("/elsewhere");
      await suite.store.publish(
        elsewhere.id,
        changeOf(0, { upsert: [entryOf("q", { blob: blob!, links: unused! })] }),
      );
      await suite.store.publish(
        id,
        changeOf(0, {
          upsert: [
            entryOf("c#d", { blob: blob!, links: c! }),
            entryOf("a", { blob: blob!, links: a! }),
            entryOf("b", { blob: blob! }),
          ],
        }),
      );
      const reader = await suite.store.read(id);
      const edges = async (direction: EdgeDirection, handles: string[], kinds?: EdgeKind[]) =>
        (await reader.edges(direction, handles as Handle[], kinds)).map((sites) =>
          sites.map(({ edge }) => edge),
        );
      expect(await edges("into", ["b#y", "b#Y", "b#y"])).toEqual([
        [aToB, aToBType, cToB],
        [],
        [aToB, aToBType, cToB],
      ]);
      expect(await edges("into", ["b#y"], ["inherits", "tests"])).toEqual([[cToB]]);
      expect(await edges("from", ["a#x", "c#d#Deep.one~2", "c#d"])).toEqual([
        [aToB, aToBType],
        [cToB],
        [cFile],
      ]);
      expect(await edges("from", ["a#x"], ["references"])).toEqual([[aToBType]]);
      expect((await reader.edges("from", ["c#d" as Handle]))[0]![0]!.extractor).toBe("link-1");
      expect(await reader.linksOf(["b", "a", "none"] as RelPath[])).toEqual([
        null,
        linksOf([aToBType, aToB]),
        null,
      ]);
      await reader.close();
    });

    it("files that point into a file are counted once each, over all handles, in this view alone", async () => {
      const [blob] = await append(toyBlob(["x"]));
      const put = async (...edges: ReturnType<typeof edgeBetween>[]) =>
        (await suite.store.putLinks([linksOf(edges)]))[0]!;
      const a = await put(edgeBetween("src/a.ts#f", "src/b.ts#x"), edgeBetween("src/a.ts#g", "src/b.ts#y"));
      const b = await put(edgeBetween("src/b.ts#x", "src/b.ts#y"), edgeBetween("src/b.ts", "gone.ts"));
      const c = await put(
        edgeBetween("c.ts#d", "src/b.ts", { kind: "imports" }),
        edgeBetween("c.ts", "src/a.ts"),
      );
      const elsewhere = await put(edgeBetween("q.ts#q", "src/b.ts#x"));
      const { id } = await suite.store.openView("/r");
      await suite.store.publish(
        id,
        changeOf(0, {
          upsert: [
            entryOf("src/b.ts", { blob: blob!, links: b }),
            entryOf("src/a.ts", { blob: blob!, links: a }),
            entryOf("c.ts", { blob: blob!, links: c }),
            entryOf("unlinked.ts", { blob: blob! }),
          ],
        }),
      );
      const reader = await suite.store.read(id);
      expect((await reader.files()).map(({ path }) => path)).toEqual([
        "c.ts",
        "src/a.ts",
        "src/b.ts",
        "unlinked.ts",
      ]);
      expect([...(await reader.inboundCounts())]).toEqual([0, 1, 2, 0]);
      await reader.close();
      await suite.store.publish(
        id,
        changeOf(1, {
          upsert: [entryOf("src/a.ts", { blob: blob!, links: null })],
          remove: ["c.ts" as RelPath],
        }),
      );
      const later = await suite.store.read(id);
      expect([...(await later.inboundCounts())]).toEqual([0, 0, 0]);
      await later.close();
      expect(elsewhere).not.toBe(a);
    });

    it("unresolved uses are found by exact name in this view alone", async () => {
      const [blob] = await append(toyBlob(["x"]));
      const uses = [
        unresolvedUse("go", "b#m", 9, 3),
        unresolvedUse("go", "b#m", 2),
        unresolvedUse("Go", "b#m", 4),
      ];
      const [links, unused] = await suite.store.putLinks([
        linksOf([], uses),
        linksOf([], [unresolvedUse("go", "z")]),
      ]);
      const { id } = await suite.store.openView("/r");
      await suite.store.publish(id, changeOf(0, { upsert: [entryOf("b", { blob: blob!, links: links! })] }));
      expect(unused).not.toBe(links);
      const reader = await suite.store.read(id);
      expect(await reader.unresolvedNamed(["gone", "go"])).toEqual([[], [uses[1], uses[0]]]);
      await reader.close();
    });
  });
}
