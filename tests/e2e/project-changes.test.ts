/** Which files are resolved again after a change of what decides how modules are found. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { writeTreeFile } from "../random-tree.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-project-"));
const root = join(scratch, "tree");
let engine: Engine;

beforeAll(async () => {
  writeTreeFile(root, "web/package.json", '{ "name": "web" }');
  writeTreeFile(root, "web/tsconfig.json", '{ "compilerOptions": { "strict": true } }');
  writeTreeFile(root, "web/pnpm-lock.yaml", "lockfileVersion: 1\n");
  writeTreeFile(root, "web/src/a.ts", "export function a() {}\n");
  writeTreeFile(root, "web/src/b.ts", 'import { a } from "./a";\nexport function b() { a(); }\n');
  writeTreeFile(root, "tools/c.ts", "export function c() {}\n");
  writeTreeFile(root, "py/d.py", "def d():\n    pass\n");
  engine = await openEngine({ home: join(scratch, "home") });
});
afterAll(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

test("a lock file's change leaves links alone that no compiler made", async () => {
  await engine.update(root);
  writeTreeFile(root, "web/pnpm-lock.yaml", "lockfileVersion: 22\n");
  expect((await engine.update(root)).relinked).toBe(0);
});

test.each([
  ["web/pnpm-lock.yaml", "lockfileVersion: 333\n", 2],
  ["web/package-lock.json", "{}", 2],
  ["web/tsconfig.json", '{ "compilerOptions": { "strict": false } }', 2],
  ["yarn.lock", "# all of it", 3],
])("%s: its project is resolved again, the rest is left alone", async (path, text, count) => {
  await engine.refine(root);
  writeTreeFile(root, path, text);
  expect((await engine.update(root)).relinked).toBe(count);
  // A program that is built anew may speak of more files than were asked for.
  expect((await engine.refine(root)).refined).toBeGreaterThanOrEqual(count);
});

test("a compiler that is stopped half-way keeps what it has made, and the next run makes the rest", async () => {
  const tree = join(scratch, "large");
  const count = 40;
  for (let at = 0; at < count; at++) writeTreeFile(tree, `f${at}.ts`, `export function f${at}() {}\n`);
  await engine.update(tree);
  const stop = new AbortController();
  const refining = engine.refine(tree, {
    signal: stop.signal,
    onProgress: ({ phase, done }) => {
      if (phase === "compile" && done >= 3) stop.abort();
    },
  });
  await expect(refining).rejects.toThrow();
  const { refined } = await engine.refine(tree);
  expect(refined).toBeGreaterThan(0);
  expect(refined).toBeLessThan(count);
  expect((await engine.refine(tree)).refined).toBe(0);
});
