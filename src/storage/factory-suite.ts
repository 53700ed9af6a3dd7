/**
 * What every factory of stores must do, run unchanged over each of them. What only some can do is told by their
 * capabilities; the reason why tests are left out is printed.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type BlobId, factsKeyText, type RecordStore } from "./contract.ts";
import { expectCode } from "./contract-cases/store-suite.ts";
import { changeOf, entryOf, toyBlob } from "./contract-fixtures.ts";
import type { OpenStore, StoreFactory, StorePlace } from "./factory.ts";
import { readClocks } from "./moment.ts";

/** What the suite does to a store that is closed and kept. */
export interface KeptStores {
  /** Another factory over the same stores, as another process has one. */
  another: () => StoreFactory;
  /** Spoils the store so that opening it notices. */
  damage: (key: string) => void;
  /** As a later version of the program would have left it. */
  makeNewer: (key: string) => void;
  /** A store of the oldest format that can be opened, with files in it. */
  putOldest: (key: string) => void;
  /** Every byte that is kept of the store. */
  bytesOf: (key: string) => Buffer;
}

export interface FactoryUnderTest {
  factory: StoreFactory;
  /** Needed where stores are kept. */
  kept?: KeptStores;
  dispose?: () => void;
}

const FAMILY = { name: "shop", identity: "/trees/shop/.git" };
const SECRET = "quicksilverword";

