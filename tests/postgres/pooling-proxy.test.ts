/** Everything through a proxy that lends its connections for single transactions: what is left in a session would be another's. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { PostgresStoreFactory } from "../../src/storage/postgres/factory.ts";
import { openPoolingProxy, type PoolingProxy, whyNoProxy } from "../../src/testing/pooling-proxy.ts";
import { freshSchema, runSqlNow, startPostgres, type TestServer } from "../../src/testing/postgres-server.ts";

const reason = whyNoProxy();
if (reason) console.info(`postgres: the tests with a proxy are left out: ${reason}`);

/** Fewer than the twenty and more that both processes open, more than both can hold transactions on at once. */
const SERVER_CONNECTIONS = 12;
const FAMILY = { name: "shop", identity: "shop" };

describe.skipIf(reason !== null)("a proxy that lends connections for single transactions", () => {
  let server: TestServer;
  let proxy: PoolingProxy;
  let folder: string;
  let schema: string;
  let closing: { close(): Promise<void> }[];
  beforeAll(async () => {
    server = await startPostgres();
    proxy = await openPoolingProxy(server, SERVER_CONNECTIONS);
  });
  afterAll(async () => {
    await proxy?.stop();
    await server?.stop();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clew-proxy-"));
    schema = freshSchema();
    closing = [];
  });
  afterEach(async () => {
    for (const one of closing) await one.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const makeStores = () => {
    const stores = new PostgresStoreFactory({
      ...{ address: () => proxy.address, realm: () => "team", schema },
      ...{ connections: 4, statementMs: 60_000, connectMs: 20_000 },
    });
    closing.push(stores);
    return stores;
  };

  it("lets two processes index and ask at once, and nothing stays in its sessions", async () => {
    const engines = await Promise.all(
      ["one", "two"].map(async (name) => {
        const engine = await openEngine({ home: join(folder, name), env: {}, stores: makeStores() });
        closing.unshift(engine);
        return engine;
      }),
    );
    const trees = engines.map((_, at) => join(folder, `tree${at}`));
    for (const tree of trees) mkdirSync(tree);
    for (let round = 1; round <= 4; round++) {
      for (const [at, tree] of trees.entries())
        writeFileSync(join(tree, `part${round}.ts`), `export function mark${at}x${round}() {}\n`);
      await Promise.all(
        engines.flatMap((engine, at) =>
          [at, 1 - at].map(async (of) => {
            const found = await engine.read(trees[of]!, async ({ searcher }) =>
              searcher.search(`mark${of}x${round}`, { limit: 1 }),
            );
            expect(found.hits[0]?.path).toBe(`part${round}.ts`);
          }),
        ),
      );
    }
    const countOf = (sql: string) => runSqlNow(server.address, `SELECT count(*)::int AS n FROM ${sql}`)[0]!.n;
    expect(countOf("pg_stat_activity WHERE application_name = 'clew'")).toBeLessThanOrEqual(
      SERVER_CONNECTIONS,
    );
    // Nobody waits for the end of a lock.
    await expect.poll(() => countOf("pg_locks WHERE locktype = 'advisory'"), { timeout: 60_000 }).toBe(0);
  });

  it("keeps the lock of a writer for as long as it is held, and frees it with its connection", async () => {
    const [ours, theirs] = [makeStores().placeOf(FAMILY), makeStores().placeOf(FAMILY)];
    await ours.open();
    const { store } = await theirs.open();
    const lock = await ours.lock({ timeoutMs: 0 });
    // Others are lent connections meanwhile, and none of them is the one of the lock.
    for (let use = 0; use < 10; use++) await Promise.all([store.listViews(), store.openView("/r")]);
    await expect(theirs.lock({ timeoutMs: 0 })).rejects.toMatchObject({ code: "INDEX_LOCKED" });
    lock.release();
    (await theirs.lock({ timeoutMs: 20_000 })).release();
    await ours.lock({ timeoutMs: 20_000 });
    await ours.close();
    await theirs.lock({ timeoutMs: 20_000 });
  });
});
