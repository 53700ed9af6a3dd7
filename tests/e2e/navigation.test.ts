/** Symbols and traces through the engine, over a small project in two languages. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import type { ToolDefinition } from "../../src/tools/contract.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import symbolTool from "../../src/tools/symbol.ts";
import traceTool from "../../src/tools/trace.ts";
import { writeTreeFile } from "../random-tree.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-navigation-"));
const root = join(scratch, "tree");
let engine: Engine;

beforeAll(async () => {
  writeTreeFile(
    root,
    "src/shape.ts",
    "export interface Shape { area(): number }\nexport class Square implements Shape {\n  constructor(private side: number) {}\n  area() { return this.side * this.side; }\n}\n",
  );
  writeTreeFile(
    root,
    "src/total.ts",
    'import { Square } from "./shape";\nexport function total(sides: number[]) {\n  return sides.map((side) => measure(new Square(side)));\n}\nfunction measure(square: Square) { return square.area(); }\n',
  );
  writeTreeFile(
    root,
    "src/other.ts",
    "export class Circle { area() { return 3; } }\nexport function total() { return 0; }\n",
  );
  writeTreeFile(root, "c/work.h", "int work(int n);\n");
  writeTreeFile(root, "c/work.c", '#include "work.h"\nint work(int n) { return n + 1; }\n');
  engine = await openEngine({ home: join(scratch, "home") });
  await engine.update(root);
});
afterAll(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

const call = () => ({ engine, root, signal: new AbortController().signal });
const ask = (tool: ToolDefinition, input: Record<string, unknown>) =>
  answerTool(tool, call(), parseInput(tool, input));
const symbol = async (name: string) => ask(symbolTool, { name });
const trace = async (name: string, relation: "callers" | "implementations" = "callers") =>
  ask(traceTool, { symbol: name, relation });

test("an ambiguous name gives candidates and never a guess", async () => {
  const { text } = await symbol("total");
  expect(text).toMatch(/^2 symbols named total, best first/);
  expect(text).toContain("src/other.ts:2");
  expect(text).toContain("src/total.ts:2");
});

test.each(["src/total.ts#total", "src/total.ts:3"])("%s names one symbol", async (name) => {
  expect((await symbol(name)).text).toMatch(
    /^function total, 0 callers, 0 references · generation 1, fresh\n\[data .*\]\n--- src\/total.ts:2-4\n2\| .*\n3\| .*\n4\| .*\n/,
  );
});

test("several names give the code of each, and say which is not there", async () => {
  const { text } = await symbol("src/total.ts#total src/other.ts:2, nothingAtAll");
  expect(text).toMatch(/^2 of 3 names found/);
  for (const part of ["--- src/total.ts:2-4", "--- src/other.ts:2", "== no symbol named nothingAtAll =="])
    expect(text).toContain(part);
});

test("uses are shown as lines of code with what they stand in", async () => {
  expect((await symbol("measure")).text).toContain(
    "uses:\n  src/total.ts:3  total| return sides.map((side) => measure(new Square(side)));",
  );
});

test("a prototype and its definition are one symbol", async () => {
  expect((await symbol("work")).text).toContain("c/work.c:2");
});

test("callers are those of this symbol, not of its namesakes", async () => {
  const { text } = await trace("Square.area");
  expect(text).toMatch(/^complete: 1 caller of Square.area \(1 resolved\)/);
  expect(text).toContain("src/total.ts:5 measure");
  expect((await trace("Circle.area")).outcome).toBe("none");
});

test("implementations of an interface are found", async () => {
  expect((await trace("Shape", "implementations")).text).toContain("src/shape.ts:2 Square (implements)");
});

test("a name that does not exist is none, with what is similar", async () => {
  const answer = await symbol("Squar");
  expect(answer.outcome).toBe("none");
  expect(answer.text).toContain("similar names: Square");
});
