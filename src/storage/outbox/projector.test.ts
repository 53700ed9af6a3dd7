import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Handle } from "../../core/edges.ts";
import type { RelPath } from "../../core/rel-path.ts";
import {
  type BlobId,
  factsKeyText,
  type Generation,
  type GraphStore,
  MAX_CHANGES,
  type RecordStore,
  type VectorModel,
  type VectorStore,
  type ViewId,
} from "../contract.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob } from "../contract-fixtures.ts";
import { graphOf } from "../graph/from-records.ts";
import { MemoryGraph } from "../memory/graph.ts";
import { openMemoryStore } from "../memory/index.ts";
import { MemoryVectors } from "../memory/vectors.ts";
import { SqliteStore } from "../sqlite/index.ts";
import { withProjections } from "./projected-store.ts";

const MODEL: VectorModel = { key: "toy@2", dims: 2, spec: "" };
const ALONE = <T>(work: () => Promise<T>) => work();

/** Fails from the n-th call on, until it is mended. */
function breakable<T extends object>(target: T) {
  let left = Number.POSITIVE_INFINITY;
  const proxy = new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        left -= 1;
        if (left < 0) throw new Error("the server is away");
        return value.apply(target, given);
      };
    },
  });
  return {
    target: proxy,
    failAfter: (calls: number) => {
      left = calls;
    },
  };
}

let folder: string;
let records: RecordStore;
let vectors: ReturnType<typeof breakable<VectorStore>>;
let graph: ReturnType<typeof breakable<GraphStore>>;
let view: ViewId;
let generation: number;

/** As a process does that starts: the targets are what an earlier one left. */
const open = () =>
  withProjections(
    records,
    { vectors: { id: "v", store: vectors.target }, graph: { id: "g", store: graph.target } },
    ALONE,
  );

async function publish(path: string, target: string, first: number): Promise<BlobId> {
  const blob = toyBlob([`fn${path}${first}`]);
  const id = (await records.appendFacts([blob])).get(factsKeyText(blob.key))!;
  await records.vectors.put(MODEL, [{ blob: id, rows: Int8Array.of(first, 1, first, 1) }]);
  const [links] = await records.putLinks([linksOf([edgeBetween(`${path}#f`, target)])]);
  const upsert = [entryOf(path, { blob: id, links: links! })];
  generation = await records.publish(view, changeOf(generation, { upsert }));
  return id;
}

const into = async (store: RecordStore, handle: string) => {
  const reader = await store.read(view);
  const asked = { handles: [handle as Handle], direction: "into", depth: 1, fanOut: 9 } as const;
  const [step] = await graphOf(reader).neighbours(asked);
  const near = await reader.vectors.nearest(MODEL.key, [1, 0], 1);
  const { isScanned } = reader.vectors;
  await reader.close();
  return { from: step!.edges.map(({ edge }) => edge.from), near: near.map(({ blob }) => blob), isScanned };
};

