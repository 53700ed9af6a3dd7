/** Repositories that are gone, moved, of one name, being indexed or new: what a client hears, and that nobody else's index is touched. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { callTool, connectMcpClient } from "../../src/testing/mcp-client.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-members");
const env = {
  PATH: process.env.PATH ?? "",
  CLEW_HOME: scratch.join("home"),
  CLEW_LOCK_TIMEOUT_MS: "500",
  CLEW_QUERY_MS: "120000",
};
const write = (folder: string, name: string) =>
  scratch.folder(folder).repository({ "src/a.ts": `export const settle${name} = "settled by ${name}";\n` });

let client: Client;
beforeAll(async () => {
  for (const name of ["home-of-all", "stays"]) write(`clones/${name}`, name.replaceAll("-", ""));
  client = await connectMcpClient(scratch.join("clones/home-of-all"), env, "--profile", "full");
  for (const name of ["home-of-all", "stays"]) await told("index_repository", { repo_path: at(name) });
}, 60_000);
afterAll(async () => {
  await client.close();
  scratch.remove();
});

const at = (name: string) => scratch.join("clones", name);

async function call(name: string, args: Record<string, unknown>) {
  const { isError = false, content } = await callTool(client, name, args);
  return { isError, text: content.map(({ text }) => text).join("\n") };
}

async function told(name: string, args: Record<string, unknown>): Promise<string> {
  const { isError, text } = await call(name, args);
  expect(isError, text).toBe(false);
  return text;
}

async function refused(args: Record<string, unknown>): Promise<string> {
  const { isError, text } = await call("search_codebase", { query: "settle", ...args });
  expect(isError, text).toBe(true);
  return text;
}

const forget = (path: string) =>
  once(spawn(process.execPath, [CLI, "repos", "remove", path], { env }), "exit");

describe("a repository that is gone", () => {
  beforeAll(async () => {
    write("clones/leaving", "Leaving");
    await told("index_repository", { repo_path: at("leaving") });
    rmSync(at("leaving"), { recursive: true });
  });
  afterAll(() => forget("leaving"));

  test("is said to be, with what to do, when it is asked alone", async () => {
    for (const asked of [
      { repo_id: "leaving" },
      { scope: "boundary-aware", start_repo: "leaving", include_dependencies: true },
    ]) {
      const text = await refused(asked);
      expect(text).toContain(`leaving was in ${at("leaving")}, which is not there [REPOSITORY_GONE]`);
      expect(text).toContain("hint: Index it where it lies now; `clew repos remove`");
    }
    const { isError, text } = await call("index_repository", { repo_id: "leaving" });
    expect([isError, text]).toEqual([true, expect.stringContaining("REPOSITORY_GONE")]);
  });

  test("is named where several are asked, and the others answer", async () => {
    for (const asked of [{ scope: "global" }, { repo_id: ["leaving", "stays"] }]) {
      const text = await told("search_codebase", { query: "settlestays", ...asked });
      expect(text).toContain("not answered by leaving: ");
      expect(text).toContain("settlestays");
    }
  });
});

test("a repository that moved is asked by the name of its folder where it lies now", async () => {
  write("clones/wanders", "Wanders");
  await told("index_repository", { repo_path: at("wanders") });
  scratch.folder("elsewhere");
  renameSync(at("wanders"), scratch.join("elsewhere/wanders"));
  expect(await refused({ repo_id: "wanders" })).toContain("REPOSITORY_GONE");
  await told("index_repository", { repo_path: scratch.join("elsewhere/wanders") });
  expect(await told("search_codebase", { query: "settleWanders", repo_id: "wanders" })).toContain(
    "settleWanders",
  );
  await forget("clones-wanders");
  await forget("wanders");
});

test("two repositories in folders of one name have two names, and either is asked by its own", async () => {
  for (const place of ["first", "second"]) {
    write(`${place}/twin`, place);
    await told("index_repository", { repo_path: scratch.join(place, "twin") });
  }
  const text = await refused({ repo_id: "twin" });
  expect(text).toContain("2 repositories lie in folders called twin [REPOSITORY_UNKNOWN]");
  expect(text).toContain(`first-twin (${scratch.join("first/twin")}), second-twin (`);
  for (const place of ["first", "second"])
    expect(await told("search_codebase", { query: "settle", repo_id: `${place}-twin` })).toContain(
      `settled by ${place}`,
    );
  for (const place of ["first", "second"]) await forget(`${place}-twin`);
});

test.each([
  [{ scope: "sideways" }, "INPUT_INVALID", "boundary-aware"],
  [{ scope: "service" }, "SCOPE_INCOMPLETE", "needs the name of a service"],
  [{ scope: "service", service_id: "nobody" }, "SERVICE_UNKNOWN", "A service is a repository"],
  [{ scope: "workspace" }, "SCOPE_INCOMPLETE", "needs the name or folder of a package"],
  [{ scope: "workspace", workspace_id: "nobody" }, "PACKAGE_UNKNOWN", "clew packages"],
  [{ repo_id: "nobody" }, "REPOSITORY_UNKNOWN", "home-of-all, stays"],
  [{ start_repo: "nobody" }, "REPOSITORY_UNKNOWN", "home-of-all, stays"],
  [{ repo_id: 7 }, "INPUT_INVALID", "repo_id (string or array)"],
  [{ dependency_depth: 6 }, "INPUT_INVALID", "dependency_depth"],
])("%j is refused with what would do", async (args, code, hint) => {
  const text = await refused(args);
  expect(text).toContain(`[${code}]`);
  expect(text).toContain(hint);
});

describe("a repository that another process indexes for the first time", () => {
  let child: ChildProcess;
  beforeAll(async () => {
    const files = Array.from({ length: 400 }, (_, n) => [
      `src/file${n}.ts`,
      `export function settleLarge${n}(): number {\n  return ${n};\n}\n`.repeat(20),
    ]);
    scratch.folder("clones/large").repository(Object.fromEntries(files));
    child = spawn(process.execPath, [CLI, "index", at("large")], { env, stdio: "ignore" });
    const isHeld = () =>
      readdirSync(scratch.join("home/index")).some((name) => /^large.*\.lock\.pid$/.test(name));
    while (!isHeld()) await sleep(5);
    await sleep(100);
    child.kill("SIGSTOP");
  }, 60_000);
  afterAll(async () => {
    child.kill("SIGCONT");
    await once(child, "exit");
    await forget("large");
  }, 60_000);

  test("is said to be, alone and beside others that answer", async () => {
    const alone = await call("search_codebase", { query: "settleLarge1", repo_id: at("large") });
    expect([alone.isError, alone.text]).toEqual([true, expect.stringContaining("FIRST_INDEX_PENDING")]);
    const beside = await told("search_codebase", { query: "settlestays", repo_id: [at("large"), "stays"] });
    expect(beside).toMatch(/not answered by large: .*another process/);
    expect(beside).toContain("settlestays");
  }, 60_000);
});

describe("adding a repository", () => {
  /** Of every file that holds something of an index, by its name. */
  function indexes(): Map<string, string> {
    const folder = scratch.join("home/index");
    const kept = readdirSync(folder).filter((name) => !/lock|-shm$/.test(name));
    const digest = (name: string) =>
      createHash("sha256")
        .update(readFileSync(`${folder}/${name}`))
        .digest("hex");
    return new Map(kept.sort().map((name) => [name, digest(name)]));
  }

  test("leaves every byte of the other indexes alone; an edit of one changes its own", async () => {
    await client.close();
    const before = indexes();
    expect(before.size).toBeGreaterThan(1);
    write("clones/added", "Added");
    // The server begins with its own repository by itself: that it gets a name meanwhile must not stand in its way.
    client = await connectMcpClient(scratch.join("clones/added"), env, "--profile", "full");
    await told("index_repository", { repo_path: at("added"), repo_id: "added", detect_dependencies: true });
    await told("search_codebase", { query: "settle", repo_id: "added" });
    await client.close();
    const after = indexes();
    for (const [name, digest] of before) expect([name, after.get(name)]).toEqual([name, digest]);
    expect(after.size).toBeGreaterThan(before.size);

    scratch.folder("clones/stays").write({ "src/b.ts": "export const later = 1;\n" });
    client = await connectMcpClient(scratch.join("clones/stays"), env, "--profile", "full");
    await told("index_repository", { repo_path: at("stays") });
    await client.close();
    const edited = [...indexes()]
      .filter(([name, digest]) => after.get(name) !== digest)
      .map(([name]) => name);
    expect(edited.length).toBeGreaterThan(0);
    expect(edited.every((name) => name.startsWith("stays"))).toBe(true);
    client = await connectMcpClient(scratch.join("clones/stays"), env, "--profile", "full");
  }, 60_000);
});
