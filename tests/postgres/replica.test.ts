import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { PostgresStoreFactory } from "../../src/storage/postgres/factory.ts";
import {
  freshSchema,
  pauseReplay,
  runSqlNow,
  startPostgres,
  type TestServer,
  untilReplayed,
  whyNoPostgres,
} from "../../src/testing/postgres-server.ts";

const reason = whyNoPostgres() ?? (process.env.CLEW_TEST_POSTGRES ? "the server is not ours to copy" : null);
if (reason) console.info(`postgres: the tests of replicas are left out: ${reason}`);

describe.skipIf(reason !== null)("a replica that is named for reading", () => {
  let primary: TestServer;
  let replica: TestServer;
  let folder: string;
  let tree: string;
  let closing: { close(): Promise<void> }[];
  beforeAll(async () => {
    primary = await startPostgres();
    replica = await primary.replicate();
  });
  afterAll(async () => {
    await replica.stop();
    await primary.stop();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clew-replica-"));
    tree = join(folder, "shop");
    mkdirSync(tree);
    write("cart", "addToCart");
    closing = [];
  });
  afterEach(async () => {
    for (const one of closing) await one.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (file: string, name: string) =>
    writeFileSync(join(tree, `${file}.ts`), `export function ${name}() {}\n`);
  /** As long as it takes, where a test is not about how long. */
  const PATIENT_MS = 50_000;
  const open = async (schema: string, catchUpMs = PATIENT_MS) => {
    const stores = new PostgresStoreFactory({
      ...{
        address: () => primary.address,
        replicaAddress: () => replica.address,
        realm: () => "team",
        schema,
      },
      ...{ connections: 4, statementMs: 20_000, connectMs: 20_000, catchUpMs },
    });
    const engine = await openEngine({ home: join(folder, `home-${closing.length}`), env: {}, stores });
    closing.unshift(stores);
    closing.unshift(engine);
    const ask = (question: string) =>
      engine.read(tree, async ({ searcher, members }) => {
        const { hits } = await searcher.search(question, { limit: 5 });
        const { generation, freshness } = members[0]!;
        return { paths: hits.map(({ path }) => String(path)), generation, freshness };
      });
    return { engine, stores, ask };
  };
  /** What clew asked this server last. */
  const askedOf = (server: TestServer) =>
    runSqlNow(
      server.address,
      "SELECT query FROM pg_stat_activity WHERE application_name = 'clew' ORDER BY 1",
    ).map(({ query }) => String(query));

  it("answers, and is waited for when it is a moment behind", async () => {
    const { ask } = await open(freshSchema());
    expect(await ask("add to cart")).toMatchObject({ paths: ["cart.ts"], freshness: { isFresh: true } });
    write("voucher", "redeemVoucher");
    expect(await ask("redeem voucher")).toMatchObject({
      paths: ["voucher.ts"],
      generation: 2,
      freshness: { isFresh: true },
    });
    // Its transaction is over, so the last it was told is to end it.
    await expect.poll(() => askedOf(replica), { timeout: 20_000 }).toContain("ROLLBACK");
  });

  it("says how far it is behind, and what it does not know yet is read where it was written", async () => {
    const schema = freshSchema();
    const { ask } = await open(schema, 100);
    await ask("add to cart");
    await untilReplayed(primary, replica);
    await pauseReplay(replica);
    try {
      write("voucher", "redeemVoucher");
      const { paths, generation, freshness } = await ask("redeem voucher");
      expect({ paths, generation }).toEqual({ paths: [], generation: 1 });
      expect(freshness).toMatchObject({
        isFresh: false,
        reason: expect.stringMatching(/^the replica that is read is at generation 1 of 2, .* s old$/),
      });
      const other = await open(freshSchema(), 100);
      expect(await other.ask("redeem voucher")).toMatchObject({
        paths: ["voucher.ts"],
        freshness: { isFresh: true },
      });
    } finally {
      runSqlNow(replica.address, "SELECT pg_wal_replay_resume()");
    }
    const patient = await open(schema);
    expect(await patient.ask("redeem voucher")).toMatchObject({
      generation: 2,
      freshness: { isFresh: true },
    });
  });

  it("answers alone while the server that is written to is away, and says so", async () => {
    const schema = freshSchema();
    await (await open(schema)).ask("add to cart");
    const { ask, engine } = await open(schema);
    await ask("add to cart");
    await untilReplayed(primary, replica);
    await primary.kill();
    try {
      for (const one of [ask, (await open(schema)).ask]) {
        expect(await one("add to cart")).toMatchObject({
          paths: ["cart.ts"],
          freshness: { isFresh: false, reason: expect.stringMatching(/cannot be reached/) },
        });
      }
      await expect(engine.update(tree)).rejects.toMatchObject({ code: "STORE_UNREACHABLE" });
    } finally {
      await primary.restart();
    }
    write("voucher", "redeemVoucher");
    await expect
      .poll(async () => (await ask("redeem voucher")).freshness, { timeout: 40_000, interval: 500 })
      .toEqual({ isFresh: true });
  });

  it("that is away itself is done without", async () => {
    const { ask, stores } = await open(freshSchema());
    await ask("add to cart");
    await replica.kill();
    try {
      expect(await ask("add to cart")).toMatchObject({ paths: ["cart.ts"], freshness: { isFresh: true } });
      const checks = Object.fromEntries(stores.checks().map(({ name, probe }) => [name, probe]));
      await expect(checks["postgres replica"]!()).rejects.toMatchObject({ code: "STORE_UNREACHABLE" });
    } finally {
      await replica.restart();
    }
    const checks = Object.fromEntries(stores.checks().map(({ name, probe }) => [name, probe]));
    expect(await checks["postgres replica"]!()).toMatch(/last change \d+\.\d s ago$/);
  });
});
