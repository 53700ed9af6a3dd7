import { afterAll, beforeAll, describe } from "vitest";
import { freshSchema, startPostgres, type TestServer, whyNoPostgres } from "../../testing/postgres-server.ts";
import { toyBlob } from "../contract-fixtures.ts";
import { runRecordsContract } from "../contract-suite.ts";
import { runVectorsContract } from "../vectors/contract-suite.ts";
import { Database } from "./database.ts";
import { PostgresStore } from "./index.ts";
import { prepareSchema } from "./migrate.ts";

const reason = whyNoPostgres();
if (reason) console.info(`postgres: the tests of its store are left out: ${reason}`);

describe.skipIf(reason !== null)("on a real server", () => {
  let server: TestServer;
  let database: Database;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const openStore = async () => {
    database = new Database({
      address: server.address,
      schema: freshSchema(),
      connections: 4,
      statementMs: 20_000,
      connectMs: 5_000,
    });
    await prepareSchema(database);
    const [row] = await database.change<{ id: number }>(
      "INSERT INTO @place(key) VALUES ('test') RETURNING id",
    );
    return row!.id;
  };
  const dispose = async () => {
    await database.run(`DROP SCHEMA ${database.schema} CASCADE`);
    await database.close();
  };

  runRecordsContract("postgres", async () => {
    const place = await openStore();
    let store = new PostgresStore(database, place);
    return {
      store,
      reopen: async () => {
        await store.close();
        store = new PostgresStore(database, place);
        return store;
      },
      dispose,
    };
  });

  runVectorsContract("postgres", async () => {
    const place = await openStore();
    const store = new PostgresStore(database, place);
    const blobs = async (count: number) => {
      const made = Array.from({ length: count }, (_, at) => toyBlob([`fn${at}`]));
      return [...(await store.appendFacts(made)).values()];
    };
    return { store: store.vectors, blobs, dispose };
  });
});
