/** The process behind `clew mcp`: what disorder on its input and the death of its client do to it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const MB = 1024 * 1024;
const scratch = new TempFolder("clew-process");
const env = { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home") };
const many = Array.from({ length: 400 }, (_, n) => [
  `f${n}.ts`,
  `export function f${n}() {\n  return ${n};\n}\n`,
]);
const repository = scratch.folder("many").repository(Object.fromEntries(many));

const INITIALIZE = message(1, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});
const INITIALIZED = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`;
const STATUS = message(2, "tools/call", { name: "status", arguments: {} });

function message(id: number, method: string, params: unknown): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

interface Started {
  child: ChildProcess;
  /** Messages that were written so far. */
  written: () => { id?: number | null; error?: { code: number } }[];
  until: (id: number) => Promise<void>;
}

function start(cwd = repository.path): Started {
  const child = spawn(process.execPath, [CLI, "mcp"], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  let text = "";
  child.stdout!.on("data", (chunk) => {
    text += String(chunk);
  });
  const written = () =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return {
    child,
    written,
    until: async (id) => {
      while (!written().some((one) => one.id === id)) await once(child.stdout!, "data");
    },
  };
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Returns when none of them runs any more; the test's own limit ends the wait. */
async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await sleep(20);
}

afterAll(() => scratch.remove());

describe("100 MB of garbage", () => {
  const shapes = [
    { what: "in one line", chunk: Buffer.alloc(MB, "x") },
    { what: "in short lines", chunk: Buffer.from("garbage, garbage\n".repeat(MB / 17)) },
  ];
  test.each(shapes)("$what is a parse error; the server goes on in bounded memory", async ({ chunk }) => {
    const { child, written, until } = start();
    child.stdin!.write(INITIALIZE);
    await until(1);
    for (let sent = 0; sent < 100; sent++) if (!child.stdin!.write(chunk)) await once(child.stdin!, "drain");
    child.stdin!.write(`\n${message(3, "ping", {})}`);
    await until(3);
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"));
    expect(Number(peak![1]) / 1024).toBeLessThan(400);
    const errors = written().filter((one) => one.error);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThanOrEqual(16);
    for (const { id, error } of errors) expect({ id, code: error?.code }).toEqual({ id: null, code: -32700 });
    child.stdin!.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

describe("the end of the client", () => {
  /** From the end of the input until the server and what it started are gone. */
  async function endMs(child: ChildProcess, started: readonly number[]): Promise<number> {
    const exited = once(child, "exit");
    child.stdin!.end();
    const startedAt = performance.now();
    expect(await exited).toEqual([0, null]);
    await untilGone(started);
    return performance.now() - startedAt;
  }

  /** The promise is one second. The best of three is measured: a machine under load may stop us for as long. */
  async function expectWithinASecond(end: () => Promise<number>): Promise<void> {
    const times: number[] = [];
    while (times.length < 3 && !times.some((ms) => ms < 1_000)) times.push(await end());
    expect(Math.min(...times)).toBeLessThan(1_000);
  }

  test("ends the server within a second when it idles", async () => {
    await expectWithinASecond(async () => {
      const { child, until } = start();
      child.stdin!.write(INITIALIZE + INITIALIZED + STATUS);
      await until(2);
      return endMs(child, childrenOf(child.pid!));
    });
  });

  test("ends the server within a second while it indexes, and the processes it started", async () => {
    let attempts = 0;
    await expectWithinASecond(async () => {
      attempts += 1;
      const fresh = scratch.folder(`ending-${attempts}`).repository(Object.fromEntries(many));
      const { child, until } = start(fresh.path);
      child.stdin!.write(INITIALIZE + INITIALIZED + STATUS);
      await until(1);
      while (childrenOf(child.pid!).length === 0) await sleep(5);
      return endMs(child, childrenOf(child.pid!));
    });
  });

  test("by a kill leaves no orphan", async () => {
    const script = `
      const { spawn } = require("node:child_process");
      const server = spawn(process.execPath, [${JSON.stringify(CLI)}, "mcp"], { stdio: ["pipe", "inherit", "ignore"] });
      server.stdin.write(${JSON.stringify(INITIALIZE + INITIALIZED + STATUS)});
      console.error(server.pid);
      setInterval(() => {}, 1000);`;
    const client = spawn(process.execPath, ["-e", script], {
      cwd: repository.path,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [line] = await once(client.stderr!, "data");
    const server = Number(String(line));
    while (childrenOf(server).length === 0) await sleep(5);
    const all = [server, ...childrenOf(server)];
    client.kill("SIGKILL");
    await untilGone(all);
    expect(all.filter(isRunning)).toEqual([]);
  });

  test("the server's own death by a kill ends its processes", async () => {
    const { child, until } = start();
    repository.write({ "f1.ts": "export function changed() {}\n" });
    child.stdin!.write(INITIALIZE + INITIALIZED + STATUS);
    await until(2);
    const workers = childrenOf(child.pid!);
    expect(workers.length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await untilGone(workers);
    expect(workers.filter(isRunning)).toEqual([]);
  });
});

test("cancelling a call that waits for the first index stops the work", async () => {
  const other = scratch.folder("cancelled").repository(Object.fromEntries(many));
  const { child, written, until } = start();
  child.stdin!.write(INITIALIZE + INITIALIZED);
  await until(1);
  child.stdin!.write(message(7, "tools/call", { name: "status", arguments: { repo: other.path } }));
  child.stdin!.write(
    `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } })}\n`,
  );
  child.stdin!.write(message(8, "tools/call", { name: "status", arguments: {} }));
  await until(8);
  // A cancelled request is not answered, and nothing of it was published.
  expect(written().filter((one) => one.id === 7)).toEqual([]);
  child.stdin!.end();
  await once(child, "exit");
  const list = spawn(process.execPath, [CLI, "list"], { env, stdio: ["ignore", "pipe", "ignore"] });
  const [listed] = await once(list.stdout!, "data");
  expect(String(listed)).not.toContain(other.path);
});
