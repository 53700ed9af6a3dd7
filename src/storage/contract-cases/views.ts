import { describe, expect, it } from "vitest";
import type { RelPath } from "../../core/rel-path.ts";
import type { BlobId, LinksId, ViewId } from "../contract.ts";
import { changeOf, entryOf, toyBlob } from "../contract-fixtures.ts";
import { expectCode, type StoreSuite } from "./store-suite.ts";

export function viewCases(suite: StoreSuite): void {
  const { append } = suite;
  describe("views", () => {
    it("a new root starts at generation 0 and opening it again gives the same view", async () => {
      const first = await suite.store.openView("/r/one");
      expect(first).toMatchObject({ root: "/r/one", generation: 0, files: 0, skipped: 0, revision: null });
      expect(await suite.store.openView("/r/one")).toEqual(first);
      expect((await suite.store.openView("/r/two")).id).not.toBe(first.id);
      expect((await suite.store.listViews()).map((view) => view.root)).toEqual(["/r/one", "/r/two"]);
    });

    it("publish moves to the next generation with counts, revision and time", async () => {
      const [blob] = await append(toyBlob(["alpha"]));
      const { id } = await suite.store.openView("/r");
      const stamp = {
        size: 3,
        mtimeNs: 1_700_000_000_123_456_789n,
        ctimeNs: 1_699_999_999_000_000_001n,
        inode: 2n ** 63n + 5n,
      };
      const skipped = { path: "b.bin" as RelPath, reason: "binary", detail: "NUL at 3", stamp };
      const generation = await suite.store.publish(
        id,
        changeOf(0, {
          revision: "abc",
          upsert: [entryOf("src/a.toy", { blob: blob!, stamp, origin: "local" })],
          upsertSkipped: [skipped, { path: "a.min" as RelPath, reason: "minified", stamp: null }],
        }),
      );
      expect(generation).toBe(1);
      const info = await suite.store.openView("/r");
      expect(info).toMatchObject({
        generation: 1,
        revision: "abc",
        files: 1,
        skipped: 2,
        publishedAt: 1_700_000_000_000,
      });
      const reader = await suite.store.read(id);
      expect(reader.info).toEqual(info);
      expect(await reader.files()).toEqual([
        {
          ...entryOf("src/a.toy", { blob: blob!, stamp, origin: "local" }),
          ...toyBlob(["alpha"]).key,
        },
      ]);
      expect(await reader.skipped()).toEqual([{ path: "a.min", reason: "minified", stamp: null }, skipped]);
      await reader.close();
    });

    it("publish from another generation than the current one is refused and changes nothing", async () => {
      const [blob] = await append(toyBlob(["alpha"]));
      const { id } = await suite.store.openView("/r");
      await suite.store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: blob! })] }));
      await expectCode(suite.store.publish(id, changeOf(0, { remove: ["a" as RelPath] })), "INDEX_CONFLICT");
      expect(await suite.store.openView("/r")).toMatchObject({ generation: 1, files: 1 });
    });

    it("publish of ids that do not exist is refused as a whole", async () => {
      const [blob] = await append(toyBlob(["alpha"]));
      const { id } = await suite.store.openView("/r");
      const good = entryOf("a", { blob: blob! });
      await expectCode(
        suite.store.publish(id, changeOf(0, { upsert: [good, entryOf("b", { blob: 999 as BlobId })] })),
        "INDEX_UNKNOWN_ID",
      );
      await expectCode(
        suite.store.publish(
          id,
          changeOf(0, { upsert: [good, { ...good, path: "c" as RelPath, links: 999 as LinksId }] }),
        ),
        "INDEX_UNKNOWN_ID",
      );
      await expectCode(suite.store.publish(77 as ViewId, changeOf(0)), "INDEX_UNKNOWN_ID");
      await expectCode(suite.store.read(77 as ViewId), "INDEX_UNKNOWN_ID");
      expect(await suite.store.openView("/r")).toMatchObject({ generation: 0, files: 0 });
    });

    it("files are replaced, removed and listed by path", async () => {
      const [one, two] = await append(toyBlob(["one"]), toyBlob(["two"]));
      const { id } = await suite.store.openView("/r");
      const at = (path: string, blob: BlobId) => entryOf(path, { blob });
      await suite.store.publish(id, changeOf(0, { upsert: [at("b", one!), at("a/x", one!), at("a", two!)] }));
      await suite.store.publish(
        id,
        changeOf(1, { upsert: [at("b", two!)], remove: ["a/x" as RelPath, "none" as RelPath] }),
      );
      const reader = await suite.store.read(id);
      expect((await reader.files()).map((file) => [file.path, file.blob])).toEqual([
        ["a", two],
        ["b", two],
      ]);
      await reader.close();
    });

    it("a skipped file is replaced and removed", async () => {
      const { id } = await suite.store.openView("/r");
      const skip = (path: string, reason: string) => ({ path: path as RelPath, reason, stamp: null });
      await suite.store.publish(id, changeOf(0, { upsertSkipped: [skip("a", "x"), skip("b", "x")] }));
      await suite.store.publish(
        id,
        changeOf(1, { upsertSkipped: [skip("a", "y")], removeSkipped: ["b" as RelPath] }),
      );
      const reader = await suite.store.read(id);
      expect(await reader.skipped()).toEqual([skip("a", "y")]);
      await reader.close();
    });

    it.each([
      "a\udcff.toy",
      "\u{1f600}/ü.toy",
      "q'uo\"te`.toy",
      "with#hash.toy",
      "-- drop.toy",
      "sp ace\n.toy",
    ])("the path %j survives", async (path) => {
      const [blob] = await append(toyBlob(["alpha"]));
      const { id } = await suite.store.openView("/r");
      await suite.store.publish(id, changeOf(0, { upsert: [entryOf(path, { blob: blob! })] }));
      const reader = await suite.store.read(id);
      expect((await reader.files())[0]!.path).toBe(path);
      expect((await reader.symbolsNamed(["ALPHA"]))[0]!.map((hit) => hit.path)).toEqual([path]);
      await reader.close();
      await suite.store.publish(id, changeOf(1, { remove: [path as RelPath] }));
      expect((await suite.store.openView("/r")).files).toBe(0);
    });

    it("a removed view is gone and its root starts again under another id", async () => {
      const first = await suite.store.openView("/r");
      await suite.store.publish(first.id, changeOf(0));
      await suite.store.removeView(first.id);
      expect(await suite.store.listViews()).toEqual([]);
      await expectCode(suite.store.read(first.id), "INDEX_UNKNOWN_ID");
      await expectCode(suite.store.removeView(first.id), "INDEX_UNKNOWN_ID");
      const second = await suite.store.openView("/r");
      expect(second.generation).toBe(0);
      expect(second.id).not.toBe(first.id);
    });
  });
}