export function runFactoryContract(name: string, make: () => FactoryUnderTest): void {
  describe(`factory of ${name} stores`, () => {
    let made: FactoryUnderTest;
    let place: StorePlace;
    beforeEach(() => {
      made = make();
      place = made.factory.placeOf(FAMILY);
    });
    afterEach(async () => {
      await made.factory.close();
      made.dispose?.();
    });

    describe("opening", () => {
      it("a family has one place, which its key finds again; another family has another", () => {
        const { factory } = made;
        expect(factory.placeOf(FAMILY)).toBe(place);
        expect(factory.placeAt(place.key)).toBe(place);
        expect(factory.placeOf({ ...FAMILY, identity: "/trees/other/.git" }).key).not.toBe(place.key);
      });

      it("opens once for all who ask, empty and without a problem", async () => {
        const [one, two] = await Promise.all([place.open(), place.open()]);
        expect(two).toBe(one);
        expect(one.problem).toBeNull();
        expect(await one.store.listViews()).toEqual([]);
      });

      it("a closed place opens again, and its old store is closed", async () => {
        const { store } = await place.open();
        await place.close();
        await expectCode(store.openView("/r"), "INDEX_CLOSED");
        expect((await place.open()).problem).toBeNull();
      });

      it("closes all places but those that are named", async () => {
        const other = made.factory.placeOf({ name: "other", identity: "other" });
        const [kept, closed] = [await place.open(), await other.open()];
        await made.factory.closeExcept(new Set([place]));
        await kept.store.openView("/r");
        await expectCode(closed.store.openView("/r"), "INDEX_CLOSED");
      });

      it("says what the stores stand on", async () => {
        for (const { name: what, probe } of made.factory.checks())
          expect([what, await probe()]).not.toContain("");
      });
    });

    describe("identity", () => {
      it("is that of the store for as long as it is there, and another one after it was given up", async () => {
        const opened = await place.open();
        expect(await place.isReplaced(opened)).toBe(false);
        await publishWord(opened, "one");
        await place.replace("a test asked for it");
        const anew = await place.open();
        expect(anew.identity).not.toBe(opened.identity);
        expect(await place.isReplaced(opened)).toBe(true);
        expect(await place.isReplaced(anew)).toBe(false);
        expect(anew.problem).toMatchObject({
          code: "INDEX_REBUILT",
          message: expect.stringContaining("a test asked for it"),
        });
        expect(await anew.store.listViews()).toEqual([]);
      });

      it("those who give the same store up at once begin one new store", async () => {
        await place.open();
        await Promise.all([place.replace("first"), place.replace("second")]);
        const { identity } = await place.open();
        expect((await place.open()).identity).toBe(identity);
      });
    });

    describe("lock", () => {
      it("has one holder, who can be asked for, and is refused to others when their time is up", async () => {
        expect(place.lockHolder()).toBeNull();
        const lock = await place.lock({ timeoutMs: 0 });
        lock.say("indexing 7 files");
        expect(place.lockHolder()).toMatchObject({ pid: process.pid, says: "indexing 7 files" });
        const refused = place.lock({ timeoutMs: 30 });
        await expectCode(refused, "INDEX_LOCKED");
        await expect(refused).rejects.toThrow("indexing 7 files");
        lock.release();
        lock.release();
        (await place.lock({ timeoutMs: 0 })).release();
        expect(place.lockHolder()).toBeNull();
      });

      it("is waited for until it is free, done with, or the signal ends the wait", async () => {
        const lock = await place.lock({ timeoutMs: 0 });
        expect(await place.lockUnless({ timeoutMs: 5_000 }, async () => true)).toBeNull();
        const signal = AbortSignal.timeout(20);
        await expect(place.lock({ timeoutMs: 5_000, signal })).rejects.toThrow();
        const waiting = place.lock({ timeoutMs: 5_000 });
        lock.release();
        (await waiting).release();
      });

      it("of one place is not that of another", async () => {
        const lock = await place.lock({ timeoutMs: 0 });
        const other = made.factory.placeOf({ name: "other", identity: "other" });
        (await other.lock({ timeoutMs: 0 })).release();
        lock.release();
      });
    });

    it("an update that began after a question is told to who asked it, and no other", async () => {
      await place.open();
      const before = readClocks();
      await new Promise((resolve) => setTimeout(resolve, 3));
      const started = readClocks();
      await place.noteFinishedUpdate("tree", started, { generation: 4 });
      expect(await place.findFinishedUpdate("tree", before)).toEqual({ generation: 4 });
      expect(await place.findFinishedUpdate("tree", started)).toBeNull();
      expect(await place.findFinishedUpdate("another tree", before)).toBeNull();
    });

    describe("registry", () => {
      it("is opened once, adds and changes repositories, and finds them by path, name and what they hold", async () => {
        const registry = await made.factory.openRegistry();
        expect(await made.factory.openRegistry()).toBe(registry);
        const shop = { name: "shop", path: "/trees/shop", type: "git", place: place.key };
        const { id, generation } = await registry.upsert(shop);
        expect(generation).toBe(0);
        await registry.upsert({ ...shop, name: "cart", path: "/trees/shop/cart", generation: 2 });
        const changed = await registry.upsert({ ...shop, revision: "abc", generation: 5 });
        expect(changed).toMatchObject({ id, generation: 5, revision: "abc", place: place.key });
        expect(await registry.upsert(shop)).toMatchObject({ id, generation: 5, revision: "abc" });
        expect((await registry.list()).map((one) => one.name)).toEqual(["cart", "shop"]);
        expect((await registry.findContaining("/trees/shop/cart/src/a.ts"))?.name).toBe("cart");
        expect((await registry.findContaining("/trees/shop/src"))?.name).toBe("shop");
        expect(await registry.findContaining("/trees/shopping")).toBeNull();
        expect((await registry.findByName("cart")).map((one) => one.path)).toEqual(["/trees/shop/cart"]);
        expect((await registry.findByPath("/trees/shop"))?.id).toBe(id);
        expect(await registry.remove("/trees/shop")).toBe(true);
        expect(await registry.remove("/trees/shop")).toBe(false);
        expect(await registry.findByPath("/trees/shop")).toBeNull();
      });

      it("keeps notes of a tree, of each kind apart, until its record goes", async () => {
        const registry = await made.factory.openRegistry();
        await registry.writeNote("/a", "choices", "one");
        await registry.writeNote("/b", "choices", "two");
        await registry.writeNote("/a", "profile", "three");
        await registry.writeNote("/b", "choices", null);
        expect(await registry.readNote("/a", "choices")).toBe("one");
        expect(await registry.readNote("/b", "choices")).toBeNull();
        expect(await registry.readNotes("profile")).toEqual(new Map([["/a", "three"]]));
        await registry.upsert({ name: "a", path: "/a", type: "git", place: place.key });
        await registry.remove("/a");
        expect(await registry.readNote("/a", "profile")).toBeNull();
      });
    });

    const probe = make();
    const { supports } = probe.factory;
    const stays = supports.supportsKeeping;
    probe.dispose?.();
    if (!stays) console.info(`${name}: the tests of kept stores are left out: it does not support keeping`);

    describe.runIf(stays)("kept stores", () => {
      const keptOf = () => made.kept!;

      it("what was published is there for the next process", async () => {
        await publishWord(await place.open(), "one");
        await made.factory.close();
        const other = keptOf().another();
        const { store, problem } = await other.placeAt(place.key).open();
        expect(problem).toBeNull();
        expect(await wordsOf(store)).toEqual(["one"]);
        await other.close();
      });

      it.runIf(supports.supportsSeveralProcesses)(
        "locks, finished updates and a store given up are seen by another process",
        async () => {
          const opened = await place.open();
          const other = keptOf().another();
          const theirs = other.placeAt(place.key);
          const lock = await place.lock({ timeoutMs: 0 });
          await expectCode(theirs.lock({ timeoutMs: 0 }), "INDEX_LOCKED");
          expect(theirs.lockHolder()?.pid).toBe(process.pid);
          lock.release();
          const before = readClocks();
          await new Promise((resolve) => setTimeout(resolve, 3));
          await place.noteFinishedUpdate("tree", readClocks(), 7);
          expect(await theirs.findFinishedUpdate("tree", before)).toBe(7);
          await theirs.replace("the other one found damage");
          await theirs.open();
          expect(await place.isReplaced(opened)).toBe(true);
          await other.close();
        },
      );

      it("a damaged one is moved aside, told, begun anew, and its copy can be deleted", async () => {
        await publishWord(await place.open(), "one");
        await place.close();
        keptOf().damage(place.key);
        const { store, problem } = await place.open();
        expect(problem).toMatchObject({ code: "INDEX_REBUILT" });
        expect(await store.listViews()).toEqual([]);
        expect(await place.deleteCopies()).toBe(1);
        expect(await place.deleteCopies()).toBe(0);
      });

      it("one of a later format is refused and not touched", async () => {
        await publishWord(await place.open(), "one");
        await place.close();
        keptOf().makeNewer(place.key);
        const before = keptOf().bytesOf(place.key);
        await expectCode(place.open(), "INDEX_TOO_NEW");
        expect(keptOf().bytesOf(place.key).equals(before)).toBe(true);
      });

      it("one of the oldest format is brought up to date with what is in it", async () => {
        keptOf().putOldest(place.key);
        const { store, problem } = await place.open();
        expect(problem).toBeNull();
        const [view] = await store.listViews();
        expect(view!.files).toBeGreaterThan(0);
        expect(await store.verify({ deep: true })).toMatchObject({ ok: true, problems: [] });
      });

      it.runIf(supports.supportsErasing)("what was purged leaves no byte", async () => {
        const opened = await place.open();
        await publishWord(opened, SECRET);
        expect(keptOf().bytesOf(place.key).includes(SECRET)).toBe(true);
        const [view] = await opened.store.listViews();
        await opened.store.publish(view!.id, changeOf(1, { remove: ["a" as never] }));
        await opened.store.collectGarbage();
        await opened.store.eraseDeleted();
        expect(keptOf().bytesOf(place.key).includes(SECRET)).toBe(false);
      });
    });
  });
}

async function publishWord({ store }: OpenStore, word: string): Promise<void> {
  const blob = toyBlob([word], [[word]]);
  const ids = await store.appendFacts([blob]);
  const id: BlobId = ids.get(factsKeyText(blob.key))!;
  const view = await store.openView("/r");
  await store.publish(view.id, changeOf(view.generation, { upsert: [entryOf("a", { blob: id })] }));
}

/** Names of all symbols that the only view shows. */
async function wordsOf(store: RecordStore): Promise<string[]> {
  const [view] = await store.listViews();
  const reader = await store.read(view!.id);
  const lines: string[] = [];
  for await (const line of reader.dump()) lines.push(line);
  await reader.close();
  return ["one", SECRET].filter((word) => lines.some((line) => line.includes(word)));
}
