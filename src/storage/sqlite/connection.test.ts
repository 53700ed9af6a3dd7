import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Connection, openReadConnection, openWriteConnection } from "./connection.ts";

const MB = 1024 * 1024;
const ROWS = 3_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-connection-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Resident memory that reading a file of 24 MB adds. */
function addedByReading(db: Connection): number {
  const before = process.memoryUsage.rss();
  expect(db.prepare("SELECT sum(length(text)) FROM t").pluck().get()).toBe(ROWS * 7_900);
  return process.memoryUsage.rss() - before;
}

it("connections keep few pages of a large file", () => {
  const file = join(folder, "large.db");
  const writer = openWriteConnection(file);
  writer.exec("CREATE TABLE t(id INTEGER PRIMARY KEY, text TEXT)");
  const insert = writer.prepare("INSERT INTO t(text) VALUES (?)");
  writer.transaction(() => {
    for (let at = 0; at < ROWS; at++) insert.run("x".repeat(7_900));
  })();
  const readers = Array.from({ length: 4 }, () => openReadConnection(file));
  const added = readers.map(addedByReading);
  // The first brings what all share, such as the log's index.
  for (const bytes of added.slice(1)) expect(bytes).toBeLessThan(5 * MB);
  const unbounded = openReadConnection(file);
  unbounded.pragma("cache_size = -64000");
  expect(addedByReading(unbounded)).toBeGreaterThan(15 * MB);
  for (const one of [...readers, unbounded, writer]) one.close();
});
