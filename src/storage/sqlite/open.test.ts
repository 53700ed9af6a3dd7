import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AppError } from "../../core/errors.ts";
import { factsKeyText, type ViewId } from "../contract.ts";
import { changeOf, entryOf, toyBlob } from "../contract-fixtures.ts";
import { assertEngineVersion } from "./connection.ts";
import { openDatabase } from "./driver.ts";
import { openSqliteStore } from "./open.ts";
import { isNetworkFileSystem } from "./private-folder.ts";
import { tryAcquireWriterLock } from "./writer-lock.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-open-"));
  file = join(folder, "cache", "index.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function writeSample(blobCount = 40): Promise<void> {
  const { store } = await openSqliteStore({ file });
  const blobs = Array.from({ length: blobCount }, (_, at) => toyBlob([`fn${at}`], [[`word${at}`, "common"]]));
  const ids = await store.appendFacts(blobs);
  const { id } = await store.openView("/tree");
  const upsert = blobs.map(({ key }, at) => entryOf(`f${at}`, { blob: ids.get(factsKeyText(key))! }));
  await store.publish(id, changeOf(0, { upsert }));
  await store.close();
}

async function codeOf(call: Promise<unknown>): Promise<string | undefined> {
  return call.then(
    () => undefined,
    (error: AppError) => error.code,
  );
}

const open = () => openSqliteStore({ file });

