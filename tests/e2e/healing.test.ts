/** P12: damage that only reading can find is named, the index is moved aside and built anew, and the answer is right. */
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { openDatabase } from "../../src/storage/sqlite/driver.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";

let temp: TempFolder;
let root: string;
let home: string;
let engine: Engine;
beforeEach(async () => {
  temp = new TempFolder("clew-healing");
  root = temp.folder("tree").repository({
    "a.ts": "export function alpha() { return beta(); }\n",
    "b.ts": "export function beta() { return 1; }\n",
  }).path;
  home = temp.join("home");
  engine = await openEngine({ home });
  await engine.update(root);
});
afterEach(async () => {
  await engine.close();
  temp.remove();
});

const indexFolder = () => readdirSync(temp.join("home/index"));
const damagedCopies = () => indexFolder().filter((name) => /\.damaged-[^-]*$/.test(name));
const filesNamed = (name: string, by: Engine) =>
  by.read(root, async (session) => (await session.searcher.symbols(name)).groups.map(({ path }) => path));

/** Two files exchange their facts: every page, row and value is whole, and every answer would be wrong. */
function exchangeFacts(): void {
  const name = indexFolder().find((each) => each.endsWith(".db"))!;
  const db = openDatabase(temp.join("home/index", name));
  db.exec("UPDATE file SET blob = (SELECT sum(blob) FROM file) - blob");
  db.close();
}

it("a process that starts after the damage answers from a new index and says so", async () => {
  await engine.close();
  exchangeFacts();
  engine = await openEngine({ home });
  const report = await engine.update(root);
  expect(report.problems.map(({ code }) => code)).toEqual(["INDEX_REBUILT"]);
  expect(await filesNamed("alpha", engine)).toEqual(["a.ts"]);
  expect(damagedCopies()).toHaveLength(1);
});

it("an answer that is allowed to be stale is not given from an index that was just begun", async () => {
  await engine.close();
  exchangeFacts();
  engine = await openEngine({ home });
  const files = await engine.readView(root, async (session) => (await session.reader.files()).length, {
    isStaleAllowed: true,
  });
  expect(files).toBe(2);
});

it("a process that is open on the old file follows to the new one", async () => {
  const other = await openEngine({ home });
  try {
    expect(await filesNamed("beta", other)).toEqual(["b.ts"]);
    await engine.rebuild(root);
    temp.folder("tree").write({ "c.ts": "export function gamma() {}\n" });
    expect(await filesNamed("gamma", engine)).toEqual(["c.ts"]);
    expect(await filesNamed("gamma", other)).toEqual(["c.ts"]);
    expect(damagedCopies()).toHaveLength(1);
  } finally {
    await other.close();
  }
});
