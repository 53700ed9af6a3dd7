/**
 * A language that is not bundled, by a grammar that is added. Gleam stands in for one: its grammar and its tags.scm
 * come with a package that we depend on, and nothing of ours uses them.
 */
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { writeTreeFile } from "../random-tree.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-grammar-"));
const root = join(scratch, "tree");
const home = join(scratch, "home");
const work = join(scratch, "work");
const bundled = dirname(
  createRequire(import.meta.url).resolve("tree-sitter-wasm/gleam/tree-sitter-gleam.wasm"),
);
let engine: Engine;

const SOURCE = `import gleam/io

/// Says it.
pub fn greet(name: String) -> String {
  shout(name)
}

fn shout(text: String) -> String {
  io.println(text)
}
`;

beforeAll(async () => {
  const installed = join(work, "node_modules", "tree-sitter-gleam");
  writeTreeFile(
    work,
    "node_modules/tree-sitter-gleam/package.json",
    JSON.stringify({
      name: "tree-sitter-gleam",
      version: "1.2.3",
      "tree-sitter": [{ "file-types": ["gleam"] }],
    }),
  );
  cpSync(join(bundled, "tree-sitter-gleam.wasm"), join(installed, "tree-sitter-gleam.wasm"));
  cpSync(join(bundled, "tags.scm"), join(installed, "queries", "tags.scm"));
  writeTreeFile(root, "src/app.gleam", SOURCE);
  engine = await openEngine({ home });
});
afterAll(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

const dump = async () => {
  await engine.update(root);
  return engine.dump(root);
};
const add = (source: string, options: { name?: string; extensions?: string[]; tagsFile?: string } = {}) =>
  engine.grammars.add(source, { from: work, ...options });

test("without its grammar a file has no symbols", async () => {
  expect(await dump()).not.toContain("#greet");
});

test("an installed package is added, pinned, and used by the next update", async () => {
  const added = await add("tree-sitter-gleam");
  expect(added).toMatchObject({ name: "gleam", extensions: [".gleam"], origin: "tree-sitter-gleam@1.2.3" });
  expect(added.language).toMatch(/^gleam@[0-9a-f]{8}$/);
  const text = await dump();
  expect(text).toContain(added.language);
  expect(text).toContain("src/app.gleam#greet");
  expect(text).toContain('"signature":"pub fn greet(name: String) -> String"');
  expect(text).toMatch(/"from":"src\/app\.gleam#greet".*"to":"src\/app\.gleam#shout"/);
});

test("a grammar that changes on disk is refused, and its files become text", async () => {
  appendFileSync(join(home, "grammars", "gleam", "grammar.wasm"), "x");
  expect(engine.grammars.list()).toMatchObject([{ name: "gleam", isIntact: false }]);
  const { problems } = await engine.update(root);
  expect(problems.map(({ code }) => code)).toContain("GRAMMAR_CHANGED");
  expect(await engine.dump(root)).not.toContain("#greet");
  await add("tree-sitter-gleam");
  expect(await dump()).toContain("#greet");
});

test("a removed grammar leaves its files without symbols", async () => {
  engine.grammars.remove("gleam");
  expect(engine.grammars.list()).toEqual([]);
  expect(await dump()).not.toContain("#greet");
  expect(() => engine.grammars.remove("gleam")).toThrow(expect.objectContaining({ code: "GRAMMAR_UNKNOWN" }));
});

test("what cannot be used is not added", async () => {
  const folder = join(work, "node_modules", "tree-sitter-gleam");
  const tags = join(work, "bad.scm");
  writeFileSync(tags, "(no_such_node) @definition.function");
  const broken = join(work, "broken");
  writeTreeFile(work, "broken/tree-sitter-broken.wasm", "not a module");
  const cases: [() => Promise<unknown>, string][] = [
    [() => add(folder, { tagsFile: tags }), "GRAMMAR_INVALID"],
    [() => add(broken, { extensions: ["brk"] }), "GRAMMAR_INVALID"],
    [() => add(broken), "GRAMMAR_NEEDS_EXTENSIONS"],
    [() => add("not-installed-anywhere"), "GRAMMAR_NOT_FOUND"],
    [() => add(join(bundled, "..")), "GRAMMAR_AMBIGUOUS"],
  ];
  for (const [attempt, code] of cases) await expect(attempt()).rejects.toMatchObject({ code });
  expect(engine.grammars.list()).toEqual([]);
});