describe.each(["memory", "sqlite"])("projections of a %s store", (kind) => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-outbox-"));
    records = kind === "memory" ? openMemoryStore() : new SqliteStore(join(folder, "index.db"));
    vectors = breakable<VectorStore>(new MemoryVectors());
    graph = breakable<GraphStore>(new MemoryGraph());
    view = (await records.openView("/r")).id;
    generation = 0;
  });
  afterEach(async () => {
    await records.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("nothing is written down while none is registered", async () => {
    await publish("a", "t#x", 5);
    expect(await records.outbox.state()).toEqual({ head: 0, applied: new Map() });
    expect(await records.outbox.read(0, 9)).toEqual([]);
  });

  it("one that is new is built from the records, then follows them, and its rows go", async () => {
    await publish("a", "t#x", 5);
    const { store, projector } = await open();
    expect(await projector.status()).toEqual([
      { projection: "v", pending: null, problem: null },
      { projection: "g", pending: null, problem: null },
    ]);
    expect(await into(store, "t#x")).toMatchObject({ from: ["a#f"], isScanned: true });
    await projector.run();
    const best = await publish("b", "t#x", 100);
    expect((await projector.status()).map(({ pending }) => pending)).toEqual([2, 2]);
    // It lags: records answer.
    expect(await into(store, "t#x")).toEqual({ from: ["a#f", "b#f"], near: [best], isScanned: true });
    await projector.run();
    expect(await into(store, "t#x")).toEqual({ from: ["a#f", "b#f"], near: [best], isScanned: false });
    expect(await records.outbox.read(0, 9)).toEqual([]);
    expect(await graph.target.generationOf(view)).toBe(generation);
    expect((await records.verify({ deep: true })).problems).toEqual([]);
  });

  it("a process that is killed between a publish and its projection leaves the rest to the next", async () => {
    await (await open()).projector.run();
    const best = await publish("a", "t#x", 100);
    const { store, projector } = await open();
    expect(await into(store, "t#x")).toEqual({ from: ["a#f"], near: [best], isScanned: true });
    await projector.run();
    expect(await into(store, "t#x")).toEqual({ from: ["a#f"], near: [best], isScanned: false });
  });

  it("changes that are applied twice do no harm, nor do records that are ahead of them", async () => {
    await (await open()).projector.run();
    await publish("a", "t#x", 5);
    await publish("a", "t#y", 6);
    const best = await publish("b", "t#x", 100);
    await records.publish(view, changeOf(generation++, { remove: ["a" as RelPath] }));
    await records.collectGarbage();
    const rows = await records.outbox.read(0, 99);
    const { store, projector } = await open();
    await projector.run();
    const once = await into(store, "t#x");
    expect(once).toEqual({ from: ["b#f"], near: [best], isScanned: false });
    const { VectorProjection } = await import("./vector-projection.ts");
    const { GraphProjection } = await import("./graph-projection.ts");
    for (const { change } of rows) {
      await new VectorProjection("v", vectors.target).apply(change, records);
      await new GraphProjection("g", graph.target).apply(change, records);
    }
    expect(await into(store, "t#x")).toEqual(once);
    expect(await into(store, "t#y")).toMatchObject({ from: [] });
    expect(await vectors.target.findMissing(MODEL.key, [best])).toEqual([]);
  });

  it("one that fails in the midst is said to, records answer, and it goes on when it can", async () => {
    const { store, projector } = await open();
    await projector.run();
    await publish("a", "t#x", 5);
    const best = await publish("b", "t#x", 100);
    vectors.failAfter(2);
    graph.failAfter(1);
    await projector.run();
    for (const status of await projector.status()) {
      expect(status.problem).toBe("the server is away");
      expect(status.pending).toBeGreaterThan(0);
    }
    expect(await into(store, "t#x")).toEqual({ from: ["a#f", "b#f"], near: [best], isScanned: true });
    vectors.failAfter(Number.POSITIVE_INFINITY);
    graph.failAfter(Number.POSITIVE_INFINITY);
    await projector.run();
    expect((await projector.status()).map(({ pending, problem }) => [pending, problem])).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(await into(store, "t#x")).toEqual({ from: ["a#f", "b#f"], near: [best], isScanned: false });
  });

  it("one that fails to answer is said to, and records answer", async () => {
    const { store, projector } = await open();
    const best = await publish("a", "t#x", 100);
    await projector.run();
    vectors.failAfter(0);
    graph.failAfter(0);
    expect(await into(store, "t#x")).toMatchObject({ from: ["a#f"], near: [best] });
    expect((await projector.status()).map(({ problem }) => problem)).toEqual([
      "the server is away",
      "the server is away",
    ]);
  });

  it("one that went away is said to before anybody asks it, and no more when it is back", async () => {
    const { projector } = await open();
    await publish("a", "t#x", 100);
    await projector.run();
    vectors.failAfter(0);
    graph.failAfter(0);
    // There is nothing to apply: a run tells nothing of the stores.
    await projector.run();
    expect((await projector.status()).map(({ pending, problem }) => [pending, problem])).toEqual([
      [0, "the server is away"],
      [0, "the server is away"],
    ]);
    vectors.failAfter(Number.POSITIVE_INFINITY);
    graph.failAfter(Number.POSITIVE_INFINITY);
    expect((await projector.status()).map(({ problem }) => problem)).toEqual([null, null]);
  });

  it("one that is there and does not answer is said to until it does", async () => {
    const { store, projector } = await open();
    await publish("a", "t#x", 100);
    await projector.run();
    vectors.failAfter(0);
    await into(store, "t#x");
    vectors.failAfter(Number.POSITIVE_INFINITY);
    await projector.run();
    const problems = async () => (await projector.status()).map(({ problem }) => problem);
    expect(await problems()).toEqual(["the last question was not answered: the server is away", null]);
    await into(store, "t#x");
    expect(await problems()).toEqual([null, null]);
  });

  it("a graph of another generation than the reader's is not asked", async () => {
    const { store, projector } = await open();
    await publish("a", "t#x", 5);
    await projector.run();
    const before = await store.read(view);
    await publish("b", "t#x", 6);
    await projector.run();
    const asked = { handles: ["t#x" as Handle], direction: "into", depth: 1, fanOut: 9 } as const;
    expect((await graphOf(before).neighbours(asked))[0]!.edges.map(({ edge }) => edge.from)).toEqual(["a#f"]);
    await before.close();
  });

  it("what is erased leaves no change behind, and projections are built anew", async () => {
    const { store, projector } = await open();
    await projector.run();
    await publish("secret", "t#x", 5);
    await records.publish(view, changeOf(generation++, { remove: ["secret" as RelPath] }));
    await records.collectGarbage();
    await records.eraseDeleted();
    expect(await records.outbox.read(0, 99)).toEqual([]);
    expect((await projector.status()).map(({ pending }) => pending)).toEqual([null, null]);
    await projector.run();
    expect(await into(store, "t#x")).toEqual({ from: [], near: [], isScanned: false });
    expect(await graph.target.generationOf(view)).toBe(generation as Generation);
  });
});

