import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { factsKeyText } from "../contract.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob } from "../contract-fixtures.ts";
import { type Connection, openDatabase } from "./driver.ts";
import { openSqliteStore } from "./open.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-prepared-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const SETTLED = 40;
const UPDATES = 80;

it("an update of a store that was updated often compiles no statement anew", async () => {
  const compiled: string[] = [];
  const probe = openDatabase(":memory:");
  const connections = Object.getPrototypeOf(probe) as Connection;
  probe.close();
  const { prepare } = connections;
  vi.spyOn(connections, "prepare").mockImplementation(function (this: Connection, sql: string) {
    compiled.push(sql);
    return prepare.call(this, sql);
  });
  const { store } = await openSqliteStore({ file: join(folder, "index.db") });
  const view = await store.openView("/tree");
  for (let at = 0; at < UPDATES; at++) {
    if (at === SETTLED) compiled.length = 0;
    const blob = toyBlob([`fn${at}`], [[`word${at}`, "common"]]);
    const ids = await store.appendFacts([blob]);
    const [links] = await store.putLinks([linksOf([edgeBetween(`a${at}`, "b")])]);
    const upsert = [entryOf("edited", { blob: ids.get(factsKeyText(blob.key))!, links: links! })];
    await store.publish(view.id, changeOf(at, { upsert, remove: [] }));
    await store.countBlobs();
    const reader = await store.read(view.id);
    await reader.files();
    await reader.postings(["common"]);
    await reader.chunkLengths();
    await reader.close();
  }
  await store.close();
  expect([...new Set(compiled)]).toEqual([]);
});
