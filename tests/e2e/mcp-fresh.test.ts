/** Answers are about the tree as it is: an edit just before the call is seen, by the server and by the command. */
import { execFileSync } from "node:child_process";
import { utimesSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { connectMcpClient } from "../../src/testing/mcp-client.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { ALL_TOOLS } from "../../src/tools/full/all.ts";
import { parseInput } from "../../src/tools/parse-input.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-fresh");
const env = { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home") };
const source = (name: string) => `export function ${name}(): number {\n  return 1;\n}\n`;
const repository = scratch
  .folder("shop")
  .repository({ "src/a.ts": source("first"), "src/b.ts": source("other") });

const LATE_MS = 10;
const NAMES = ["second", "third_", "fourth"];

describe("an edit 10 ms before the call", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connectMcpClient(repository.path, env);
    await client.callTool({ name: "status", arguments: {} });
  });
  afterAll(() => client.close());

  const asked = async (args: Record<string, unknown>) => {
    const result = (await client.callTool({ name: "symbol", arguments: args })) as {
      content: { text: string }[];
    };
    return result.content[0]!.text;
  };

  test("is answered by the server in its new state", async () => {
    for (const name of NAMES) {
      repository.write({ "src/a.ts": source(name) });
      await sleep(LATE_MS);
      const text = await asked({ name });
      expect(text).toMatch(new RegExp(`^function ${name}, .*fresh`));
      expect(text).toContain("src/a.ts:1-3");
      expect(await asked({ name: "src/a.ts", fresh: true })).toContain(`function ${name}`);
    }
  });

  test("is answered by the command in its new state", async () => {
    for (const name of ["fifth_", "sixth_"]) {
      repository.write({ "src/a.ts": source(name) });
      await sleep(LATE_MS);
      const text = execFileSync(process.execPath, [CLI, "symbol", name], {
        cwd: repository.path,
        env,
        encoding: "utf8",
      });
      expect(text).toMatch(new RegExp(`^function ${name}, .*fresh`));
    }
  });

  test("is seen when neither size nor time tell of it", async () => {
    const file = repository.join("src/a.ts");
    const time = new Date("2024-05-05T05:05:05Z");
    for (const name of ["eighth", "ninth_"]) {
      repository.write({ "src/a.ts": source(name) });
      utimesSync(file, time, time);
      expect(await asked({ name })).toContain("src/a.ts:1-3");
    }
  });
});

describe("an answer that does not wait for the whole tree", () => {
  const tree = scratch.folder("impatient").repository({ "a.ts": source("quoted"), "b.ts": source("unseen") });
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine({ home: scratch.join("impatient-home") });
    await engine.update(tree.path);
  });
  afterAll(() => engine.close());

  const ask = async (name: string, args: Record<string, unknown>) => {
    const tool = ALL_TOOLS.find((one) => one.name === name)!;
    const call = { engine, root: tree.path, signal: new AbortController().signal, freshWaitMs: 0 };
    return (await answerTool(tool, call, parseInput(tool, args))).text;
  };

  test("says what is pending", async () => {
    expect(await ask("symbol", { name: "quoted" })).toMatch(
      /^function quoted, .* · generation 1, pending: the tree is still being compared/,
    );
  });

  test("is made anew when a file that it quotes changed", async () => {
    tree.write({ "a.ts": `\n\n${source("quoted")}` });
    const text = await ask("symbol", { name: "quoted" });
    expect(text).toContain("a.ts:3-5");
    expect(text).toMatch(/ · generation 2, fresh\n/);
  });

  test("waits after all when it is asked to be fresh", async () => {
    tree.write({ "c.ts": source("added") });
    expect(await ask("symbol", { name: "added", fresh: true })).toMatch(/^function added, .* fresh\n/);
  });
});
