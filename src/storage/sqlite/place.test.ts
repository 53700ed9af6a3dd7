import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "./driver.ts";
import { SqlitePlace } from "./place.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-families-"));
  file = join(folder, "index.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Another program's database in the place of the index, which waits beside it. */
function putForeignFile(): void {
  renameSync(file, `${file}.ours`);
  const db = openDatabase(file);
  db.exec("CREATE TABLE notes(text)");
  db.close();
}

function putOursBack(): void {
  renameSync(`${file}.ours`, file);
}

describe("the place of a store", () => {
  it("one that cannot be opened is tried again, and closing does not mind it", async () => {
    const place = new SqlitePlace(file);
    await place.open();
    await place.close();
    putForeignFile();
    await expect(place.open()).rejects.toMatchObject({ code: "INDEX_NOT_OURS" });
    const failing = place.open();
    await place.close();
    await expect(failing).rejects.toMatchObject({ code: "INDEX_NOT_OURS" });
    await place.close();
    putOursBack();
    expect((await place.open()).problem).toBeNull();
    await place.close();
  });

  it("one that cannot be opened can be replaced", async () => {
    const place = new SqlitePlace(file);
    await place.open();
    await place.close();
    putForeignFile();
    await expect(place.open()).rejects.toMatchObject({ code: "INDEX_NOT_OURS" });
    await place.replace("a rebuild was asked for");
    expect((await place.open()).problem).toMatchObject({ code: "INDEX_REBUILT" });
    await place.close();
  });

  it("one whose head is damaged is moved aside and begun anew without being asked", async () => {
    const place = new SqlitePlace(file);
    await place.open();
    await place.close();
    const db = openDatabase(file);
    db.pragma("application_id = 7");
    db.close();
    expect((await place.open()).problem).toMatchObject({ code: "INDEX_REBUILT" });
    expect(readdirSync(folder).filter((name) => name.includes(".damaged-"))).not.toEqual([]);
    await place.close();
  });
});
