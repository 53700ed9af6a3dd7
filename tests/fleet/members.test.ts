/** Members that other processes are at work on: the others answer, and what is missing is said. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { chooseRepositories } from "../../src/tools/choose-repositories.ts";
import { ALL_TOOLS } from "../../src/tools/full/all.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import { takeScope } from "../../src/tools/scope-input.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-fleet-members");
const env = { PATH: process.env.PATH, CLEW_HOME: scratch.join("home"), CLEW_LOCK_TIMEOUT_MS: "500" };
const engine = await openEngine({
  home: scratch.join("home"),
  env,
  isWatching: true,
  warmsSemantics: { lookAfterMs: 200, beginAfterMs: 200 },
});
const at = (name: string) => scratch.join(name);

beforeAll(async () => {
  for (const name of ["small", "other"])
    scratch.folder(name).repository({ "src/a.ts": `export const settleInvoice = "${name}";\n` });
  for (const name of ["small", "other"]) await engine.update(at(name));
  const many = Array.from({ length: 400 }, (_, n) => [
    `src/file${n}.ts`,
    `export function settleInvoice${n}(): number {\n  return ${n};\n}\n`.repeat(20),
  ]);
  scratch.folder("large").repository(Object.fromEntries(many));
}, 60_000);
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

async function search(args: Record<string, unknown>) {
  const tool = ALL_TOOLS.find((one) => one.name === "search")!;
  const { asked, input } = takeScope(tool, { query: "settleInvoice", ...args });
  const chosen = (await chooseRepositories(engine, tool, asked, async () => at("small"))) ?? {
    root: at("small"),
  };
  const signal = new AbortController().signal;
  return answerTool(tool, { engine, signal, freshWaitMs: 1_000, ...chosen }, parseInput(tool, input));
}

/** An index that is being built by a process that makes no progress any more. */
async function stoppedWhileIndexing(root: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CLI, "index", root], { env, stdio: "ignore" });
  const isHeld = () =>
    readdirSync(scratch.join("home/index")).some((name) => /^large.*\.lock\.pid$/.test(name));
  while (!isHeld()) await sleep(5);
  await sleep(100);
  child.kill("SIGSTOP");
  return child;
}

test("one that another process indexes for the first time is named, and the others answer", async () => {
  const child = await stoppedWhileIndexing(at("large"));
  try {
    const { text, outcome } = await search({ repo: [at("large"), "small"] });
    expect(text).toContain("small:src/a.ts");
    expect(text).toMatch(/not answered by large: .*another process/);
    expect(outcome).toBe("partial");
  } finally {
    child.kill("SIGCONT");
  }
  expect(await once(child, "exit")).toEqual([0, null]);
  expect((await search({ repo: ["large", "small"] })).text).toContain("large:src/file");
}, 60_000);

test("one that another process removed does not come back by what this one does on its own", async () => {
  const remover = await openEngine({ home: scratch.join("home"), env });
  await search({ repo: "other" });
  await remover.remove("other");
  scratch.folder("other").write({ "src/b.ts": "export const later = 1;\n" });
  await sleep(1_500);
  expect((await remover.list()).map(({ name }) => name)).not.toContain("other");
  await remover.close();
}, 30_000);
