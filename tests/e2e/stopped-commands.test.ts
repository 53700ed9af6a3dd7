/** A command that is told to stop says so in a line, ends as shells expect, and leaves a sound index. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const FILES = 1500;
const scratch = new TempFolder("clew-stopped");
const tree = scratch.folder("tree");
const env = { ...process.env, CLEW_HOME: scratch.join("home") };

beforeAll(() => {
  const files = Array.from({ length: FILES }, (_, at) => [
    `src/f${at}.ts`,
    Array.from({ length: 30 }, (__, n) => `export function f${at}x${n}(a: number) { return a + ${n}; }`).join(
      "\n",
    ),
  ]);
  tree.repository(Object.fromEntries(files));
});
afterAll(() => scratch.remove());

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
}

/** Sends the signal once the command says that it works. */
async function stopWhenBusy(
  args: readonly string[],
  signal: NodeJS.Signals,
  pattern: RegExp,
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: tree.path, env });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (bytes) => {
    stdout += bytes;
  });
  child.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  const ended = endOf(child);
  while (!pattern.test(stdout) && child.exitCode === null) await sleep(10);
  expect(child.exitCode, stderr).toBeNull();
  child.kill(signal);
  return { ...(await ended), stderr };
}

function endOf(child: ChildProcess): Promise<Pick<Ended, "code" | "signal">> {
  return new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal })));
}

test.each([
  ["SIGINT", 130, "stopped by Ctrl-C"],
  ["SIGTERM", 143, "stopped by SIGTERM"],
] as const)("index, by %s", { timeout: 120_000 }, async (signal, code, words) => {
  const ended = await stopWhenBusy(["index", "--json"], signal, /"phase":"parse","done":[1-9]/);
  expect(ended).toMatchObject({ code, signal: null });
  expect(ended.stderr).toBe(
    `clew: ${words} [CLI_INTERRUPTED]\nhint: The command was told to stop. What was indexed before stays as it was; run it again to go on.\n`,
  );
});

test("the index is sound and the next run completes it", { timeout: 240_000 }, () => {
  const clew = (...args: string[]) =>
    spawnSync(process.execPath, [CLI, ...args], { cwd: tree.path, env, encoding: "utf8" });
  expect(clew("index").stdout).toMatch(/^1,500 files in generation 1/);
  expect(clew("verify", "--deep").stdout).toMatch(/^ok: /);
});

test("search, by SIGTERM while it waits for its update", { timeout: 120_000 }, async () => {
  const fresh = { ...env, CLEW_HOME: scratch.join("another-home") };
  const child = spawn(process.execPath, [CLI, "search", "f1x1"], { cwd: tree.path, env: fresh });
  let stderr = "";
  child.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  const ended = endOf(child);
  const isIndexing = () =>
    existsSync(`${fresh.CLEW_HOME}/index`) &&
    readdirSync(`${fresh.CLEW_HOME}/index`).some((name) => name.endsWith(".lock.pid"));
  while (!isIndexing() && child.exitCode === null) await sleep(10);
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 143, signal: null });
  expect(stderr).toMatch(/^clew: stopped by SIGTERM \[CLI_INTERRUPTED\]\nhint: .*\n$/);
});
