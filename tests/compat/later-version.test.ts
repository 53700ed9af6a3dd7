/** Facts that a later clew stored in an index of this format: not indexed yet, never damaged. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EncodedBlob } from "../../src/codec/encoded-blob.ts";
import { FactWriter } from "../../src/codec/fact-writer.ts";
import { StringTableWriter } from "../../src/codec/string-table.ts";
import { openEngine } from "../../src/engine/engine.ts";
import { factsKeyText } from "../../src/storage/contract.ts";
import { openSqliteStore } from "../../src/storage/sqlite/open.ts";

const LATER = 200;
const PARTS = 6;

/** Three values of a version that does not exist yet, a name and no terms. */
function laterBlob(): EncodedBlob {
  const out = new FactWriter();
  for (let at = 0; at < 2 + PARTS; at++) out.uint32(0);
  const ends: number[] = [];
  for (let value = 0; value < 3; value++) {
    out.begin(LATER);
    out.string("what only a later version can read");
    ends.push(out.end().end);
  }
  const names = new StringTableWriter();
  names.add("greet");
  names.writeTo(out);
  ends.push(out.length);
  out.text("");
  ends.push(out.length, out.length);
  for (const [part, end] of ends.entries()) out.patchUint32(8 + 4 * part, end);
  return new EncodedBlob(out.finish());
}

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "clew-later-")));
  mkdirSync(join(folder, "tree"));
  writeFileSync(join(folder, "tree", "greet.ts"), "export function greet() {}\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("facts of a later version are sound, and are read again by the first question", async () => {
  const tree = join(folder, "tree");
  const home = join(folder, "home");
  const first = await openEngine({ home });
  await first.update(tree);
  const dump = await first.dump(tree);
  await first.close();

  const file = join(home, "index", readdirSync(join(home, "index")).find((name) => name.endsWith(".db"))!);
  const { store, damaged } = await openSqliteStore({ file });
  expect(damaged).toBeNull();
  const view = (await store.listViews())[0]!;
  const reader = await store.read(view.id);
  const [known] = await reader.files();
  await reader.close();
  const key = { hash: known!.hash, language: known!.language, extractor: "99-later" };
  const blob = (await store.appendFacts([{ key, encoded: laterBlob() }])).get(factsKeyText(key))!;
  const { path, links, stamp, origin } = known!;
  await store.publish(view.id, {
    expected: view.generation,
    revision: view.revision,
    publishedAt: view.publishedAt,
    upsert: [{ path, blob, links, stamp, origin }],
    remove: [],
    upsertSkipped: [],
    removeSkipped: [],
  });
  expect((await store.verify({ deep: true })).problems).toEqual([]);
  await store.close();

  const engine = await openEngine({ home });
  try {
    const outline = await engine.read(
      tree,
      async (session) => session.one.outline((await session.one.findFile("greet.ts"))!),
      { isStaleAllowed: true },
    );
    expect(outline.symbols.map(({ name }) => name)).toEqual(["greet"]);
    expect(await engine.dump(tree)).toBe(dump);
  } finally {
    await engine.close();
  }
});
