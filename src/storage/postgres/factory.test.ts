import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe } from "vitest";
import {
  freshSchema,
  runSqlNow,
  startPostgres,
  type TestServer,
  whyNoPostgres,
} from "../../testing/postgres-server.ts";
import { runFactoryContract } from "../factory-suite.ts";
import { PostgresStoreFactory } from "./factory.ts";
import { FORMAT_VERSION } from "./schema.ts";

const OLDEST = fileURLToPath(new URL("../../../tests/compat/postgres-1/schema.sql", import.meta.url));
const TABLES = ["format", "content", "content_facts", "place", "blob", "segment", "block", "view", "file"];

const reason = whyNoPostgres();
if (reason) console.info(`postgres: the tests of its factory are left out: ${reason}`);

describe.skipIf(reason !== null)("on a real server", () => {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  runFactoryContract("postgres", () => {
    const schema = freshSchema();
    const now = (sql: string) => runSqlNow(server!.address, `SET search_path TO "${schema}", public; ${sql}`);
    const make = () =>
      new PostgresStoreFactory({
        address: () => server!.address,
        realm: () => "suite",
        schema,
        connections: 4,
        statementMs: 20_000,
        connectMs: 5_000,
      });
    return {
      factory: make(),
      kept: {
        another: make,
        damage: (key) => now(`DELETE FROM segment USING place WHERE place.id = place AND key = '${key}'`),
        makeNewer: () => now(`INSERT INTO format(id, name) VALUES (${FORMAT_VERSION + 1}, 'of tomorrow')`),
        putOldest: (key) =>
          now(`CREATE SCHEMA "${schema}"; ${readFileSync(OLDEST, "utf8").replaceAll("PLACE_KEY", key)}`),
        bytesOf: () => Buffer.from(TABLES.map((table) => JSON.stringify(now(`TABLE ${table}`))).join("\n")),
      },
      dispose: () => {
        if (server) now(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
      },
    };
  });
});
