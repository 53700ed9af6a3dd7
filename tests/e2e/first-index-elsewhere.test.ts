/** One process builds a first index, others ask: they get the part that is there, or hear how far it is. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { connectMcpClient } from "../../src/testing/mcp-client.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const FILES = 3_000;
const LOCK_MS = 2_500;
const scratch = new TempFolder("clew-elsewhere");
const tree = scratch.folder("tree");
let home = 0;
let writer: ChildProcess | null = null;

beforeAll(() => {
  const files = Array.from({ length: FILES }, (_, at) => [
    `src/deep/f${at}.ts`,
    Array.from({ length: 40 }, (__, n) => `export function f${at}x${n}(a: number) { return a + ${n}; }`).join(
      "\n",
    ),
  ]);
  tree.repository({ "near.ts": "export function nearTheRoot() {}\n", ...Object.fromEntries(files) });
}, 60_000);
afterEach(() => {
  writer?.kill("SIGKILL");
  writer = null;
});
afterAll(() => scratch.remove());

function surroundings() {
  return {
    PATH: process.env.PATH ?? "",
    CLEW_HOME: scratch.join(`home-${home}`),
    CLEW_LOCK_TIMEOUT_MS: String(LOCK_MS),
    CLEW_FIRST_ANSWER_MS: "0",
    CLEW_WORKERS: "1",
  };
}

/** Begins a first index in a home of its own and resolves when it parses. */
async function beginIndex(): Promise<ChildProcess> {
  home += 1;
  const child = spawn(process.execPath, [CLI, "index", "--json"], { cwd: tree.path, env: surroundings() });
  writer = child;
  let told = "";
  child.stdout.on("data", (bytes) => {
    told += bytes;
  });
  while (!/"phase":"parse","done":[1-9]/.test(told)) await sleep(20);
  return child;
}

function clew(...args: string[]) {
  return spawnSync(process.execPath, [CLI, ...args], {
    cwd: tree.path,
    env: surroundings(),
    encoding: "utf8",
  });
}

const IN_PART = /pending: .*the first index is being built, \d+ of \d+ files indexed so far/;

test("the command line answers from the part that the other process was asked for", {
  timeout: 120_000,
}, async () => {
  const child = await beginIndex();
  const asked = clew("symbol", "nearTheRoot");
  expect(asked.stderr).toBe("");
  expect(asked.stdout.split("\n")[0]).toMatch(/^function nearTheRoot/);
  if (child.exitCode === null) expect(asked.stdout.split("\n")[0]).toMatch(IN_PART);
  if (child.exitCode === null) await once(child, "close");
  expect(clew("symbol", `f${FILES - 1}x39`).stdout).toMatch(/generation \d+, fresh/);
});

test("a server answers from the part, and with fresh from the whole", { timeout: 120_000 }, async () => {
  await beginIndex();
  const client = await connectMcpClient(tree.path, surroundings());
  const ask = async (name: string, fresh: boolean) => {
    const { content } = await client.callTool({ name: "symbol", arguments: { name, fresh } });
    return (content as { text: string }[])[0]!.text.split("\n")[0]!;
  };
  try {
    expect(await ask("nearTheRoot", false)).toMatch(IN_PART);
    expect(await ask(`f${FILES - 1}x39`, true)).toMatch(/^function f\d+x39.* generation \d+, fresh$/);
  } finally {
    await client.close();
  }
});

test("a writer that is stopped is told with how far it came, and with a code of its own", {
  timeout: 120_000,
}, async () => {
  const child = await beginIndex();
  // It tells how far it is twice a second.
  await sleep(1_200);
  child.kill("SIGSTOP");
  try {
    const asked = clew("search", "nearTheRoot");
    expect(asked.status).toBe(2);
    expect(asked.stderr).toMatch(
      /^clew: nothing is indexed yet: another process \(pid \d+\) is writing .*: the first index is being built, parse \d+ of \d+ files.* \[FIRST_INDEX_PENDING\]\nhint: .*ask again/,
    );
  } finally {
    child.kill("SIGCONT");
  }
});
