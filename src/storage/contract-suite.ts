/**
 * What every store of records must do, run unchanged over each of them:
 *
 *     runStorageContract("memory", async () => ({ store: openMemoryStore() }));
 *
 * `reopen` closes the store and opens the same data again; a store without it keeps nothing, and the tests of
 * keeping are left out with the reason printed.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Handle } from "../core/edges.ts";
import type { AppError } from "../core/errors.ts";
import type { RelPath } from "../core/rel-path.ts";
import { type BlobId, factsKeyText, type LinksId, type RecordStore, type ViewId } from "./contract.ts";
import {
  changeOf,
  edgeBetween,
  entryOf,
  fullFacts,
  keyOf,
  linksOf,
  packTerms,
  toyBlob,
  unresolvedUse,
} from "./contract-fixtures.ts";

export interface OpenedStore {
  store: RecordStore;
  /** Closes the store and opens the same data again. */
  reopen?: () => Promise<RecordStore>;
  dispose?: () => Promise<void>;
}

export function runStorageContract(
  name: string,
  open: () => Promise<OpenedStore>,
  options: { keeps?: boolean } = {},
): void {
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

    async function append(...blobs: ReturnType<typeof toyBlob>[]): Promise<BlobId[]> {
      const ids = await store.appendFacts(blobs);
      return blobs.map(({ key }) => ids.get(factsKeyText(key))!);
    }

    async function dumpOf(view: ViewId): Promise<string[]> {
      const reader = await store.read(view);
      const lines = [];
      for await (const line of reader.dump()) lines.push(line);
      await reader.close();
      return lines;
    }

    describe("views", () => {
      it("a new root starts at generation 0 and opening it again gives the same view", async () => {
        const first = await store.openView("/r/one");
        expect(first).toMatchObject({ root: "/r/one", generation: 0, files: 0, skipped: 0, revision: null });
        expect(await store.openView("/r/one")).toEqual(first);
        expect((await store.openView("/r/two")).id).not.toBe(first.id);
        expect((await store.listViews()).map((view) => view.root)).toEqual(["/r/one", "/r/two"]);
      });

      it("publish moves to the next generation with counts, revision and time", async () => {
        const [blob] = await append(toyBlob(["alpha"]));
        const { id } = await store.openView("/r");
        const stamp = {
          size: 3,
          mtimeNs: 1_700_000_000_123_456_789n,
          ctimeNs: 1_699_999_999_000_000_001n,
          inode: 2n ** 63n + 5n,
        };
        const skipped = { path: "b.bin" as RelPath, reason: "binary", detail: "NUL at 3", stamp };
        const generation = await store.publish(
          id,
          changeOf(0, {
            revision: "abc",
            upsert: [entryOf("src/a.toy", { blob: blob!, stamp, origin: "local" })],
            upsertSkipped: [skipped, { path: "a.min" as RelPath, reason: "minified", stamp: null }],
          }),
        );
        expect(generation).toBe(1);
        const info = await store.openView("/r");
        expect(info).toMatchObject({
          generation: 1,
          revision: "abc",
          files: 1,
          skipped: 2,
          publishedAt: 1_700_000_000_000,
        });
        const reader = await store.read(id);
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
        const { id } = await store.openView("/r");
        await store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: blob! })] }));
        await expectCode(store.publish(id, changeOf(0, { remove: ["a" as RelPath] })), "INDEX_CONFLICT");
        expect(await store.openView("/r")).toMatchObject({ generation: 1, files: 1 });
      });

      it("publish of ids that do not exist is refused as a whole", async () => {
        const [blob] = await append(toyBlob(["alpha"]));
        const { id } = await store.openView("/r");
        const good = entryOf("a", { blob: blob! });
        await expectCode(
          store.publish(id, changeOf(0, { upsert: [good, entryOf("b", { blob: 999 as BlobId })] })),
          "INDEX_UNKNOWN_ID",
        );
        await expectCode(
          store.publish(
            id,
            changeOf(0, { upsert: [good, { ...good, path: "c" as RelPath, links: 999 as LinksId }] }),
          ),
          "INDEX_UNKNOWN_ID",
        );
        await expectCode(store.publish(77 as ViewId, changeOf(0)), "INDEX_UNKNOWN_ID");
        await expectCode(store.read(77 as ViewId), "INDEX_UNKNOWN_ID");
        expect(await store.openView("/r")).toMatchObject({ generation: 0, files: 0 });
      });

      it("files are replaced, removed and listed by path", async () => {
        const [one, two] = await append(toyBlob(["one"]), toyBlob(["two"]));
        const { id } = await store.openView("/r");
        const at = (path: string, blob: BlobId) => entryOf(path, { blob });
        await store.publish(id, changeOf(0, { upsert: [at("b", one!), at("a/x", one!), at("a", two!)] }));
        await store.publish(
          id,
          changeOf(1, { upsert: [at("b", two!)], remove: ["a/x" as RelPath, "none" as RelPath] }),
        );
        const reader = await store.read(id);
        expect((await reader.files()).map((file) => [file.path, file.blob])).toEqual([
          ["a", two],
          ["b", two],
        ]);
        await reader.close();
      });

      it("a skipped file is replaced and removed", async () => {
        const { id } = await store.openView("/r");
        const skip = (path: string, reason: string) => ({ path: path as RelPath, reason, stamp: null });
        await store.publish(id, changeOf(0, { upsertSkipped: [skip("a", "x"), skip("b", "x")] }));
        await store.publish(
          id,
          changeOf(1, { upsertSkipped: [skip("a", "y")], removeSkipped: ["b" as RelPath] }),
        );
        const reader = await store.read(id);
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
        const { id } = await store.openView("/r");
        await store.publish(id, changeOf(0, { upsert: [entryOf(path, { blob: blob! })] }));
        const reader = await store.read(id);
        expect((await reader.files())[0]!.path).toBe(path);
        expect((await reader.symbolsNamed("ALPHA")).map((hit) => hit.path)).toEqual([path]);
        await reader.close();
        await store.publish(id, changeOf(1, { remove: [path as RelPath] }));
        expect((await store.openView("/r")).files).toBe(0);
      });

      it("a removed view is gone and its root starts again under another id", async () => {
        const first = await store.openView("/r");
        await store.publish(first.id, changeOf(0));
        await store.removeView(first.id);
        expect(await store.listViews()).toEqual([]);
        await expectCode(store.read(first.id), "INDEX_UNKNOWN_ID");
        await expectCode(store.removeView(first.id), "INDEX_UNKNOWN_ID");
        const second = await store.openView("/r");
        expect(second.generation).toBe(0);
        expect(second.id).not.toBe(first.id);
      });
    });

    describe("facts", () => {
      it("every field of every fact comes back as it was", async () => {
        const facts = fullFacts();
        const terms = packTerms([["term", 1, 0, 4095]]);
        const [blob] = await append({ key: keyOf("full"), extracted: { facts, terms } });
        const { id } = await store.openView("/r");
        await store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: blob! })] }));
        const reader = await store.read(id);
        expect(await reader.facts(blob!)).toEqual(facts);
        expect(await reader.chunks(blob!)).toEqual(facts.chunks);
        expect(await reader.symbols(blob!)).toEqual(facts.symbols);
        await expectCode(reader.facts(999 as BlobId), "INDEX_UNKNOWN_ID");
        await reader.close();
      });

      it("a key is stored once; other languages and extractors of the same bytes are other facts", async () => {
        const { extracted } = toyBlob(["alpha"]);
        const keys = [keyOf("x"), keyOf("x", "other"), keyOf("x", "toy", "test-2"), keyOf("x")];
        const ids = await store.appendFacts(keys.map((key) => ({ key, extracted })));
        expect(new Set(ids.values()).size).toBe(3);
        expect(await store.appendFacts([{ key: keys[1]!, extracted }])).toEqual(
          new Map([[factsKeyText(keys[1]!), ids.get(factsKeyText(keys[1]!))]]),
        );
        expect(await store.findFacts([...keys, keyOf("y"), keyOf("x", "never")])).toEqual(ids);
      });

      it("facts for linking come in the order asked for", async () => {
        const [one, two] = await append(toyBlob(["one"]), toyBlob(["two"]));
        const seen = [];
        for await (const { blob, facts } of store.readFactsForLinking([two!, one!, two!])) {
          seen.push([blob, facts.symbols[0]!.name]);
        }
        expect(seen).toEqual([
          [two, "two"],
          [one, "one"],
          [two, "two"],
        ]);
      });

      it("an empty blob, and one with more chunks than a byte counts, come back", async () => {
        const names = Array.from({ length: 300 }, (_, at) => `name${at}`);
        const [none, many] = await append(toyBlob([]), toyBlob(names, [["first"], ["second"]]));
        const { id } = await store.openView("/r");
        await store.publish(
          id,
          changeOf(0, { upsert: [entryOf("a", { blob: none! }), entryOf("b", { blob: many! })] }),
        );
        const reader = await store.read(id);
        expect((await reader.facts(none!)).symbols).toEqual([]);
        expect((await reader.chunks(many!)).length).toBe(300);
        const lengths = await reader.chunkLengths();
        expect(lengths.get(none!)).toEqual(new Uint16Array(0));
        expect(lengths.get(many!)!.subarray(0, 3)).toEqual(Uint16Array.of(1, 1, 0));
        expect((await reader.postings(["name299"])).get("name299")!.chunks).toEqual(Uint16Array.of(299));
        await reader.close();
      });
    });

    describe("look-up", () => {
      it("symbols are found by folded name, by path and then in document order, in this view alone", async () => {
        const [both, one, other] = await append(
          toyBlob(["Open", "close", "OPEN"]),
          toyBlob(["open"]),
          toyBlob(["Open", "x"]),
        );
        const { id } = await store.openView("/r");
        const elsewhere = await store.openView("/elsewhere");
        await store.publish(elsewhere.id, changeOf(0, { upsert: [entryOf("z", { blob: other! })] }));
        await store.publish(
          id,
          changeOf(0, {
            upsert: [
              entryOf("b", { blob: both! }),
              entryOf("c", { blob: both! }),
              entryOf("a", { blob: one! }),
            ],
          }),
        );
        const reader = await store.read(id);
        const hits = await reader.symbolsNamed("oPEN");
        expect(hits.map(({ path, ordinal, symbol }) => [path, ordinal, symbol.name])).toEqual([
          ["a", 0, "open"],
          ["b", 0, "Open"],
          ["b", 2, "OPEN"],
          ["c", 0, "Open"],
          ["c", 2, "OPEN"],
        ]);
        expect(await reader.symbolsNamed("ope")).toEqual([]);
        expect(await reader.symbolNamesLike("O", 10)).toEqual(["OPEN", "Open", "open"]);
        expect(await reader.symbolNamesLike("", 2)).toEqual(["close", "OPEN"]);
        expect(await reader.symbolNamesLike("x", 10)).toEqual([]);
        await reader.close();
      });

      it("postings hold blob, chunk, field and count of the view's blobs, ascending", async () => {
        const first = {
          key: keyOf("1"),
          extracted: {
            facts: fullFacts(),
            terms: packTerms([
              ["term", 0, 0, 1],
              ["term", 0, 4, 2],
              ["term", 1, 0, 4095],
              ["other", 1, 2, 3],
            ]),
          },
        };
        const [a, gone, b] = await append(
          first,
          toyBlob(["gone"], [["term"]]),
          toyBlob(["b"], [["term", "term"]]),
        );
        const { id } = await store.openView("/r");
        await store.publish(
          id,
          changeOf(0, { upsert: [entryOf("b", { blob: a! }), entryOf("a", { blob: b! })] }),
        );
        const reader = await store.read(id);
        const found = await reader.postings(["term", "none", "gone", "other", "term"]);
        expect([...found.keys()]).toEqual(["term", "other"]);
        expect(found.get("term")).toEqual({
          blobs: Uint32Array.of(a!, a!, a!, b!),
          chunks: Uint16Array.of(0, 0, 1, 0),
          fields: Uint8Array.of(0, 4, 0, 0),
          counts: Uint16Array.of(1, 2, 4095, 2),
        });
        expect(found.get("other")).toEqual({
          blobs: Uint32Array.of(a!),
          chunks: Uint16Array.of(1),
          fields: Uint8Array.of(2),
          counts: Uint16Array.of(3),
        });
        const lengths = await reader.chunkLengths();
        expect(lengths.get(a!)).toEqual(Uint16Array.of(1, 4095));
        expect(lengths.has(gone!)).toBe(false);
        await reader.close();
      });

      it("terms are found by prefix, ascending, in this view alone", async () => {
        const [a] = await append(
          toyBlob(["x"], [["beta", "alpha", "alp", "al\u{1f600}", "al\uffff"]]),
          toyBlob(["y"], [["alpine"]]),
        );
        const { id } = await store.openView("/r");
        await store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: a! })] }));
        const reader = await store.read(id);
        expect(await reader.termsWithPrefix("al", 10)).toEqual(["alp", "alpha", "al\u{1f600}", "al\uffff"]);
        expect(await reader.termsWithPrefix("", 3)).toEqual(["al\u{1f600}", "alp", "alpha"].sort());
        expect(await reader.termsWithPrefix("alpi", 3)).toEqual([]);
        await reader.close();
      });

      it("postings stay right over many small batches", async () => {
        const { id } = await store.openView("/r");
        const upsert = [];
        for (let at = 0; at < 40; at++) {
          const [blob] = await append(toyBlob([`fn${at}`], [["common", `word${at % 7}`]]));
          upsert.push(entryOf(`f${at}`, { blob: blob! }));
        }
        await store.publish(id, changeOf(0, { upsert }));
        const reader = await store.read(id);
        const ids = upsert.map((entry) => entry.blob as number);
        const found = await reader.postings(["common", "word3"]);
        expect([...found.get("common")!.blobs]).toEqual(ids);
        expect([...found.get("word3")!.blobs]).toEqual(ids.filter((_, at) => at % 7 === 3));
        expect((await reader.symbolsNamed("FN13")).map((hit) => hit.path)).toEqual(["f13"]);
        expect((await reader.termsWithPrefix("word", 99)).length).toBe(7);
        expect((await store.verify({ deep: true })).problems).toEqual([]);
        await reader.close();
      });
    });

    describe("links", () => {
      it("equal links share an id, others do not", async () => {
        const one = () => linksOf([edgeBetween("a#x", "b#y")], [unresolvedUse("z", "a#x")], [1, 2]);
        const [a, b, c, d] = await store.putLinks([
          one(),
          one(),
          linksOf([]),
          { ...one(), extractor: "link-2" },
        ]);
        expect(a).toBe(b);
        expect(new Set([a, c, d]).size).toBe(3);
        expect(await store.putLinks([linksOf([]), one()])).toEqual([c, a]);
      });

      it("dependencies come back by id", async () => {
        const [a, b] = await store.putLinks([linksOf([], [], [0, 5, 0xffffffff]), linksOf([])]);
        expect(await store.readLinkDependencies([b!, a!])).toEqual(
          new Map([
            [b, new Uint32Array(0)],
            [a, Uint32Array.of(0, 5, 0xffffffff)],
          ]),
        );
        await expectCode(store.readLinkDependencies([999 as LinksId]), "INDEX_UNKNOWN_ID");
      });

      it("edges are found from both ends, ordered, filtered by kind and view", async () => {
        const [blob] = await append(toyBlob(["x"]));
        const aToB = edgeBetween("a#x", "b#y", { lines: [3, 9, 70_000] });
        const aToBType = edgeBetween("a#x", "b#y", { kind: "references", tier: "heuristic", lines: [] });
        const cToB = edgeBetween("c#d#Deep.one~2", "b#y", { kind: "inherits", tier: "compiler" });
        const cFile = edgeBetween("c#d", "b", { kind: "imports" });
        const [a, c, unused] = await store.putLinks([
          linksOf([aToBType, aToB]),
          linksOf([cToB, cFile]),
          linksOf([edgeBetween("q#q", "b#y")]),
        ]);
        const { id } = await store.openView("/r");
        const elsewhere = await store.openView("/elsewhere");
        await store.publish(
          elsewhere.id,
          changeOf(0, { upsert: [entryOf("q", { blob: blob!, links: unused! })] }),
        );
        await store.publish(
          id,
          changeOf(0, {
            upsert: [
              entryOf("c#d", { blob: blob!, links: c! }),
              entryOf("a", { blob: blob!, links: a! }),
              entryOf("b", { blob: blob! }),
            ],
          }),
        );
        const reader = await store.read(id);
        const edges = async (found: ReturnType<typeof reader.edgesInto>) =>
          (await found).map((site) => site.edge);
        const handle = (text: string) => text as Handle;
        expect(await edges(reader.edgesInto(handle("b#y")))).toEqual([aToB, aToBType, cToB]);
        expect(await edges(reader.edgesInto(handle("b#y"), ["inherits", "tests"]))).toEqual([cToB]);
        expect(await edges(reader.edgesInto(handle("b#Y")))).toEqual([]);
        expect(await edges(reader.edgesFrom(handle("a#x")))).toEqual([aToB, aToBType]);
        expect(await edges(reader.edgesFrom(handle("a#x"), ["references"]))).toEqual([aToBType]);
        expect(await edges(reader.edgesFrom(handle("c#d#Deep.one~2")))).toEqual([cToB]);
        expect(await edges(reader.edgesFrom(handle("c#d")))).toEqual([cFile]);
        expect((await reader.edgesFrom(handle("c#d")))[0]!.extractor).toBe("link-1");
        expect(await reader.linksOf("a" as RelPath)).toEqual(linksOf([aToBType, aToB]));
        expect(await reader.linksOf("b" as RelPath)).toBeNull();
        expect(await reader.linksOf("none" as RelPath)).toBeNull();
        await reader.close();
      });

      it("unresolved uses are found by exact name in this view alone", async () => {
        const [blob] = await append(toyBlob(["x"]));
        const uses = [
          unresolvedUse("go", "b#m", 9, 3),
          unresolvedUse("go", "b#m", 2),
          unresolvedUse("Go", "b#m", 4),
        ];
        const [links, unused] = await store.putLinks([
          linksOf([], uses),
          linksOf([], [unresolvedUse("go", "z")]),
        ]);
        const { id } = await store.openView("/r");
        await store.publish(id, changeOf(0, { upsert: [entryOf("b", { blob: blob!, links: links! })] }));
        expect(unused).not.toBe(links);
        const reader = await store.read(id);
        expect(await reader.unresolvedNamed("go")).toEqual([uses[1], uses[0]]);
        expect(await reader.unresolvedNamed("gone")).toEqual([]);
        await reader.close();
      });
    });

    describe("generations", () => {
      it("a reader sees one generation from first to last, whatever is published and collected", async () => {
        const [one, two] = await append(toyBlob(["one"], [["shared"]]), toyBlob(["two"], [["shared"]]));
        const [links] = await store.putLinks([linksOf([edgeBetween("a", "b")])]);
        const { id } = await store.openView("/r");
        await store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: one!, links: links! })] }));
        const before = await store.read(id);
        await store.publish(
          id,
          changeOf(1, { upsert: [entryOf("b", { blob: two! })], remove: ["a" as RelPath] }),
        );
        await store.collectGarbage();
        const after = await store.read(id);
        expect(before.info.generation).toBe(1);
        expect((await before.files()).map((file) => file.path)).toEqual(["a"]);
        expect((await before.facts(one!)).symbols[0]!.name).toBe("one");
        expect([...(await before.postings(["shared"])).get("shared")!.blobs]).toEqual([one]);
        expect((await before.symbolsNamed("one")).length).toBe(1);
        expect((await before.edgesInto("b" as Handle)).length).toBe(1);
        expect(after.info.generation).toBe(2);
        expect((await after.files()).map((file) => file.path)).toEqual(["b"]);
        expect([...(await after.postings(["shared"])).get("shared")!.blobs]).toEqual([two]);
        expect(await after.symbolsNamed("one")).toEqual([]);
        expect(await after.edgesInto("b" as Handle)).toEqual([]);
        await before.close();
        await after.close();
      });

      it("equal trees give equal dumps, whatever their history", async () => {
        const blobs = [
          toyBlob(["one"], [["w"]]),
          toyBlob(["two", "three"], [["w"], ["v"]]),
          toyBlob(["gone"], [["w"]]),
        ];
        const [one, two, gone] = await append(...blobs);
        const [links] = await store.putLinks([
          linksOf([edgeBetween("a", "b")], [unresolvedUse("u", "a")], [7]),
        ]);
        const straight = await store.openView("/straight");
        const upsert = [
          entryOf("a", { blob: one!, links: links! }),
          entryOf("b", { blob: two! }),
          entryOf("c", { blob: two! }),
        ];
        await store.publish(straight.id, changeOf(0, { upsert }));
        const winding = await store.openView("/winding");
        await store.publish(
          winding.id,
          changeOf(0, { upsert: [upsert[1]!, entryOf("a", { blob: gone! }), entryOf("d", { blob: gone! })] }),
        );
        expect(await dumpOf(winding.id)).not.toEqual(await dumpOf(straight.id));
        await store.publish(
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
        const [links] = await store.putLinks([kept, linksOf([edgeBetween("x", "y")])]);
        const first = await store.openView("/first");
        const second = await store.openView("/second");
        await store.publish(first.id, changeOf(0, { upsert: [entryOf("a", { blob: one!, links: links! })] }));
        await store.publish(second.id, changeOf(0, { upsert: [entryOf("b", { blob: two! })] }));
        const dump = await dumpOf(first.id);
        expect(await store.collectGarbage()).toBe(1);
        expect(await store.collectGarbage()).toBe(0);
        await store.removeView(second.id);
        expect(await store.collectGarbage()).toBe(1);
        expect(await dumpOf(first.id)).toEqual(dump);
        expect([...(await store.findFacts(blobs.map((blob) => blob.key))).values()]).toEqual([one]);
        expect(await store.putLinks([kept])).toEqual([links]);
        expect((await store.verify({ deep: true })).problems).toEqual([]);
        const [again] = await append(toyBlob(["two"], [["w"]]));
        expect([one, two]).not.toContain(again);
      });

      it("verify finds nothing wrong in a sound store and says what it looked at", async () => {
        const [one] = await append(toyBlob(["one"], [["w"]]));
        const { id } = await store.openView("/r");
        await store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: one! })] }));
        for (const deep of [false, true]) {
          const report = await store.verify({ deep });
          expect(report).toMatchObject({ ok: true, problems: [] });
          expect(report.checked).toMatchObject({ blobs: 1, views: 1 });
        }
      });
    });

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

    if (options.keeps === false) {
      console.info(`${name}: tests of keeping data are left out: the store lives in this process only`);
    } else {
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

async function expectCode(call: Promise<unknown>, code: string): Promise<void> {
  const error = await call.then(
    () => null,
    (thrown: AppError) => thrown,
  );
  expect(error?.code).toBe(code);
}
