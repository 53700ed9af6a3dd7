/** The generation before the last update is kept, and answers when it is asked for. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import symbolTool from "../../src/tools/symbol.ts";
import { writeTreeFile } from "../random-tree.ts";

let scratch: string;
let root: string;
let engine: Engine;

beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), "clew-rollback-"));
  root = join(scratch, "tree");
  engine = await openEngine({ home: join(scratch, "home") });
  writeTreeFile(root, "a.ts", "export function first() {\n  return 1;\n}\n");
  writeTreeFile(root, "b.ts", 'import { first } from "./a";\nexport const b = first();\n');
  await engine.update(root);
});
afterEach(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

async function ask(name: string): Promise<string> {
  const call = { engine, root, signal: new AbortController().signal };
  return (await answerTool(symbolTool, call, parseInput(symbolTool, { name }))).text;
}

test("a first index has nothing to go back to", async () => {
  await expect(engine.rollBack(root)).rejects.toMatchObject({ code: "NO_FORMER_GENERATION" });
});

test("the generation before answers, says so, and gives way to the next update", async () => {
  const before = await engine.dump(root);
  writeTreeFile(root, "a.ts", "export function second() {\n  return 2;\n}\n");
  writeTreeFile(root, "c.ts", "export const c = 3;\n");
  rmSync(join(root, "b.ts"));
  await engine.update(root);
  const after = await engine.dump(root);
  const report = await engine.rollBack(root);
  expect(report).toMatchObject({ restored: { generation: 1 }, files: 2, changed: 3 });
  expect(await engine.dump(root)).toBe(before);
  const answer = await ask("first");
  expect(answer).toContain("rolled back");
  expect(answer).toContain("a.ts:1");
  // Another edit does not end it: only an update that is asked for does.
  writeTreeFile(root, "d.ts", "export const d = 4;\n");
  expect(await ask("first")).toContain("rolled back");
  expect(await engine.verify(root, { deep: false })).toMatchObject({ ok: true });
  rmSync(join(root, "d.ts"));
  await engine.update(root);
  expect(await engine.dump(root)).toBe(after);
  expect(await ask("second")).not.toContain("rolled back");
});

test("a second rollback undoes the first", async () => {
  writeTreeFile(root, "a.ts", "export function second() {\n  return 2;\n}\n");
  await engine.update(root);
  const after = await engine.dump(root);
  await engine.rollBack(root);
  await engine.rollBack(root);
  expect(await engine.dump(root)).toBe(after);
});

test("links of compiler grade are no generation to go back to", async () => {
  const before = await engine.dump(root);
  writeTreeFile(root, "a.ts", "export function first() {\n  return 2;\n}\nexport const more = 1;\n");
  await engine.update(root);
  await engine.refine(root);
  await engine.rollBack(root);
  expect(await engine.dump(root)).toBe(before);
});
