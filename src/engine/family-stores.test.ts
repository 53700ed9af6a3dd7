import { mkdtempSync, rmSync } from "node:fs";
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

/** A head that names another program, from another program or from damage. */
function changeOwner(application: number): void {
  const db = openDatabase(file);
  db.pragma(`application_id = ${application}`);
  db.close();
}

describe("the open stores of a home", () => {
  it("one that cannot be opened is tried again, and closing does not mind it", async () => {
    const stores = new FamilyStores();
    await stores.open(file);
    await stores.close(file);
    const application = openDatabase(file).pragma("application_id", { simple: true }) as number;
    changeOwner(7);
    await expect(stores.open(file)).rejects.toMatchObject({ code: "INDEX_NOT_OURS" });
    const failing = stores.open(file);
    await stores.closeExcept(new Set());
    await expect(failing).rejects.toMatchObject({ code: "INDEX_NOT_OURS" });
    await stores.closeExcept(new Set());
    changeOwner(application);
    expect((await stores.open(file)).problem).toBeNull();
    await stores.closeExcept(new Set());
  });

  it("one that cannot be opened can be replaced", async () => {
    const stores = new FamilyStores();
    await stores.open(file);
    await stores.close(file);
    changeOwner(7);
    await expect(stores.open(file)).rejects.toMatchObject({ code: "INDEX_NOT_OURS" });
    await stores.replace(file, "a rebuild was asked for");
    expect((await stores.open(file)).problem).toMatchObject({ code: "INDEX_REBUILT" });
    await stores.closeExcept(new Set());
  });
});
