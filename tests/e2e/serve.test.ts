/** The built `clew serve` and `clew stop` as processes. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-serve");
const shop = scratch.folder("shop").repository({ "a.ts": "export const alpha = 1;\n" });
const other = scratch.folder("other").repository({ "b.py": "def beta():\n    return 1\n" });

let homes = 0;
let home = "";
let env: NodeJS.ProcessEnv = {};
const children: ChildProcess[] = [];

function newHome(extra: Record<string, string> = {}): void {
  homes += 1;
  home = scratch.join(`home-${homes}`);
  env = { PATH: process.env.PATH, CLEW_HOME: home, ...extra };
}

interface Served {
  url: string;
  pid: number;
  token: string;
}

function serverFile(): string {
  return `${home}/serve/server.json`;
}

function readRecord(): Served {
  return JSON.parse(readFileSync(serverFile(), "utf8")) as Served;
}

/** Starts a server in the foreground and waits until it says that it serves. */
async function startServer(cwd = shop.path): Promise<{ child: ChildProcess; record: Served }> {
  const child = spawn(process.execPath, [CLI, "serve", "--port", "0"], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  await once(child.stdout!, "data");
  return { child, record: readRecord() };
}

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [CLI, ...args], { cwd: shop.path, env, encoding: "utf8" });
}

async function callTool(record: Served, tool: string, args: Record<string, unknown>): Promise<string> {
  const response = await fetch(`${record.url}/api/v1/tools/${tool}`, {
    method: "POST",
    headers: { authorization: `Bearer ${record.token}`, "content-type": "application/json" },
    body: JSON.stringify(args),
  });
  return await response.text();
}

async function serverState(record: Served): Promise<{ openRepositories: string[] }> {
  const response = await fetch(`${record.url}/api/v1/server`, {
    headers: { authorization: `Bearer ${record.token}` },
  });
  return (await response.json()) as { openRepositories: string[] };
}

/** Processes that the given one started. */
function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.trim().split(" ").filter(Boolean).map(Number);
}

afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill("SIGKILL");
});
afterAll(() => scratch.remove());

describe("the serving process", () => {
  test("keeps its token in a file for its owner alone and prints it nowhere", async () => {
    newHome();
    const { record } = await startServer();
    expect(statSync(serverFile()).mode & 0o777).toBe(0o600);
    expect(statSync(`${home}/serve`).mode & 0o777).toBe(0o700);
    expect(Buffer.from(record.token, "base64url")).toHaveLength(32);
    const detached = run("serve");
    expect(detached.stdout + detached.stderr).not.toContain(record.token);
  });

  test("refuses a folder for its files that others could write to", () => {
    newHome();
    mkdirSync(`${home}/serve`, { recursive: true });
    spawnSync("chmod", ["777", `${home}/serve`]);
    const refused = run("serve", "--port", "0");
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("[INDEX_NOT_PRIVATE]");
  });

  test("answers about several repositories, and about its own by default", async () => {
    newHome();
    const { record } = await startServer();
    expect(await callTool(record, "symbol", { name: "alpha" })).toContain("a.ts:1");
    expect(await callTool(record, "symbol", { name: "beta", repo: other.path })).toContain("b.py:1");
    expect((await serverState(record)).openRepositories.sort()).toEqual([other.path, shop.path].sort());
  });

  test("started outside any repository asks which one is meant", async () => {
    newHome();
    const { record } = await startServer(scratch.path);
    expect(await callTool(record, "status", {})).toContain("REPOSITORY_NOT_CHOSEN");
    expect(await callTool(record, "status", { repo: shop.path })).toContain("1 file indexed");
    expect(await callTool(record, "status", { repo: "shop" })).toContain("1 file indexed");
    expect(await callTool(record, "search", { repo: "shop", query: "alpha" })).toContain("a.ts");
    expect(await callTool(record, "status", { repo: "nosuch" })).toContain("REPOSITORY_UNKNOWN");
  });

  test("has a second one told where it is", async () => {
    newHome();
    const { record } = await startServer();
    const second = run("serve");
    expect(second.status).toBe(2);
    expect(second.stderr).toContain(`${record.url} (pid ${record.pid})`);
    expect(second.stderr).toContain("[SERVER_RUNNING]");
    expect(await callTool(record, "status", {})).toContain("1 file indexed");
  });

  test.each(["SIGTERM", "SIGINT"] as const)("ends cleanly on %s", async (signal) => {
    newHome();
    const { child, record } = await startServer();
    await callTool(record, "status", {});
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(existsSync(serverFile())).toBe(false);
  });

  test("starts again after it was killed, from the index it had, with the same token", async () => {
    newHome();
    const first = await startServer();
    await callTool(first.record, "status", {});
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    expect(existsSync(serverFile())).toBe(true);
    expect(run("stop").stderr).toContain("[SERVER_NOT_RUNNING]");
    const second = await startServer();
    // A client has the token in its configuration.
    expect(second.record.token).toBe(first.record.token);
    expect(await callTool(second.record, "status", {})).toContain("generation 1, fresh");
  });

  test("goes on when its parsing processes are killed", async () => {
    newHome();
    const { record } = await startServer();
    await callTool(record, "status", {});
    const workers = childrenOf(record.pid);
    expect(workers.length).toBeGreaterThan(0);
    for (const worker of workers) process.kill(worker, "SIGKILL");
    other.write({ "c.py": "def gamma():\n    return 1\n" });
    expect(await callTool(record, "symbol", { name: "gamma", repo: other.path })).toContain("c.py:1");
  });

  test("unloads a repository that nobody asks about, and opens it again", async () => {
    newHome({ CLEW_SERVE_IDLE_MINUTES: "0.01" });
    const { record } = await startServer();
    await callTool(record, "status", {});
    while ((await serverState(record)).openRepositories.length > 0) await sleep(100);
    expect(await callTool(record, "status", {})).toContain("1 file indexed");
  });
});

describe("a detached server", () => {
  test("is stopped by clew stop, which leaves others alone", async () => {
    newHome();
    const bystander = await startServer();
    newHome();
    const started = run("serve", "--detach", "--port", "0", "--json");
    expect(started.status).toBe(0);
    const { pid, url, ...shown } = JSON.parse(started.stdout);
    expect(shown).not.toHaveProperty("token");
    expect(readRecord()).toMatchObject({ pid, url });
    const stopped = run("stop");
    expect(stopped.stdout).toBe(`stopped the server at ${url} (pid ${pid})\n`);
    expect(existsSync(serverFile())).toBe(false);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
    expect((await fetch(`${bystander.record.url}/health`)).status).toBe(200);
  });

  test("that cannot start says why", async () => {
    newHome();
    const { record } = await startServer();
    const port = new URL(record.url).port;
    newHome();
    const refused = run("serve", "--detach", "--port", port);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("[PORT_TAKEN]");
  });
});
