/** The commands of docs/postgres.md as somebody types them, and what they print when something is wrong. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  runSqlNow,
  startPostgres,
  type TestServer,
  whyNoPostgres,
} from "../../src/testing/postgres-server.ts";

const reason = whyNoPostgres() ?? (process.env.CLEW_TEST_POSTGRES ? "roles and databases are made" : null);
if (reason) console.info(`postgres: the tests of its commands are left out: ${reason}`);

const CLI = join(import.meta.dirname, "../../dist/cli.js");

describe.skipIf(reason !== null)("clew store", () => {
  let server: TestServer;
  let folder: string;
  let tree: string;
  let addressFile: string;
  let databases = 0;
  beforeAll(async () => {
    server = await startPostgres();
    runSqlNow(server.address, "CREATE ROLE clew LOGIN; CREATE ROLE reader LOGIN");
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    databases++;
    runSqlNow(server.address, `CREATE DATABASE code${databases}`);
    runSqlNow(addressOf("postgres"), "CREATE SCHEMA clew AUTHORIZATION clew");
    folder = mkdtempSync(join(tmpdir(), "clew-store-"));
    tree = join(folder, "shop");
    mkdirSync(tree);
    writeFileSync(join(tree, "cart.ts"), "export function addToCart() {}\n");
    addressFile = join(folder, "database");
    writeFileSync(addressFile, `${addressOf("clew")}\n`, { mode: 0o600 });
    return () => rmSync(folder, { recursive: true, force: true });
  });

  const addressOf = (role: string) =>
    server.address.replace("postgres@", `${role}@`).replace(/[^/]*$/, `code${databases}`);
  const run = (args: string, more: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args.split(" ")], {
      cwd: tree,
      env: { PATH: process.env.PATH, CLEW_HOME: join(folder, "clew"), HOME: folder, ...more },
      encoding: "utf8",
    });
    return { status, said: stdout + stderr };
  };
  const runWell = (args: string) => {
    const { status, said } = run(args);
    expect(status, said).toBe(0);
    return said;
  };

  it("moves to the database and back without parsing, and every answer stays", () => {
    runWell("index");
    expect(runWell(`store set postgres --address-file ${addressFile}`)).toContain(
      "clew store copy --from sqlite --to postgres",
    );
    expect(runWell("store check")).toContain('"clew" has no tables yet');
    expect(runWell("store copy --from sqlite --to postgres")).toContain(
      "1 files, 1 contents and 1 vectors that were not there",
    );
    expect(runWell("search add.to.cart")).toContain("cart.ts");
    expect(runWell("store check")).toContain("may be written: 1 places, 1 views, 1 files");
    rmSync(join(folder, "clew", "index"), { recursive: true });
    rmSync(join(folder, "clew", "registry.db"));
    expect(runWell("store set sqlite")).toContain("clew store copy --from postgres --to sqlite");
    expect(runWell("store copy --from postgres --to sqlite")).toContain("1 contents and 1 vectors");
    expect(runWell("search add.to.cart")).toContain("cart.ts");
  });

  it("says what is wrong, ends with an error, and never shows the password", () => {
    runWell(`store set postgres --address-file ${addressFile}`);
    runWell("index");
    runSqlNow(
      addressOf("postgres"),
      "GRANT USAGE ON SCHEMA clew TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA clew TO reader",
    );
    writeFileSync(join(tree, "price.ts"), "export function priceOf() {}\n");
    const as = (address: string) => ({ CLEW_POSTGRES_URL: address });
    const cases: [command: string, env: Record<string, string>, said: string][] = [
      ["index", as(addressOf("reader")), "INDEX_UNWRITABLE"],
      ["index", as(addressOf("nobody:hunter2")), "STORE_REFUSED"],
      ["index", as("postgres://clew:hunter2@127.0.0.1:1/code"), "STORE_UNREACHABLE"],
      ["store check", as("postgres://clew:hunter2@db.example/code?sslmode=disable"), "without knowing which"],
      ["store check", { CLEW_VECTOR_STORE: "pgvector" }, "CREATE EXTENSION vector"],
    ];
    for (const [command, env, expected] of cases) {
      const { status, said } = run(command, env);
      expect(said).toContain(expected);
      expect(said).not.toContain("hunter2");
      expect(status, said).toBe(2);
    }
    const stale = run("search add.to.cart --json", as(addressOf("reader")));
    expect(JSON.parse(stale.said)).toMatchObject({ isFresh: false });
    expect(stale.said).toContain("cart.ts");
    rmSync(join(tree, "price.ts"));
    const same = run("search add.to.cart --json", as(addressOf("reader")));
    expect(JSON.parse(same.said)).toMatchObject({ isFresh: true });
    runSqlNow(addressOf("postgres"), "INSERT INTO clew.format(id, name) VALUES (999, 'of tomorrow')");
    expect(run("search add.to.cart").said).toContain("INDEX_TOO_NEW");
    chmodSync(addressFile, 0o644);
    expect(run("store check").said).toContain("can be read by others");
  });
});
