import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  freshSchema,
  startPostgres,
  type TestServer,
  whyNoPostgres,
} from "../../../testing/postgres-server.ts";
import type { BlobId } from "../../ids.ts";
import { runVectorsContract } from "../../vectors/contract-suite.ts";
import { scanNearest } from "../../vectors/scan-nearest.ts";
import { Database } from "../database.ts";
import { prepareSchema } from "../migrate.ts";
import { describeProgress, isIndexed, type NearOptions } from "./near-index.ts";
import { ensureExtension, findModel } from "./near-models.ts";
import { NearStore } from "./near-store.ts";

const reason = whyNoPostgres();
if (reason) console.info(`pgvector: its tests are left out: ${reason}`);
const OPTIONS: NearOptions = { approximateFrom: 50_000, m: 16, efConstruction: 64, efSearch: 100 };
const MODEL = { key: "random@16", dims: 16, spec: "{}" };

describe.skipIf(reason !== null)("pgvector on a real server", () => {
  let server: TestServer;
  let database: Database;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const open = async (options: NearOptions = OPTIONS, address = server.address) => {
    const limits = { connections: 4, statementMs: 20_000, connectMs: 5_000 };
    database = new Database({ address, schema: freshSchema(), ...limits });
    await prepareSchema(database);
    await ensureExtension(database);
    const places = await database.change<{ id: number }>(
      "INSERT INTO @place(key) VALUES ('one'), ('two') RETURNING id",
    );
    return places.map(({ id }) => new NearStore(database, id, options)) as [NearStore, NearStore];
  };
  const dispose = async () => {
    await database.run(`DROP SCHEMA ${database.schema} CASCADE`);
    await database.close();
  };

  runVectorsContract("pgvector", async () => {
    const [store] = await open();
    return {
      store,
      blobs: async (count) => Array.from({ length: count }, (_, at) => (at + 1) as BlobId),
      dispose,
    };
  });

  it("an index that is made behind keeps at least 0.98 of the nearest ten of a small view among many rows", async () => {
    const [large, small] = await open({ ...OPTIONS, approximateFrom: 3_000 });
    const random = createRandom();
    const vectors = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        blob: (at + 1) as BlobId,
        rows: Int8Array.from({ length: MODEL.dims * 2 }, () => Math.round(random() * 254 - 127)),
      }));
    const mine = vectors(60);
    await small.put(MODEL, mine);
    await large.put(MODEL, vectors(2_000));
    const model = (await database.reading((queries) => findModel(queries, MODEL.key)))!;
    await large.settled();
    expect(await isIndexed(database, model)).toBe(true);
    const scope = mine.map(({ blob }) => blob);
    let found = 0;
    const asked = 30;
    for (let at = 0; at < asked; at++) {
      const question = Array.from({ length: MODEL.dims }, () => random() * 2 - 1);
      const near = await small.of(scope).nearest(MODEL.key, question, 10);
      const exact = await scanNearest(small.of(scope).read(MODEL.key), question, 10);
      const names = new Set(near.map(({ blob, row }) => `${blob} ${row}`));
      found += exact.filter(({ blob, row }) => names.has(`${blob} ${row}`)).length;
      expect(near).toHaveLength(10);
    }
    expect(found / (asked * 10)).toBeGreaterThanOrEqual(0.98);

    // A tenth has to change before it is made again.
    const changedRows = async () =>
      (await database.read<{ changed_rows: number }>("SELECT changed_rows FROM @near_model"))[0]!
        .changed_rows;
    await small.remove(MODEL.key, scope.slice(0, 5));
    await small.put(MODEL, mine.slice(0, 1));
    await small.settled();
    expect(await changedRows()).toBe(12);
    await large.put(MODEL, vectors(2_400).slice(2_000));
    await large.settled();
    expect(await changedRows()).toBe(0);
    await dispose();
  });

  it("a model of another dimension is refused before anything is written", async () => {
    const [store] = await open();
    await store.put(MODEL, [{ blob: 1 as BlobId, rows: new Int8Array(16).fill(1) }]);
    const other = { ...MODEL, dims: 8 };
    await expect(
      store.put(other, [{ blob: 2 as BlobId, rows: new Int8Array(8).fill(1) }]),
    ).rejects.toMatchObject({
      code: "INDEX_BAD_VECTORS",
    });
    expect(await store.findMissing(MODEL.key, [1 as BlobId, 2 as BlobId])).toEqual([2]);
    await dispose();
  });

  it("a database without the extension is refused with what to do", async () => {
    const admin = new Database({
      address: server.address,
      schema: "public",
      connections: 2,
      statementMs: 20_000,
      connectMs: 5_000,
    });
    await admin.run("CREATE DATABASE bare");
    await admin.run("CREATE ROLE plain LOGIN");
    const address = server.address.replace("postgres@", "plain@").replace(/[^/]*$/, "bare");
    const bare = new Database({
      address,
      schema: "x",
      connections: 2,
      statementMs: 20_000,
      connectMs: 5_000,
    });
    await expect(ensureExtension(bare)).rejects.toMatchObject({
      code: "STORE_EXTENSION_MISSING",
      hint: expect.stringContaining("CREATE EXTENSION vector"),
    });
    await bare.close();
    await admin.close();
  });

  it("progress is told in per cent", () => {
    expect(describeProgress({ done: 450_000, total: 1_000_000 })).toBe("45% (450,000 of 1,000,000)");
  });
});

/** The same numbers every time. */
function createRandom(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}
