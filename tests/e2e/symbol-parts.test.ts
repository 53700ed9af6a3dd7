/** A class that several files declare is one symbol with several places. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { getSourceSpans } from "../../src/tools/full/symbols.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import symbolTool from "../../src/tools/symbol.ts";
import traceTool from "../../src/tools/trace.ts";
import { writeTreeFile } from "../random-tree.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-parts-"));
const root = join(scratch, "tree");
let engine: Engine;

beforeAll(async () => {
  writeTreeFile(root, "Cart.cs", "namespace Shop;\npublic partial class Cart { public int Total() => 1; }\n");
  writeTreeFile(
    root,
    "Cart.Tax.cs",
    "namespace Shop;\npublic partial class Cart { public int Tax() => 2; }\n",
  );
  writeTreeFile(root, "Old/Cart.cs", "namespace Old;\npublic class Cart { }\n");
  writeTreeFile(
    root,
    "Till.cs",
    "namespace Shop;\npublic class Till { public int Sum(Cart cart) => cart.Total() + cart.Tax(); }\n",
  );
  writeTreeFile(root, "user.rb", "class User\n  def name; end\nend\n");
  writeTreeFile(root, "more/user.rb", "class User\n  def age; end\nend\n");
  engine = await openEngine({ home: join(scratch, "home") });
  await engine.update(root);
});
afterAll(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

async function ask(
  tool: typeof getSourceSpans | typeof symbolTool | typeof traceTool,
  input: Record<string, unknown>,
): Promise<string> {
  const call = { engine, root, signal: new AbortController().signal };
  return (await answerTool(tool, call, parseInput(tool, input))).text;
}

test("all parts of a partial class are its spans; a class of another namespace is not one", async () => {
  const named = await ask(symbolTool, { name: "Cart" });
  expect(named).toContain("2 symbols named Cart");
  const all = await ask(getSourceSpans, { symbol: "Cart.cs#Cart", mode: "all" });
  expect(all).toContain("2 spans of Cart");
  expect(all).toContain("Cart.cs:2  span 1");
  expect(all).toContain("Cart.Tax.cs:2  span 0");
  expect(await ask(getSourceSpans, { symbol: "Cart.Tax.cs#Cart", mode: "all" })).toContain("2 spans of Cart");
  expect(await ask(getSourceSpans, { symbol: "Old/Cart.cs#Cart", mode: "all" })).toContain("1 span of Cart");
});

test("a class that is opened again in Ruby shows every part with its members", async () => {
  const text = await ask(symbolTool, { name: "User" });
  expect(text).toContain("def name");
  expect(text).toContain("def age");
  expect(text).toContain("--- more/user.rb:1-3");
});

test("a part that goes leaves the class, its uses, and another primary part", async () => {
  expect(await ask(traceTool, { symbol: "Cart.cs#Cart", relation: "references" })).toContain("Till.cs:2");
  rmSync(join(root, "Cart.Tax.cs"));
  await engine.update(root);
  const all = await ask(getSourceSpans, { symbol: "Cart.cs#Cart", mode: "all" });
  expect(all).toContain("1 span of Cart");
  expect(all).toContain("Cart.cs:2  span 0");
  expect(await ask(traceTool, { symbol: "Cart.cs#Cart", relation: "references" })).toContain("Till.cs:2");
});
