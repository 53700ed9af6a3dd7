import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bundleScript } from "../../../testing/bundle-script.ts";
import type { Registry } from "../../registry/contract.ts";
import { openDatabase } from "../driver.ts";
import { openRegistry } from "./index.ts";

let folder: string;
let registry: Registry;
let clock = 1_000;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-registry-"));
  clock = 1_000;
  registry = await openRegistry({ file: join(folder, "registry.db"), now: () => clock });
});
afterEach(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

function change(...statements: string[]): void {
  const db = openDatabase(join(folder, "registry.db"));
  for (const sql of statements) db.exec(sql);
  db.close();
}

const app = { path: "/code/app", name: "app", type: "git", place: "app-1.db" };

describe("the registry of repositories", () => {
  it("adds a repository and finds it by path and name", async () => {
    const added = await registry.upsert(app);
    expect(added).toMatchObject({
      ...app,
      stores: { records: "sqlite" },
      generation: 0,
      revision: null,
      createdAt: 1_000,
      updatedAt: 1_000,
    });
    expect(await registry.findByPath("/code/app")).toEqual(added);
    expect(await registry.findByName("app")).toEqual([added]);
    expect(await registry.findByPath("/code")).toBeNull();
    expect(await registry.findByName("nobody")).toEqual([]);
  });

  it("changes what is given and keeps the rest", async () => {
    const { id } = await registry.upsert({
      ...app,
      stores: { vectors: "qdrant:x" },
      generation: 4,
      revision: "abc",
    });
    clock = 2_000;
    const changed = await registry.upsert({ ...app, name: "app2" });
    expect(changed).toEqual({
      ...app,
      id,
      name: "app2",
      stores: { vectors: "qdrant:x" },
      generation: 4,
      revision: "abc",
      createdAt: 1_000,
      updatedAt: 2_000,
    });
    expect(await registry.upsert({ ...app, revision: null, generation: 5, updatedAt: 7 })).toMatchObject({
      revision: null,
      generation: 5,
      updatedAt: 7,
    });
  });

  it("lists by name and then path, and removes", async () => {
    for (const path of ["/z", "/a", "/b"])
      await registry.upsert({ ...app, path, name: path === "/b" ? "aaa" : "same" });
    expect((await registry.list()).map((one) => one.path)).toEqual(["/b", "/a", "/z"]);
    expect((await registry.findByName("same")).map((one) => one.path)).toEqual(["/a", "/z"]);
    expect(await registry.remove("/a")).toBe(true);
    expect(await registry.remove("/a")).toBe(false);
    expect((await registry.list()).map((one) => one.path)).toEqual(["/b", "/z"]);
  });

  it.each([
    ["/code/app", "/code/app"],
    ["/code/app/src/deep/file.ts", "/code/app"],
    ["/code/app/vendor/lib/x", "/code/app/vendor/lib"],
    ["/code/apple", null],
    ["/code", null],
    ["/", null],
  ])("the repository that holds %s is %s", async (path, expected) => {
    await registry.upsert(app);
    await registry.upsert({ ...app, path: "/code/app/vendor/lib" });
    expect((await registry.findContaining(path))?.path ?? null).toBe(expected);
  });

  it("keeps odd names as they are", async () => {
    const path = "/code/'; DROP TABLE repository; --\n%_";
    await registry.upsert({ ...app, path });
    expect((await registry.list()).map((one) => one.path)).toEqual([path]);
  });

  it("is there after reopening, for its owner alone", async () => {
    const added = await registry.upsert(app);
    await registry.close();
    expect(statSync(join(folder, "registry.db")).mode & 0o777).toBe(0o600);
    registry = await openRegistry({ file: join(folder, "registry.db") });
    expect(await registry.list()).toEqual([added]);
  });

  it.each([
    ["a file of something else", () => writeFileSync(join(folder, "registry.db"), "broken".repeat(2_000))],
    ["a lost row", () => change("DELETE FROM repository WHERE name = 'app'")],
    ["a row that changed", () => change("UPDATE repository SET index_file = 'other.db'")],
    ["a lost checksum", () => change("DELETE FROM row_seal")],
    ["a lost table", () => change("DROP TABLE repository")],
  ])("%s is moved aside, and repositories can enter again", async (_, spoil) => {
    await registry.upsert(app);
    await registry.upsert({ ...app, path: "/code/other", name: "other" });
    await registry.close();
    spoil();
    registry = await openRegistry({ file: join(folder, "registry.db") });
    expect(await registry.list()).toEqual([]);
    expect(readdirSync(folder).some((name) => name.includes(".damaged-"))).toBe(true);
    await registry.upsert(app);
    expect(await registry.findContaining("/code/app/src")).toMatchObject(app);
  });

  it("damage that shows while it is open costs no restart", async () => {
    await registry.upsert(app);
    change("UPDATE repository SET path = '/elsewhere'");
    expect(await registry.list()).toEqual([]);
    expect(await registry.upsert(app)).toMatchObject(app);
  });

  it("one of the first format is taken over", async () => {
    const added = await registry.upsert(app);
    await registry.close();
    change(
      "DROP TABLE row_seal",
      "DROP TABLE note",
      "DELETE FROM migration WHERE id > 1",
      "PRAGMA user_version = 1",
    );
    registry = await openRegistry({ file: join(folder, "registry.db") });
    expect(await registry.list()).toEqual([added]);
  });

  it("is refused after closing", async () => {
    await registry.close();
    await expect(registry.list()).rejects.toMatchObject({ code: "INDEX_CLOSED" });
  });

  it("loses nothing when processes write at once", async () => {
    const script = await bundleScript(new URL("../../storage-process.ts", import.meta.url));
    const names = ["one", "two", "three"];
    const exits = names.map(async (name) => {
      const file = join(folder, "registry.db");
      const child = spawn(process.execPath, [script, "register", file, name, "10"], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      const [code] = await once(child, "exit");
      expect(code).toBe(0);
    });
    const ended = Promise.all(exits);
    let isOver = false;
    ended.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await registry.list();
      await new Promise(setImmediate);
    }
    await ended;
    expect(await registry.list()).toHaveLength(31);
    expect(readdirSync(folder).some((name) => name.includes(".damaged-"))).toBe(false);
  });
});

describe("notes of repositories", () => {
  it("are kept by path and kind, with or without a record, and go with it", async () => {
    await registry.writeNote("/code/app", "choices", "{}");
    await registry.writeNote("/code/app", "profile", "p");
    await registry.writeNote("/code/lib", "profile", "q");
    await registry.writeNote("/code/app", "choices", '{"type":"library"}');
    expect(await registry.readNote("/code/app", "choices")).toBe('{"type":"library"}');
    expect(await registry.readNote("/code/none", "choices")).toBeNull();
    expect([...(await registry.readNotes("profile"))]).toEqual([
      ["/code/app", "p"],
      ["/code/lib", "q"],
    ]);
    await registry.upsert(app);
    await registry.remove(app.path);
    expect(await registry.readNote("/code/app", "profile")).toBeNull();
    await registry.writeNote("/code/lib", "profile", null);
    expect(await registry.readNotes("profile")).toEqual(new Map());
  });

  it("that are not what was written are damage, and the registry begins anew", async () => {
    await registry.writeNote("/code/app", "profile", "p");
    change("UPDATE note SET text = 'other'");
    expect(await registry.readNote("/code/app", "profile")).toBeNull();
    expect(readdirSync(folder).some((name) => /registry\.db\./.test(name))).toBe(true);
  });
});
