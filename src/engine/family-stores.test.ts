import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../storage/sqlite/driver.ts";
import { FamilyStores } from "./family-stores.ts";

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

describe("the open stores of a home", () => {
  it("one that cannot be opened is tried again, and closing does not mind it", async () => {
    const stores = new FamilyStores();
    await stores.open(file);
    await stores.close(file);
    putForeignFile();
    await expect(stores.open(file)).rejects.toMatchObject({ code: "INDEX_NOT_OURS" });
    const failing = stores.open(file);
    await stores.closeExcept(new Set());
    await expect(failing).rejects.toMatchObject({ code: "INDEX_NOT_OURS" });
    await stores.closeExcept(new Set());
    putOursBack();
    expect((await stores.open(file)).problem).toBeNull();
    await stores.closeExcept(new Set());
  });

  it("one that cannot be opened can be replaced", async () => {
    const stores = new FamilyStores();
    await stores.open(file);
    await stores.close(file);
    putForeignFile();
    await expect(stores.open(file)).rejects.toMatchObject({ code: "INDEX_NOT_OURS" });
    await stores.replace(file, "a rebuild was asked for");
    expect((await stores.open(file)).problem).toMatchObject({ code: "INDEX_REBUILT" });
    await stores.closeExcept(new Set());
  });

  it("one whose head is damaged is moved aside and begun anew without being asked", async () => {
    const stores = new FamilyStores();
    await stores.open(file);
    await stores.close(file);
    const db = openDatabase(file);
    db.pragma("application_id = 7");
    db.close();
    expect((await stores.open(file)).problem).toMatchObject({ code: "INDEX_REBUILT" });
    expect(readdirSync(folder).filter((name) => name.includes(".damaged-"))).not.toEqual([]);
    await stores.closeExcept(new Set());
  });
});
