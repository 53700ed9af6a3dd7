import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Engine, type EngineOptions, openEngine, type UpdateNews } from "../../src/engine/engine.ts";
import { PostgresStoreFactory } from "../../src/storage/postgres/factory.ts";
import {
  freshSchema,
  runSqlNow,
  startPostgres,
  type TestServer,
  whyNoPostgres,
} from "../../src/testing/postgres-server.ts";

const reason = whyNoPostgres();
if (reason) console.info(`postgres: the tests of shared jobs are left out: ${reason}`);

const QUICK = { leaseMs: 900, lookEveryMs: 100 };

describe.skipIf(reason !== null)("processes that share a database", () => {
  let server: TestServer;
  let folder: string;
  let schema: string;
  let closing: { close(): Promise<void> }[];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clew-jobs-"));
    schema = freshSchema();
    closing = [];
  });
  afterEach(async () => {
    for (const one of closing) await one.close();
    runSqlNow(server.address, `DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    rmSync(folder, { recursive: true, force: true });
  });

  const makeStores = () => {
    const stores = new PostgresStoreFactory({
      ...{ address: () => server.address, realm: () => "team", schema },
      ...{ connections: 4, statementMs: 20_000, connectMs: 5_000 },
    });
    closing.push(stores);
    return stores;
  };
  const open = async (more: EngineOptions = {}): Promise<Engine> => {
    const home = join(folder, `home-${closing.length}`);
    const engine = await openEngine({ home, env: {}, stores: makeStores(), ...more });
    closing.unshift(engine);
    return engine;
  };
  const makeTree = (name: string) => {
    const tree = join(folder, name);
    mkdirSync(tree);
    writeFileSync(join(tree, `${name}.ts`), `export function ${name}() {}\n`);
    return tree;
  };
  const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
    for (const deadline = performance.now() + 50_000; performance.now() < deadline; await sleep(50)) {
      const found = await look();
      if (found !== undefined) return found;
    }
    throw new Error("it did not come about");
  };

  it("give a job to one of them, and to another one when that one fell silent", async () => {
    const [here, there] = [await makeStores().openJobs(), await makeStores().openJobs()];
    const ids = [await here.add("/a"), await here.add("/b"), await here.add("/a")];
    expect(new Set(ids).size).toBe(2);
    const taken = await Promise.all(["one", "two", "three"].map((worker) => there.take(worker, 60_000)));
    expect(taken.map((job) => job?.path ?? null).sort()).toEqual(["/a", "/b", null]);

    await here.add("/c");
    const silent = await here.take("silent", 50);
    expect(await here.renew(silent!.id, "silent", 50)).toBe(true);
    await sleep(80);
    expect(await there.take("next", 60_000)).toEqual({ ...silent, attempts: 2 });
    expect(await here.renew(silent!.id, "silent", 50)).toBe(false);
    expect(await here.finish(silent!.id, "silent", { isDone: true, message: "" })).toBe(false);
    expect(await there.finish(silent!.id, "next", { isDone: true, message: "ok" })).toBe(true);
    expect((await here.list())[0]).toMatchObject({ state: "done", worker: "next", message: "ok" });
  });

  it("give a job up whose workers all end", async () => {
    const jobs = await makeStores().openJobs();
    await jobs.add("/deadly");
    for (let worker = 0; worker < 5; worker++) {
      expect(await jobs.take(`worker ${worker}`, 1)).not.toBeNull();
      await sleep(10);
    }
    expect(await jobs.take("careful", 1)).toBeNull();
    expect((await jobs.list())[0]).toMatchObject({ state: "failed" });
  });

  it("index for each other, also what a process that was killed had begun", async () => {
    const [shop, abandoned] = [makeTree("shop"), makeTree("abandoned")];
    const asking = await open();
    const jobs = await makeStores().openJobs();
    await jobs.add(abandoned);
    await jobs.take("killed", QUICK.leaseMs);
    await asking.enqueue(shop);
    await open({ worksOnJobs: QUICK });
    await until(async () =>
      (await asking.jobs()).every(({ state }) => state === "done") ? true : undefined,
    );
    expect((await asking.list()).map(({ name }) => name)).toEqual(["abandoned", "shop"]);
  });

  it("hear of generations that others publish", async () => {
    const shop = makeTree("shop");
    const heard: UpdateNews[] = [];
    const listening = await open({ isWatching: true, onUpdate: (news) => void heard.push(news) });
    await listening.update(shop);
    const other = await open();
    const published = new Set<number>();
    const news = await until(async () => {
      writeFileSync(join(shop, `more-${published.size}.ts`), "export const more = 1;\n");
      published.add((await other.update(shop)).generation);
      return heard.find((one) => one.kind === "heard" && published.has(one.generation));
    });
    expect(news).toMatchObject({ kind: "heard", root: shop });
  });
});
