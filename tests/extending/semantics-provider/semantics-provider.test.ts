/** A provider of compiler-grade links is one folder (`dispatch/`) and one line in the list of providers. */
import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Engine, openEngine } from "../../../src/engine/engine.ts";
import { PROVIDERS } from "../../../src/semantics/providers.ts";
import { TempFolder } from "../../../src/testing/git-fixture.ts";
import { answerTool } from "../../../src/tools/answer-tool.ts";
import { parseInput } from "../../../src/tools/parse-input.ts";
import traceTool from "../../../src/tools/trace.ts";
import { writeTreeFile } from "../../random-tree.ts";
import { dispatch } from "./dispatch/provider.ts";

// The line that src/semantics/providers.ts would have.
const WITH_DISPATCH = [...PROVIDERS, dispatch];

let folder: TempFolder;
let engine: Engine;

beforeEach(async () => {
  folder = new TempFolder("clew-provider");
  writeTreeFile(folder.join("tree"), "tasks.py", "def send_mail():\n    return 1\n");
  writeTreeFile(folder.join("tree"), "shop.py", 'def order():\n    dispatch("tasks.py#send_mail")\n');
});
afterEach(async () => {
  await engine.close();
  rmSync(folder.path, { recursive: true, force: true });
});

async function trace(symbol: string): Promise<string> {
  const call = { engine, root: folder.join("tree"), signal: new AbortController().signal };
  return (await answerTool(traceTool, call, parseInput(traceTool, { symbol }))).text;
}

test("a question is answered through the provider's links", async () => {
  engine = await openEngine({ home: folder.join("home"), providers: WITH_DISPATCH });
  expect(await trace("send_mail")).not.toContain("shop.py");
  expect((await engine.refine(folder.join("tree"))).refined).toBe(2);
  const answer = await trace("send_mail");
  expect(answer).toContain("shop.py");
  expect(answer).toContain("compiler");
  const [links] = await engine.readView(folder.join("tree"), ({ reader }) =>
    reader.linksOf(["shop.py" as never]),
  );
  expect(links?.refinedBy).toEqual({ provider: "dispatch", version: "dispatch-1" });
  expect((await engine.refine(folder.join("tree"))).refined).toBe(0);
});

test("negative control: without its line nobody knows", async () => {
  engine = await openEngine({ home: folder.join("home") });
  await engine.refine(folder.join("tree"));
  expect(await trace("send_mail")).not.toContain("shop.py");
});
