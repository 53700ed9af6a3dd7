import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RelPath } from "../../core/rel-path.ts";
import { factsKeyText, type RecordStore } from "../contract.ts";
import { changeOf, entryOf, toyBlob } from "../contract-fixtures.ts";
import { openSqliteStore } from "./open.ts";

let folder: string;
let file: string;
let store: RecordStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-upkeep-"));
  file = join(folder, "index.db");
  ({ store } = await openSqliteStore({ file }));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test("free pages are given back in short steps, and nothing else changes", async () => {
  const { id } = await store.openView("/r");
  const blobs = Array.from({ length: 400 }, (_, at) => toyBlob([`name${at}`, "x".repeat(9_000)]));
  const ids = await store.appendFacts(blobs);
  const entries = blobs.map(({ key }, at) => entryOf(`f${at}`, { blob: ids.get(factsKeyText(key))! }));
  await store.publish(id, changeOf(0, { upsert: entries }));
  await store.publish(id, changeOf(1, { remove: entries.slice(1).map(({ path }) => path as RelPath) }));
  await store.collectGarbage();
  const first = (await store.keepUp())!;
  // Statistics may take or free a page of their own.
  expect(first.pagesGivenBack).toBeGreaterThan(90);
  expect(first.pagesGivenBack).toBeLessThan(110);
  expect(first.freePages).toBeGreaterThan(0);
  expect(first.logPagesLeft).toBe(0);
  const size = statSync(file).size;
  let left = first.freePages;
  while (left > 0) left = (await store.keepUp())!.freePages;
  expect(statSync(file).size).toBeLessThan(size);
  expect(await store.verify({ deep: true })).toMatchObject({ ok: true });
});

test("a reader keeps its generation and the log it needs", async () => {
  const { id } = await store.openView("/r");
  const [blob] = [...(await store.appendFacts([toyBlob(["one"])])).values()];
  const reader = await store.read(id);
  expect(await reader.files()).toEqual([]);
  await store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: blob! })] }));
  expect((await store.keepUp())!.logPagesLeft).toBeGreaterThan(0);
  expect(await reader.skipped()).toEqual([]);
  await reader.close();
  expect((await store.keepUp())!.logPagesLeft).toBe(0);
});
