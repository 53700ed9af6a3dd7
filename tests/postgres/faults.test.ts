import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AppError } from "../../src/core/errors.ts";
import type { RelPath } from "../../src/core/rel-path.ts";
import type { RecordStore } from "../../src/storage/contract.ts";
import { changeOf, entryOf, toyBlob } from "../../src/storage/contract-fixtures.ts";
import type { StorePlace } from "../../src/storage/factory.ts";
import { Database } from "../../src/storage/postgres/database.ts";
import { PostgresStoreFactory } from "../../src/storage/postgres/factory.ts";
import {
  freshSchema,
  runSqlNow,
  startPostgres,
  type TestServer,
  whyNoPostgres,
} from "../../src/testing/postgres-server.ts";

const reason = whyNoPostgres() ?? (process.env.CLEW_TEST_POSTGRES ? "the server is not ours to kill" : null);
if (reason) console.info(`postgres: the tests of its faults are left out: ${reason}`);

const FAMILY = { name: "shop", identity: "/trees/shop/.git" };

describe.skipIf(reason !== null)("faults of the server", () => {
  let server: TestServer;
  let schema: string;
  let factories: PostgresStoreFactory[];
  beforeAll(async () => {
    server = await startPostgres({ deadlock_timeout: "100ms" });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    schema = freshSchema();
    factories = [];
  });
  afterEach(async () => {
    for (const factory of factories) await factory.close();
    now(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
  });

  const now = (sql: string) => runSqlNow(server.address, `SET search_path TO "${schema}", public; ${sql}`);
  const make = (more: { address?: string; statementMs?: number } = {}) => {
    const factory = new PostgresStoreFactory({
      address: () => more.address ?? server.address,
      realm: () => "faults",
      schema,
      connections: 4,
      statementMs: more.statementMs ?? 20_000,
      connectMs: 5_000,
    });
    factories.push(factory);
    return factory;
  };
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => "none",
      (error: AppError) => error.code,
    );

  describe("a connection that ends", () => {
    it("in the midst of a change leaves the former generation, and the same change goes through again", async () => {
      const place = make().placeOf(FAMILY);
      const { store } = await place.open();
      await publish(store, "a", "one");
      now(`
        CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
        CREATE TRIGGER cut BEFORE UPDATE ON view FOR EACH ROW EXECUTE FUNCTION cut()`);
      expect(await codeOf(publish(store, "b", "two"))).toBe("STORE_UNREACHABLE");
      expect(await shown(store)).toEqual({ generation: 1, paths: ["a"] });
      now("DROP TRIGGER cut ON view");
      await publish(store, "b", "two");
      expect(await shown(store)).toEqual({ generation: 2, paths: ["a", "b"] });
      expect((await store.verify({ deep: true })).problems).toEqual([]);
    });

    it("that nobody uses is replaced without a word", async () => {
      const { store } = await make().placeOf(FAMILY).open();
      await publish(store, "a", "one");
      now("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'clew'");
      expect(await shown(store)).toEqual({ generation: 1, paths: ["a"] });
      await publish(store, "b", "two");
    });

    it("under a reader is told, and the next reader reads", async () => {
      const { store } = await make().placeOf(FAMILY).open();
      const view = await publish(store, "a", "one");
      const reader = await store.read(view);
      now("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'");
      expect(await codeOf(reader.files())).toBe("STORE_UNREACHABLE");
      await reader.close();
      expect(await shown(store)).toEqual({ generation: 1, paths: ["a"] });
    });

    it("takes the lock with it: another writer goes on, and whoever lost it writes no more", async () => {
      const [ours, theirs] = [make().placeOf(FAMILY), make().placeOf(FAMILY)];
      const [{ store }, other] = [await ours.open(), await theirs.open()];
      await ours.lock({ timeoutMs: 0 });
      expect(await codeOf(theirs.lock({ timeoutMs: 0 }))).toBe("INDEX_LOCKED");
      await publish(store, "a", "one");
      now("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'");
      const lock = await theirs.lock({ timeoutMs: 2_000 });
      expect(await codeOf(publish(store, "b", "two"))).toBe("INDEX_LOCKED");
      await publish(other.store, "c", "three");
      lock.release();
      expect(await shown(store)).toEqual({ generation: 2, paths: ["a", "c"] });
    });
  });

  it("a killed server is told, and what was published is there when it is back", async () => {
    const { store } = await make().placeOf(FAMILY).open();
    const view = await publish(store, "a", "one");
    const reader = await store.read(view);
    await server.kill();
    expect(await codeOf(reader.files())).toBe("STORE_UNREACHABLE");
    expect(await codeOf(publish(store, "b", "two"))).toBe("STORE_UNREACHABLE");
    expect(await codeOf(store.read(view))).toBe("STORE_UNREACHABLE");
    await server.restart();
    await reader.close();
    expect(await shown(store)).toEqual({ generation: 1, paths: ["a"] });
    await publish(store, "b", "two");
    expect((await store.verify({ deep: true })).problems).toEqual([]);
  });

  it("a statement that takes too long is ended by the server, and a lock is not waited for without end", async () => {
    const { store } = await make().placeOf(FAMILY).open();
    await publish(store, "a", "one");
    const { store: hurried } = await make({ statementMs: 300 }).placeOf(FAMILY).open();
    const holder = new Database({
      address: server.address,
      schema,
      connections: 2,
      statementMs: 20_000,
      connectMs: 5_000,
    });
    let release = () => {};
    let held = Promise.resolve();
    await new Promise<void>((isHeld) => {
      held = holder.write("SELECT id FROM @place FOR UPDATE", () => {
        isHeld();
        return new Promise<void>((done) => {
          release = done;
        });
      });
    });
    expect(await codeOf(publish(hurried, "b", "two"))).toBe("INDEX_BUSY");
    expect(await shown(store)).toEqual({ generation: 1, paths: ["a"] });
    release();
    await held;
    await holder.close();
    await publish(store, "b", "two");
  });

  it("a deadlock is broken by the server and the change is made again", async () => {
    const { store } = await make().placeOf(FAMILY).open();
    await publish(store, "a", "one");
    now("CREATE TABLE deadlocks(n int); CREATE SEQUENCE turns");
    now(`
      CREATE FUNCTION deadlock_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('"${schema}".turns') = 1 THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER deadlock_once BEFORE UPDATE ON view FOR EACH ROW EXECUTE FUNCTION deadlock_once()`);
    await publish(store, "b", "two");
    expect(await shown(store)).toEqual({ generation: 2, paths: ["a", "b"] });
    expect(now("SELECT last_value::int AS turns FROM turns")).toEqual([{ turns: 2 }]);
  });

  describe("writers at once", () => {
    it("two of one view follow each other: one publishes, the other is told to read again", async () => {
      const [one, two] = [await make().placeOf(FAMILY).open(), await make().placeOf(FAMILY).open()];
      const outcomes = await Promise.all([
        codeOf(publish(one.store, "a", "one", 0)),
        codeOf(publish(two.store, "b", "two", 0)),
      ]);
      expect(outcomes.sort()).toEqual(["INDEX_CONFLICT", "none"]);
      expect((await one.store.verify({ deep: true })).problems).toEqual([]);
    });

    it("eight of eight families share contents that come at once, and none waits for another's lock", async () => {
      const factory = make();
      const places = Array.from({ length: 8 }, (_, at) =>
        factory.placeOf({ name: `r${at}`, identity: `r${at}` }),
      );
      const write = async (place: StorePlace, at: number) => {
        const { store } = await place.open();
        const lock = await place.lock({ timeoutMs: 0 });
        for (let round = 0; round < 6; round++) {
          await publish(store, `common${round}`, `common${round}`);
          await publish(store, `own${round}`, `own${at}${round}`);
        }
        lock.release();
        return store;
      };
      const stores = await Promise.all(places.map(write));
      for (const store of stores) {
        expect((await shown(store)).paths).toHaveLength(12);
        expect((await store.verify({ deep: true })).problems).toEqual([]);
      }
      expect(now("SELECT count(*)::int AS contents FROM content")).toEqual([{ contents: 6 + 8 * 6 }]);
      await Promise.all(stores.map(forgetAll));
      expect(now("SELECT count(*)::int AS contents FROM content")).toEqual([{ contents: 0 }]);
    });
  });

  describe("rights and versions", () => {
    const roleAddress = (role: string) => server.address.replace("postgres@", `${role}@`);

    it("a role that may only read answers questions, and is told when it would write", async () => {
      const { store } = await make().placeOf(FAMILY).open();
      await publish(store, "a", "one");
      const role = `reader_${randomBytes(4).toString("hex")}`;
      now(`CREATE ROLE ${role} LOGIN; GRANT USAGE ON SCHEMA "${schema}" TO ${role};
        GRANT SELECT ON ALL TABLES IN SCHEMA "${schema}" TO ${role}`);
      const place = make({ address: roleAddress(role) }).placeOf(FAMILY);
      const reading = await place.open();
      expect(await shown(reading.store)).toEqual({ generation: 1, paths: ["a"] });
      expect(await codeOf(publish(reading.store, "b", "two"))).toBe("INDEX_UNWRITABLE");
      expect(await codeOf(place.lock({ timeoutMs: 0 }))).toBe("INDEX_UNWRITABLE");
      const empty = make({ address: roleAddress(role) }).placeOf({ name: "new", identity: "new" });
      expect(await codeOf(empty.open())).toBe("INDEX_UNWRITABLE");
    });

    it("a role that owns one schema and nothing else indexes into it", async () => {
      const role = `owner_${randomBytes(4).toString("hex")}`;
      now(`CREATE ROLE ${role} LOGIN; CREATE SCHEMA "${schema}" AUTHORIZATION ${role}`);
      const { store } = await make({ address: roleAddress(role) })
        .placeOf(FAMILY)
        .open();
      await publish(store, "a", "one");
      expect(await shown(store)).toEqual({ generation: 1, paths: ["a"] });
    });

    it("a wrong role or database is refused with the reason, and without its password", async () => {
      const addresses = [
        roleAddress("nobody:hunter2"),
        server.address.replace(/[^/]*$/, "nothing").replace("postgres@", "postgres:hunter2@"),
      ];
      for (const address of addresses) {
        const error = await make({ address })
          .placeOf(FAMILY)
          .open()
          .catch((thrown: AppError) => thrown);
        expect(error).toMatchObject({ code: "STORE_REFUSED" });
        expect(JSON.stringify([error, (error as AppError).message])).not.toContain("hunter2");
      }
    });

    it("tables that a newer version changed under an open store are refused when it is opened again", async () => {
      const place = make().placeOf(FAMILY);
      await publish((await place.open()).store, "a", "one");
      await place.close();
      now("INSERT INTO format(id, name) VALUES (1000, 'of tomorrow')");
      expect(await codeOf(place.open())).toBe("INDEX_TOO_NEW");
      expect(await codeOf(make().placeOf(FAMILY).open())).toBe("INDEX_TOO_NEW");
    });
  });
});

async function publish(store: RecordStore, path: string, word: string, expected?: number) {
  const blob = toyBlob([word], [[word]]);
  const [id] = [...(await store.appendFacts([blob])).values()];
  const view = await store.openView("/r");
  await store.publish(
    view.id,
    changeOf(expected ?? view.generation, { upsert: [entryOf(path, { blob: id! })] }),
  );
  return view.id;
}

async function shown(store: RecordStore): Promise<{ generation: number; paths: string[] }> {
  const { id } = await store.openView("/r");
  const reader = await store.read(id);
  const paths = (await reader.files()).map(({ path }) => String(path));
  await reader.close();
  return { generation: reader.info.generation, paths };
}

async function forgetAll(store: RecordStore): Promise<void> {
  const { id, generation } = await store.openView("/r");
  const remove = (await shown(store)).paths as RelPath[];
  await store.publish(id, changeOf(generation, { remove }));
  await store.collectGarbage();
}
