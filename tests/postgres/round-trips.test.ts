import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { changeOf, entryOf, toyBlob } from "../../src/storage/contract-fixtures.ts";
import { PostgresStoreFactory } from "../../src/storage/postgres/factory.ts";
import {
  freshSchema,
  startPostgres,
  type TestServer,
  whyNoPostgres,
} from "../../src/testing/postgres-server.ts";

const reason = whyNoPostgres();
if (reason) console.info(`postgres: the tests of its round trips are left out: ${reason}`);

/** The second question makes a view hot; what a watcher looks at when it begins may come between. */
const WARMING = { timeout: 30_000, interval: 50 };

describe.skipIf(reason !== null)("a question to a server that is far away", () => {
  let server: TestServer;
  let folder: string;
  let schema: string;
  let engines: Engine[];
  let factories: PostgresStoreFactory[];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clew-trips-"));
    schema = freshSchema();
    [engines, factories] = [[], []];
  });
  afterEach(async () => {
    for (const engine of engines) await engine.close();
    for (const factory of factories) await factory.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const makeStores = () => {
    const factory = new PostgresStoreFactory({
      address: () => server.address,
      realm: () => "team",
      schema,
      connections: 2,
      statementMs: 20_000,
      connectMs: 5_000,
    });
    factories.push(factory);
    return factory;
  };
  const openOne = async (isWatching: boolean) => {
    const stores = makeStores();
    const home = join(folder, `home-${engines.length}`);
    const engine = await openEngine({ home, env: {}, stores, isWatching });
    engines.push(engine);
    const ask = (roots: string[], question: string) =>
      engine.asOneQuestion(async () => {
        const scope = await engine.scopeOf(roots, "/");
        return engine.read(scope, async ({ searcher, roundTrips }) => {
          const { hits } = await searcher.search(question, { limit: 5 });
          return { paths: hits.map(({ path }) => path), roundTrips: roundTrips() };
        });
      });
    const tripsOf = async (questions: string[], roots: string[]) => {
      const trips: (number | null)[] = [];
      for (const question of questions) trips.push((await ask(roots, question)).roundTrips);
      return trips;
    };
    return { engine, ask, tripsOf };
  };
  const makeTree = (name: string, files: Record<string, string>) => {
    const tree = join(folder, name);
    mkdirSync(tree);
    for (const [path, text] of Object.entries(files)) writeFileSync(join(tree, path), text);
    return tree;
  };

  it("costs one round trip when its view is in memory, and what others publish is seen", async () => {
    const tree = makeTree("shop", {
      "cart.ts": "export function addToCart(item: string) { return item; }\n",
      "price.ts": "export function priceOf(item: string) { return item.length; }\n",
    });
    const { ask, tripsOf } = await openOne(true);
    const questions = ["add to cart", "price of item", "cart item"];
    await expect.poll(() => tripsOf(questions, [tree]), WARMING).toEqual([1, 1, 1]);

    const other = await openOne(false);
    writeFileSync(join(tree, "voucher.ts"), "export function redeemVoucher() {}\n");
    await other.engine.update(tree);
    expect((await ask([tree], "redeem voucher")).paths).toContain("voucher.ts");
  });

  it("over more repositories than there are connections reads all of them in one transaction", async () => {
    const trees = ["red", "green", "blue", "grey", "pink"].map((colour) =>
      makeTree(colour, {
        [`${colour}.ts`]: `export function paint${colour}() {}\nexport function mix() {}\n`,
      }),
    );
    const { engine, ask, tripsOf } = await openOne(true);
    for (const tree of trees) await engine.update(tree);
    const first = await ask(trees, "mix");
    expect(first.paths).toHaveLength(trees.length);
    await expect.poll(() => tripsOf(["mix", "paint"], trees), WARMING).toEqual([1, 1]);
  });

  it("does not mix generations: one published before the first read ends it, and it is asked anew", async () => {
    const family = { name: "shop", identity: "shop" };
    const [here, there] = [makeStores(), makeStores()];
    const { store } = await here.placeOf(family).open();
    const { store: other } = await there.placeOf(family).open();
    const publish = async (path: string) => {
      const view = await other.openView("/tree");
      const facts = await other.appendFacts([toyBlob([path])]);
      const entry = entryOf(path, { blob: [...facts.values()][0]! });
      await other.publish(view.id, changeOf(view.generation, { upsert: [entry] }));
    };
    await publish("a");
    const { id } = await store.openView("/tree");
    await here.asOneQuestion(async () => {
      const reader = await store.read(id);
      await publish("b");
      await expect(reader.files()).rejects.toMatchObject({ code: "INDEX_CLOSED", retryable: true });
      await reader.close();
      const again = await store.read(id);
      // From now on its transaction began with the look, so nothing can come between.
      await publish("c");
      expect((await again.files()).map(({ path }) => path)).toEqual(["a", "b"]);
      await again.close();
    });
  });
});
