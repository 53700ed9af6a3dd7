import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshSchema, startPostgres, type TestServer, whyNoPostgres } from "../testing/postgres-server.ts";
import type { RecordStore, ViewInfo } from "./contract.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob, unresolvedUse } from "./contract-fixtures.ts";
import { copyView } from "./copy-view.ts";
import { openMemoryStore } from "./memory/index.ts";
import { PostgresStoreFactory } from "./postgres/factory.ts";
import { SqliteStore } from "./sqlite/index.ts";

const MODEL = { key: "copied@2", dims: 2, spec: "{}" };
const reason = whyNoPostgres();
if (reason) console.info(`copies to and from postgres are left out: ${reason}`);

describe("a view that is copied to another store", () => {
  let folder: string;
  let server: TestServer | undefined;
  let postgres: PostgresStoreFactory | undefined;
  let files = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-copy-"));
    if (reason) return;
    server = await startPostgres();
    const { address } = server;
    const limits = { connections: 4, statementMs: 20_000, connectMs: 5_000 };
    const schema = freshSchema();
    postgres = new PostgresStoreFactory({ address: () => address, realm: () => "copy", schema, ...limits });
  });
  afterAll(async () => {
    await postgres?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const OPEN: Record<string, () => Promise<RecordStore>> = {
    memory: async () => openMemoryStore(),
    sqlite: async () => new SqliteStore(join(folder, `${files++}.db`)),
    postgres: async () => (await postgres!.placeOf({ name: "copy", identity: String(files++) }).open()).store,
  };
  const PAIRS = [
    ["sqlite", "memory"],
    ["memory", "sqlite"],
    ["sqlite", "postgres"],
    ["postgres", "sqlite"],
  ] as const;

  it.each(PAIRS.filter((pair) => !reason || !pair.includes("postgres" as never)))(
    "from %s to %s shows the same to the byte, and once more brings nothing",
    async (from, to) => {
      const [source, target] = [await OPEN[from]!(), await OPEN[to]!()];
      const view = await fill(source);
      // What the other store showed before of the same tree goes.
      const [old] = [...(await target.appendFacts([toyBlob(["old"], [["old"]])])).values()];
      const before = await target.openView("/r");
      await target.publish(before.id, changeOf(0, { upsert: [entryOf("gone", { blob: old! })] }));

      expect(await copyView(source, target, view)).toEqual({ files: 3, contents: 2, vectors: 1 });
      const copied = await target.openView("/r");
      expect(await dumpOf(target, copied)).toEqual(await dumpOf(source, view));
      expect(copied).toMatchObject({ generation: 2, revision: "abc", files: 3, skipped: 1 });
      const reader = await target.read(copied.id);
      expect(await reader.vectors.coverage()).toEqual([{ ...MODEL, blobs: 1 }]);
      await reader.close();
      expect(await copyView(source, target, view)).toEqual({ files: 3, contents: 0, vectors: 0 });
      expect((await target.verify({ deep: true })).problems).toEqual([]);
      await source.close();
      await target.close();
    },
  );
});

async function fill(store: RecordStore): Promise<ViewInfo> {
  const blobs = [
    toyBlob(["one", "other"], [["w", "w", "v"], ["w"]]),
    toyBlob(["two"], [["w", "quote'\"\\", "\u{1f600}"]]),
  ];
  const [one, two] = [...(await store.appendFacts(blobs)).values()];
  const [links] = await store.putLinks([
    linksOf([edgeBetween("a", "b")], [unresolvedUse("u", "a")], [1], [2]),
  ]);
  const { id } = await store.openView("/r");
  const upsert = [
    entryOf("a", { blob: one!, links: links! }),
    entryOf("b", { blob: two! }),
    entryOf("c\udc80'", { blob: two!, origin: "local" }),
  ];
  const upsertSkipped = [{ path: "d" as never, reason: "binary", detail: "why", stamp: null }];
  await store.publish(id, changeOf(0, { upsert, upsertSkipped, revision: "abc" }));
  await store.vectors.put(MODEL, [{ blob: one!, rows: Int8Array.of(1, 2, 3, 4, 5, 6) }]);
  return store.openView("/r");
}

async function dumpOf(store: RecordStore, { id }: ViewInfo): Promise<string[]> {
  const reader = await store.read(id);
  const lines: string[] = [];
  for await (const line of reader.dump()) lines.push(line);
  await reader.close();
  return lines;
}
