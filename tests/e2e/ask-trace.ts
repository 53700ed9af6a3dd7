/** Asks `trace` about small trees, each indexed when it is asked about. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import traceTool from "../../src/tools/trace.ts";
import { writeTreeFile } from "../random-tree.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-accounting-"));
let engine: Engine;
let made = 0;

beforeAll(async () => {
  engine = await openEngine({ home: join(scratch, "home") });
});
afterAll(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

export async function ask(files: Record<string, string>, input: Record<string, unknown>) {
  const root = join(scratch, `tree-${made++}`);
  for (const [path, text] of Object.entries(files)) writeTreeFile(root, path, text);
  await engine.update(root);
  const call = { engine, root, signal: new AbortController().signal };
  const { text, data, outcome } = await answerTool(traceTool, call, parseInput(traceTool, input));
  const [head, ...rest] = text.split("\n");
  return { head: head!, body: rest.join("\n"), data: data() as any, outcome };
}

export const ENGINE =
  "export class Engine {\n  ignite() { return 1; }\n}\nexport function ignition() { return 2; }\n";
export const method = (files: Record<string, string>, more: Record<string, unknown> = {}) =>
  ask({ "src/engine.ts": ENGINE, ...files }, { symbol: "Engine.ignite", ...more });
export const plain = (files: Record<string, string>, more: Record<string, unknown> = {}) =>
  ask({ "src/engine.ts": ENGINE, ...files }, { symbol: "ignition", ...more });

/** So many lines that only symbols are kept of a file. */
export const LONG = "export const filler = 1;\n".repeat(20_100);
