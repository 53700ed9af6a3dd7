/** The log of real processes: what is in it, what never is, and how it is followed while it is set aside. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-logs");
const QUERY = "canaryquestion";
const CODE = "canarycode";
const SECRET = "AKIAQ3EGRBKQ7X5ZP4WL";
const shop = scratch.folder("shop").repository({
  "src/price.ts": `/** Adds the tax, ${CODE}. */\nexport function priceOf(net: number): number {\n  return net * 1.2;\n}\n`,
});
const running: ChildProcess[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
});
afterAll(() => scratch.remove());

interface Line {
  kind: string;
  level: string;
  [field: string]: unknown;
}

/** A home of its own, a server over it, and calls with its token. */
async function serve(name: string, settings: Record<string, string>) {
  const home = scratch.join(name);
  const env = { PATH: process.env.PATH, CLEW_HOME: home, ...settings };
  const child = spawn(process.execPath, [CLI, "serve", "--port", "0", "--json"], {
    cwd: shop.path,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const { url, tokenFile } = JSON.parse(said.toString()) as { url: string; tokenFile: string };
  const { token } = JSON.parse(readFileSync(tokenFile, "utf8")) as { token: string };
  const call = (tool: string, body: Record<string, unknown>) =>
    fetch(`${url}/api/v1/tools/${tool}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ repo: shop.path, ...body }),
    }).then((response) => response.text());
  const text = () =>
    readdirSync(`${home}/logs`)
      .sort()
      .reverse()
      .map((file) => readFileSync(`${home}/logs/${file}`, "utf8"))
      .join("");
  const lines = () =>
    text()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
  return { home, env, call, text, lines, child };
}

describe("logs", () => {
  test("are off by default, and `clew logs` says how to turn them on", async () => {
    const { home, env, call } = await serve("off", {});
    expect(await call("search", { query: QUERY })).toContain("outcome");
    expect(existsSync(`${home}/logs`)).toBe(false);
    const asked = spawnSync(process.execPath, [CLI, "logs"], { env, encoding: "utf8" });
    expect(asked.status).toBe(1);
    expect(asked.stderr).toContain("CLEW_LOG_LEVEL=info");
  });

  test("have a line for each call, update, child process and store, and nothing of what was asked", async () => {
    const { call, text, lines } = await serve("on", { CLEW_LOG_LEVEL: "debug" });
    expect(await call("context", { task: `${QUERY} ${SECRET} ${CODE} tax` })).toContain(CODE);
    await call("trace", { symbol: `${QUERY}#${SECRET}` });
    await call("search", { query: QUERY, nonsense: SECRET });
    const all = lines();
    for (const secret of [QUERY, CODE, SECRET, "net * 1.2"]) expect(text()).not.toContain(secret);
    expect(all.filter(({ kind }) => kind === "call")).toMatchObject([
      { tool: "context", face: "api", repositories: ["shop"], outcome: "found" },
      { tool: "trace" },
      { tool: "search", outcome: "refused", code: "INPUT_INVALID" },
    ]);
    expect(all.find(({ kind }) => kind === "update")).toMatchObject({ root: shop.path, files: 1, parsed: 1 });
    expect(all.find(({ kind }) => kind === "store")).toMatchObject({ state: "opened", backend: "sqlite" });
    const children = all.filter(({ kind }) => kind === "child");
    expect(new Set(children.map(({ state }) => state))).toEqual(new Set(["started", "ready", "ended"]));
    expect(children.some(({ name }) => name === "git")).toBe(true);
  });

  test("keep questions and answers when asked to, without secrets", async () => {
    const { call, text } = await serve("content", { CLEW_LOG_LEVEL: "info", CLEW_LOG_CONTENT: "answers" });
    await call("context", { task: `${QUERY} ${SECRET} tax` });
    expect(text()).toContain(QUERY);
    expect(text()).toContain(CODE);
    expect(text()).not.toContain(SECRET);
  });

  test("have the calls of single commands, too", () => {
    const home = scratch.join("single");
    const env = { PATH: process.env.PATH, CLEW_HOME: home, CLEW_LOG_LEVEL: "info" };
    spawnSync(process.execPath, [CLI, "search", QUERY], { cwd: shop.path, env });
    const shown = spawnSync(process.execPath, [CLI, "logs"], { env, encoding: "utf8" });
    expect(shown.status).toBe(0);
    expect(shown.stdout).toMatch(/call {2,}search {2}\w+ .*face=cli/);
    expect(shown.stdout).not.toContain(QUERY);
  });

  test("are set aside when full, and followed across that without losing or repeating a line", async () => {
    const settings = { CLEW_LOG_LEVEL: "info", CLEW_LOG_FILE_KB: "16", CLEW_LOG_FILES: "40" };
    const { home, env, call, lines } = await serve("rotating", settings);
    await call("status", {});
    const follower = spawn(process.execPath, [CLI, "logs", "--follow", "--json", "--lines", "0"], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.push(follower);
    let followed = "";
    follower.stdout.on("data", (chunk: Buffer) => {
      followed += chunk.toString();
    });
    await sleep(1_500);
    const before = lines().filter(({ kind }) => kind === "call").length;
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 10 }, () => call("status", {})));
    const written = lines().filter(({ kind }) => kind === "call");
    expect(written.length - before).toBe(200);
    expect(readdirSync(`${home}/logs`).length).toBeGreaterThan(1);
    const callsSeen = () => followed.split("\n").filter((line) => line.includes('"kind":"call"'));
    for (let wait = 0; wait < 100 && callsSeen().length < 200; wait++) await sleep(100);
    expect(callsSeen().length).toBe(200);
    expect(callsSeen().map((line) => (JSON.parse(line) as Line).time)).toEqual(
      written.slice(before).map(({ time }) => time),
    );
  }, 60_000);
});
