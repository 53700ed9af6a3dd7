import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TempFolder } from "../../testing/git-fixture.ts";
import { type Connection, openReadConnection, openWriteConnection } from "./connection.ts";
import { eraseDeletedPages } from "./erase-deleted.ts";

let temp: TempFolder;
beforeAll(() => {
  temp = new TempFolder("clew-erase");
});
afterAll(() => temp.remove());

/** A database with a row that was deleted, and more rows than a page holds. */
function openWithDeleted(name: string, word: string): { db: Connection; file: string } {
  const file = temp.join(name);
  const db = openWriteConnection(file);
  db.exec("CREATE TABLE t(id INTEGER PRIMARY KEY, text TEXT)");
  const insert = db.prepare("INSERT INTO t(text) VALUES (?)");
  db.transaction(() => {
    for (let at = 0; at < 2_000; at++) insert.run(`kept ${at}`);
    insert.run(word);
  })();
  db.exec("DELETE FROM t WHERE text NOT LIKE 'kept%'");
  return { db, file };
}

function isInFiles(name: string, word: string): boolean {
  return readdirSync(temp.path)
    .filter((each) => each.startsWith(name))
    .some((each) => readFileSync(temp.join(each), "latin1").includes(word));
}

describe("erasing", () => {
  it("leaves no byte of a deleted row in database and log, and every other row", () => {
    const { db, file } = openWithDeleted("alone.db", "DELETEDWORD");
    // Negative control: deleting alone leaves it there.
    expect(isInFiles("alone.db", "DELETEDWORD")).toBe(true);
    eraseDeletedPages(db, file);
    expect(isInFiles("alone.db", "DELETEDWORD")).toBe(false);
    expect(db.prepare("SELECT count(*) FROM t").pluck().get()).toBe(2_000);
    db.close();
  });

  it("says so when a reader keeps the log", () => {
    const { db, file } = openWithDeleted("read.db", "DELETEDWORD");
    const reader = openReadConnection(file);
    reader.exec("BEGIN; SELECT count(*) FROM t");
    expect(() => eraseDeletedPages(db, file, 10)).toThrowError(/is being read/);
    reader.close();
    eraseDeletedPages(db, file, 10);
    expect(isInFiles("read.db", "DELETEDWORD")).toBe(false);
    db.close();
  });
});