describe("opening an index", () => {
  it("makes folder and files for their owner alone, whatever the umask", async () => {
    const before = process.umask(0);
    try {
      await writeSample();
      const { store } = await open();
      await store.openView("/another");
      expect(statSync(join(folder, "cache")).mode & 0o777).toBe(0o700);
      for (const name of readdirSync(join(folder, "cache"))) {
        expect([name, statSync(join(folder, "cache", name)).mode & 0o777]).toEqual([name, 0o600]);
      }
      await store.close();
    } finally {
      process.umask(before);
    }
  });

  it("narrows the mode of a file of ours", async () => {
    await writeSample();
    chmodSync(file, 0o644);
    await (await open()).store.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("opens what it wrote without complaint", async () => {
    await writeSample();
    const { store, damaged } = await open();
    expect(damaged).toBeNull();
    expect((await store.listViews())[0]).toMatchObject({ files: 40, generation: 1 });
    await store.close();
  });

  it("takes an empty file for a new index", async () => {
    mkdirSync(join(folder, "cache"), { mode: 0o700 });
    writeFileSync(file, "");
    const { store, damaged } = await open();
    expect(damaged).toBeNull();
    expect(await store.listViews()).toEqual([]);
    await store.close();
  });

  const DAMAGES: [string, () => void][] = [
    [
      "is not a database",
      () => writeFileSync(file, "not a database at all, but long enough to have a header ".repeat(40)),
    ],
    ["is cut in half", () => truncateSync(file, statSync(file).size / 2)],
    ["is cut inside its first page", () => truncateSync(file, 50)],
    ["has a page of zeros", () => overwrite(8192 * 2, Buffer.alloc(8192))],
    ["has a page of noise", () => overwrite(8192 * 4, Buffer.alloc(8192, 0xa7))],
  ];

  it.each(DAMAGES)("moves an index aside that %s, and starts anew", async (_, damage) => {
    await writeSample();
    damage();
    const bytes = readFileSync(file);
    const { store, damaged } = await open();
    expect(damaged!.movedTo).toMatch(/index\.db\.damaged-\d{8}T\d{6}/);
    expect(damaged!.reason).not.toBe("");
    expect(readFileSync(damaged!.movedTo).equals(bytes)).toBe(true);
    expect(await store.listViews()).toEqual([]);
    expect((await store.verify({ deep: true })).ok).toBe(true);
    await store.close();
    expect((await open()).damaged).toBeNull();
  });

  it("keeps the last two damaged copies and no more", async () => {
    for (let round = 0; round < 4; round++) {
      await writeSample(1);
      writeFileSync(file, "broken".repeat(100));
      await (await open()).store.close();
    }
    const copies = readdirSync(join(folder, "cache")).filter((name) => name.includes(".damaged-"));
    expect(copies).toHaveLength(2);
  });

  it("does not move a damaged index from under a writer", async () => {
    await writeSample(1);
    writeFileSync(file, "broken".repeat(100));
    const lock = tryAcquireWriterLock(file)!;
    try {
      expect(await codeOf(openSqliteStore({ file, lockTimeoutMs: 30 }))).toBe("INDEX_LOCKED");
      expect(existsSync(file)).toBe(true);
    } finally {
      lock.release();
    }
  });

  it("refuses a newer format and leaves it alone", async () => {
    await writeSample();
    changeHeader("user_version = 999");
    const bytes = readFileSync(file);
    expect(await codeOf(open())).toBe("INDEX_TOO_NEW");
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it("refuses another program's database and leaves it alone", async () => {
    mkdirSync(join(folder, "cache"), { mode: 0o700 });
    const db = openDatabase(file);
    db.exec("CREATE TABLE notes(text)");
    db.close();
    expect(await codeOf(open())).toBe("INDEX_NOT_OURS");
    expect(openDatabase(file).prepare("SELECT count(*) FROM notes").pluck().get()).toBe(0);
  });

  it("moves our own index aside when its head names another program, and keeps every byte of it", async () => {
    await writeSample();
    changeHeader("application_id = 7");
    const bytes = readFileSync(file);
    const { store, damaged } = await openSqliteStore({ file });
    await store.close();
    expect(damaged?.reason).toContain("head");
    expect(readFileSync(damaged!.movedTo).equals(bytes)).toBe(true);
    expect(existsSync(file)).toBe(true);
  });

  const UNSAFE: [string, () => void][] = [
    ["the folder can be written by others", () => chmodSync(join(folder, "cache"), 0o777)],
    ["the file can be written by others", () => chmodSync(file, 0o666)],
    ["the folder is a link", () => relink(join(folder, "cache"))],
    ["the file is a link", () => relink(file)],
    ["the file is a folder", () => replaceByFolder(file)],
  ];

  it.each(UNSAFE)("refuses when %s", async (_, spoil) => {
    await writeSample(1);
    spoil();
    expect(await codeOf(open())).toBe("INDEX_NOT_PRIVATE");
  });

  it.runIf(process.getuid?.() === 0)("refuses a folder or file of another user", async () => {
    await writeSample(1);
    chownSync(file, 65_534, 65_534);
    expect(await codeOf(open())).toBe("INDEX_NOT_PRIVATE");
    chownSync(file, 0, 0);
    chownSync(join(folder, "cache"), 65_534, 65_534);
    expect(await codeOf(open())).toBe("INDEX_NOT_PRIVATE");
  });

  it("says that it cannot write where there is no folder to make", async () => {
    writeFileSync(join(folder, "cache"), "a file");
    expect(await codeOf(open())).toBe("INDEX_UNWRITABLE");
  });

  it.runIf(process.getuid?.() !== 0)("says that it cannot write in a read-only folder", async () => {
    mkdirSync(join(folder, "cache"), { mode: 0o500 });
    expect(await codeOf(open())).toBe("INDEX_UNWRITABLE");
  });

  it.each([
    ["3.51.2", "INDEX_ENGINE_TOO_OLD"],
    ["3.45.1", "INDEX_ENGINE_TOO_OLD"],
    ["2.99.9", "INDEX_ENGINE_TOO_OLD"],
    ["3.51.3", undefined],
    ["3.53.2", undefined],
    ["4.0.0", undefined],
  ])("SQLite %s gives %s", async (version, code) => {
    expect(await codeOf((async () => assertEngineVersion(version))())).toBe(code);
  });

  it.each([
    ["ext4", 0xef53, false],
    ["tmpfs", 0x01021994, false],
    ["overlay", 0x794c7630, false],
    ["NFS", 0x6969, true],
    ["CIFS, as a signed number", 0xff534d42 | 0, true],
    ["9P", 0x01021997, true],
  ])("%s as network file system: %s %s", (_, type, expected) => {
    expect(isNetworkFileSystem(type)).toBe(expected);
  });
});

describe("damage found while reading", () => {
  it("a flipped bit inside a stored value is INDEX_DAMAGED, not an answer", async () => {
    await writeSample();
    const db = openDatabase(file);
    for (const [table, column] of [
      ["blob_facts", "outline"],
      ["block", "data"],
      ["segment", "directory"],
    ] as const) {
      const row = db.prepare(`SELECT rowid AS id, ${column} AS value FROM ${table} LIMIT 1`).get() as {
        id: number;
        value: Buffer;
      };
      row.value[3]! ^= 4;
      db.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(row.value, row.id);
    }
    db.close();
    const { store, damaged } = await open();
    expect(damaged).toBeNull();
    const reader = await store.read(1 as ViewId);
    expect(await codeOf(reader.outlines([(await reader.files())[0]!.blob]))).toBe("INDEX_DAMAGED");
    expect(await codeOf(reader.postings(["common"]))).toBe("INDEX_DAMAGED");
    await store.close();
  });

  it("a page that broke after opening is INDEX_DAMAGED", async () => {
    await writeSample(400);
    const { store } = await openSqliteStore({ file, check: "head" });
    for (let page = 2; page < statSync(file).size / 8192; page++)
      overwrite(page * 8192, Buffer.alloc(8192, 0xff));
    expect(await codeOf(store.read(1 as ViewId).then((reader) => reader.files()))).toBe("INDEX_DAMAGED");
    await store.close();
  });
});

function overwrite(at: number, bytes: Buffer): void {
  const content = readFileSync(file);
  bytes.copy(content, at);
  writeFileSync(file, content);
}

function changeHeader(pragma: string): void {
  const db = openDatabase(file);
  db.pragma(pragma);
  db.close();
}

function relink(path: string): void {
  const real = `${path}-real`;
  if (path === file) {
    writeFileSync(real, readFileSync(path), { mode: 0o600 });
    rmSync(path);
  } else {
    mkdirSync(real, { mode: 0o700 });
    rmSync(path, { recursive: true });
  }
  symlinkSync(real, path);
}

function replaceByFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}
