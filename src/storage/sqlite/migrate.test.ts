import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bundleScript } from "../../testing/bundle-script.ts";
import { type Connection, openWriteConnection } from "./connection.ts";
import { type DatabaseFormat, migrate, readFormatVersion } from "./migrate.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-migrate-"));
  file = join(folder, "index.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const first = { id: 1, name: "first", sql: "CREATE TABLE one(a); INSERT INTO one VALUES (7)" };
const second = { id: 2, name: "second", sql: "ALTER TABLE one ADD COLUMN b DEFAULT 8" };
const formatOf = (...migrations: DatabaseFormat["migrations"][number][]) => ({
  applicationId: 7,
  migrations,
});

function withConnection<T>(work: (db: Connection) => T): T {
  const db = openWriteConnection(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const tables = (db: Connection) =>
  db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();

describe("migrating", () => {
  it("applies each step once, in order, keeps the data and writes down when", () => {
    withConnection((db) => migrate(db, file, formatOf(first)));
    withConnection((db) => {
      migrate(db, file, formatOf(first, second));
      migrate(db, file, formatOf(first, second));
      expect(db.prepare("SELECT a, b FROM one").all()).toEqual([{ a: 7, b: 8 }]);
      expect(db.prepare("SELECT id, name FROM migration ORDER BY id").raw().all()).toEqual([
        [1, "first"],
        [2, "second"],
      ]);
      expect(db.prepare("SELECT min(applied_at) > 1.7e12 FROM migration").pluck().get()).toBe(1);
    });
  });

  it("a step that fails leaves the format before it", () => {
    const broken = { id: 2, name: "broken", sql: "CREATE TABLE two(a); INSERT INTO nowhere VALUES (1)" };
    withConnection((db) => {
      expect(() => migrate(db, file, formatOf(first, broken))).toThrow(/nowhere/);
      expect(readFormatVersion(db)).toBe(1);
      expect(tables(db)).toEqual(["migration", "one"]);
    });
  });

  it("a kill in the middle of a step leaves the format before it", async () => {
    const script = await bundleScript(new URL("../storage-process.ts", import.meta.url));
    expect(spawnSync(process.execPath, [script, "migrate", file]).signal).toBe("SIGKILL");
    withConnection((db) => {
      expect(readFormatVersion(db)).toBe(1);
      expect(tables(db)).toEqual(["migration", "one"]);
      expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    });
  });

  const other = { id: 1, name: "of another program", sql: "CREATE TABLE one(a)" };
  it.each([
    ["a newer format", formatOf(first, second), formatOf(first), "INDEX_TOO_NEW"],
    ["another program's file", { ...formatOf(other), applicationId: 9 }, formatOf(first), "INDEX_NOT_OURS"],
    [
      "our file with a damaged head",
      { ...formatOf(first), applicationId: 9 },
      formatOf(first),
      "INDEX_DAMAGED",
    ],
  ])("%s is refused", (_, written, read, code) => {
    withConnection((db) => migrate(db, file, written));
    withConnection((db) => {
      expect(() => migrate(db, file, read)).toThrow(expect.objectContaining({ code }));
    });
  });
});
