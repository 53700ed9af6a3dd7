import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { changeOf, entryOf, toyBlob } from "../../src/storage/contract-fixtures.ts";
import { PostgresStoreFactory } from "../../src/storage/postgres/factory.ts";
import {
  freshSchema,
  startPostgres,
  type TestServer,
  untilReplayed,
  whyNoPostgres,
} from "../../src/testing/postgres-server.ts";
import { openSwitchedWay, type SwitchedWay } from "../../src/testing/switched-way.ts";

const reason = whyNoPostgres() ?? (process.env.CLEW_TEST_POSTGRES ? "the server is not ours to copy" : null);
if (reason) console.info(`postgres: the tests of failover are left out: ${reason}`);

describe.skipIf(reason !== null)("a replica that takes over behind the same address", () => {
  let primary: TestServer;
  let replica: TestServer;
  let way: SwitchedWay;
  let folder: string;
  let stores: PostgresStoreFactory;
  beforeEach(async () => {
    primary = await startPostgres();
    replica = await primary.replicate();
    way = await openSwitchedWay(primary.port);
    folder = mkdtempSync(join(tmpdir(), "clew-failover-"));
    stores = new PostgresStoreFactory({
      address: () => primary.address.replace(String(primary.port), String(way.port)),
      ...{ realm: () => "team", schema: freshSchema() },
      ...{ connections: 4, statementMs: 20_000, connectMs: 2_000 },
    });
  });
  afterEach(async () => {
    await stores.close();
    await way.close();
    await replica.stop();
    await primary.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What the first one commits from now on, the second one never gets. */
  const loseTouch = async () => {
    await untilReplayed(primary, replica);
    await replica.kill();
  };
  const takeOver = async () => {
    await primary.kill();
    await replica.restart();
    await replica.promote();
    way.leadTo(replica.port);
  };

  it("gives numbers of lost generations out again, and nothing of the lost ones is shown", async () => {
    const tree = join(folder, "shop");
    mkdirSync(tree);
    const write = (file: string, name: string) =>
      writeFileSync(join(tree, `${file}.ts`), `export function ${name}() {}\n`);
    const engine = await openEngine({ home: join(folder, "home"), env: {}, stores });
    const ask = (question: string) =>
      engine.read(tree, async ({ searcher, members }) => {
        const { hits } = await searcher.search(question, { limit: 5 });
        return { best: hits[0] ? String(hits[0].path) : null, generation: members[0]!.generation };
      });
    write("cart", "addToCart");
    await ask("add to cart");
    await loseTouch();
    write("voucher", "redeemVoucher");
    expect(await ask("redeem voucher")).toEqual({ best: "voucher.ts", generation: 2 });
    await takeOver();
    rmSync(join(tree, "voucher.ts"));
    write("invoice", "printInvoice");
    expect(await ask("print invoice")).toEqual({ best: "invoice.ts", generation: 2 });
    expect((await ask("redeem voucher")).best).toBeNull();
    await engine.close();
  });

  it("refuses a writer of before, who writes anew", async () => {
    const place = stores.placeOf({ name: "shop", identity: "/trees/shop/.git" });
    const { store } = await place.open();
    const publish = async (path: string) => {
      const [blob] = [...(await store.appendFacts([toyBlob([path])])).values()];
      const { id, generation } = await store.openView("/r");
      await store.publish(id, changeOf(generation, { upsert: [entryOf(path, { blob: blob! })] }));
      return id;
    };
    await publish("a");
    const lock = await place.lock({ timeoutMs: 0 });
    await publish("b");
    await loseTouch();
    await publish("lost");
    await takeOver();
    await expect(publish("c")).rejects.toMatchObject({ code: "INDEX_CLOSED", retryable: true });
    lock.release();
    await place.close();
    const again = await place.lock({ timeoutMs: 2_000 });
    const { store: anew } = await place.open();
    const view = await anew.openView("/r");
    const reader = await anew.read(view.id);
    expect((await reader.files()).map(({ path }) => String(path))).toEqual(["a", "b"]);
    await reader.close();
    expect((await anew.verify({ deep: true })).problems).toEqual([]);
    again.release();
  });
});