it("rows that were lost cost a new start, not a hole", async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-outbox-"));
  const file = join(folder, "index.db");
  records = new SqliteStore(file);
  vectors = breakable<VectorStore>(new MemoryVectors());
  graph = breakable<GraphStore>(new MemoryGraph());
  view = (await records.openView("/r")).id;
  generation = 0;
  const { store, projector } = await open();
  await projector.run();
  const best = await publish("a", "t#x", 100);
  await publish("b", "t#x", 5);
  const { openDatabase } = await import("../sqlite/driver.ts");
  const db = openDatabase(file);
  db.exec("DELETE FROM outbox WHERE id <= 2");
  db.close();
  await projector.run();
  expect(await into(store, "t#x")).toEqual({ from: ["a#f", "b#f"], near: [best], isScanned: false });
  await records.close();
  rmSync(folder, { recursive: true, force: true });
});

it("one that lags by too many changes is built anew, and the changes go", async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-outbox-"));
  const file = join(folder, "index.db");
  records = new SqliteStore(file);
  view = (await records.openView("/r")).id;
  generation = 0;
  await records.outbox.register("v");
  await publish("a", "t#x", 1);
  const { openDatabase } = await import("../sqlite/driver.ts");
  const db = openDatabase(file);
  db.exec(`UPDATE sqlite_sequence SET seq = ${MAX_CHANGES} WHERE name = 'outbox'`);
  db.close();
  await records.outbox.advance("v", 0);
  expect((await records.outbox.read(0, 9)).length).toBe(2);
  await publish("b", "t#x", 2);
  // The second change of the publish came after the new start.
  expect((await records.outbox.state()).applied.get("v")).toBeNull();
  expect((await records.outbox.read(0, 9)).map(({ id }) => id)).toEqual([MAX_CHANGES + 2]);
  await records.close();
  rmSync(folder, { recursive: true, force: true });
});
