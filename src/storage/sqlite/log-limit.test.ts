import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AppError } from "../../core/errors.ts";
import { factsKeyText, type ViewReader } from "../contract.ts";
import { changeOf, entryOf, toyBlob } from "../contract-fixtures.ts";
import { type Connection, openDatabase } from "./driver.ts";
import { SqliteStore, type StoreLimits } from "./index.ts";
import { findHeldLogs, readLogBytes } from "./log-limit.ts";

/** Above what the tables of an empty index take in the log. */
const LIMIT = 768 * 1024;
/** More than any single transaction of these tests adds. */
const ONE_UPDATE = 256 * 1024;

let folder: string;
let file: string;
let store: SqliteStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-log-"));
  file = join(folder, "index.db");
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(limits: Partial<StoreLimits> = {}): void {
  store = new SqliteStore(file, { logBytes: LIMIT, oldReaderMs: 60_000, readerCheckMs: 5, ...limits });
}

/** The largest the log was. */
async function publish(times: number): Promise<number> {
  const { id, generation } = await store.openView("/tree");
  let largest = 0;
  for (let next = generation as number; next < generation + times; next++) {
    const blob = toyBlob([`fn${next}`], [[`word${next}`]]);
    const ids = await store.appendFacts([blob]);
    const entry = entryOf("a", { blob: ids.get(factsKeyText(blob.key))! });
    await store.publish(id, changeOf(next, { upsert: [entry] }));
    largest = Math.max(largest, readLogBytes(file));
  }
  return largest;
}

async function openReader(): Promise<ViewReader> {
  return store.read((await store.openView("/tree")).id);
}

/** A reader that nobody can ask to end, such as a stopped process. */
function holdOldGeneration(): Connection {
  const db = openDatabase(file, { readonly: true });
  db.exec("BEGIN");
  db.prepare("SELECT count(*) FROM view").get();
  return db;
}

const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: AppError) => error);

describe("the log", () => {
  it("stays small when nobody reads for long", async () => {
    open();
    expect(await publish(100)).toBeLessThan(LIMIT + ONE_UPDATE);
  });

  it("is held back by an old reader, which gives way and says so", async () => {
    open({ oldReaderMs: 0 });
    await publish(1);
    const reader = await openReader();
    const before = await reader.files();
    await publish(1);
    await sleep(50);
    // Under the limit nobody is disturbed.
    expect(await reader.files()).toEqual(before);
    while (readLogBytes(file) <= LIMIT) await publish(1);
    await sleep(50);
    expect(await failureOf(reader.files())).toMatchObject({
      code: "INDEX_CLOSED",
      message: expect.stringContaining("held the log"),
    });
    expect(await publish(60)).toBeLessThan(LIMIT + ONE_UPDATE);
    expect(await (await openReader()).files()).toHaveLength(1);
  });

  it("a young reader keeps its generation", async () => {
    open();
    await publish(1);
    const reader = await openReader();
    while (readLogBytes(file) <= LIMIT) await publish(1);
    await sleep(50);
    expect(await reader.files()).toHaveLength(1);
    await reader.close();
  });

  it("never grows past twice its limit: writing stops, reading goes on, and all is well when the reader ends", async () => {
    open();
    await publish(1);
    const holder = holdOldGeneration();
    const error = await failureOf(publish(1_000));
    expect(error).toMatchObject({ code: "INDEX_LOG_HELD", retryable: true });
    expect(readLogBytes(file)).toBeGreaterThan(2 * LIMIT);
    expect(readLogBytes(file)).toBeLessThan(2 * LIMIT + ONE_UPDATE);
    expect(await (await openReader()).files()).toHaveLength(1);
    expect(findHeldLogs(folder, LIMIT)).toMatchObject([{ indexFile: file }]);
    if (process.platform === "linux") expect(findHeldLogs(folder, LIMIT)[0]!.pids).toEqual([process.pid]);
    holder.close();
    await store.close();
    open();
    expect(await publish(3)).toBeLessThan(LIMIT);
    expect(findHeldLogs(folder, LIMIT)).toEqual([]);
    expect((await store.verify({ deep: true })).problems).toEqual([]);
  });
});
