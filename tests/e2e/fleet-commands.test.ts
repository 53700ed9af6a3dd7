/** `clew fleet`: a folder of clones or a list of them, looked at, indexed and drawn. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { writeSeedFleet } from "./seed-fleet.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-fleet-commands");
const clones = scratch.folder("clones");
const env = { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home"), CLEW_QUERY_MS: "120000" };

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

async function cli(...args: string[]): Promise<Ended> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [CLI, ...args], {
      cwd: scratch.path,
      env,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Ended;
  }
}

beforeAll(() => {
  writeSeedFleet(clones);
  clones.write({ "plain/c.ts": "export const c = 1;\n" });
  scratch.folder("clones/web").repository({
    "package.json": JSON.stringify({
      name: "web",
      dependencies: { auth: "^2" },
      devDependencies: { auth: "*" },
    }),
    "src/pay.ts": 'export const pay = () => fetch("http://payment-service/pay", { method: "POST" });\n',
    "tests/pay.test.ts": 'test("it", () => fetch("http://notification-service/api/notifications/send"));\n',
  });
});
afterAll(() => scratch.remove());

test("without an index every command says how to begin", async () => {
  const { code, stdout } = await cli("fleet", "status");
  expect(code).toBe(1);
  expect(stdout).toBe("no repository is indexed; clew fleet init <folder> indexes the clones in it\n");
  expect((await cli("fleet", "graph")).stdout).toBe("0 repositories indexed, and none needs another\n");
  const empty = await cli("fleet", "init", scratch.folder("empty").path);
  expect([empty.code, empty.stdout]).toEqual([1, `no git repository lies in ${scratch.join("empty")}\n`]);
  const missing = await cli("fleet", "init", "nowhere");
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("INPUT_UNREADABLE")]);
});

test("a dry run tells type, size, packages and who needs whom, and writes nothing", async () => {
  const { code, stdout } = await cli("fleet", "init", clones.path, "--dry-run");
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toBe("9 repositories found");
  expect(lines.find((line) => line.startsWith("my-fullstack-app  "))).toMatch(
    /^my-fullstack-app {2}monorepo \(.+\), 5 files, 3 packages, /,
  );
  expect(lines.find((line) => line.startsWith("libraries  "))).toMatch(
    /^libraries {2}documentation \(5 of 5 files are documents\), 5 files, markdown$/,
  );
  expect(lines).toContain("web → auth-service: auth (runtime, dev)");
  expect(lines.at(-1)).toBe("nothing was indexed: --dry-run only looks");
  expect((await cli("repos")).stdout).toContain("no repository is indexed");
}, 60_000);

describe("what a file lists", () => {
  test("is indexed in its order, each once, and what cannot be is named at the end", async () => {
    clones.write({ "list.txt": "# what we work on\nweb\nauth-service\n\n./web\nnot-there\n" });
    const { code, stdout } = await cli("fleet", "init", clones.join("list.txt"));
    expect(code).toBe(3);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.filter((line) => / of 2: /.test(line))).toEqual([
      "1 of 2: web, 3 files",
      "2 of 2: auth-service, 9 files",
    ]);
    expect(lines.at(-2)).toMatch(/^not indexed: .*not-there: cannot open the folder/);
    expect(lines.at(-1)).toBe("2 repositories indexed: --scope global asks all of them at once");
  }, 60_000);

  test("a folder adds the others, and calls are drawn beside packages", async () => {
    expect((await cli("fleet", "init", clones.path)).stdout).toContain("9 of 9: web, 3 files");
    const { stdout } = await cli("fleet", "graph");
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toContain("web → auth-service: auth (runtime, dev)");
    expect(lines).toContain("payment-service → auth-service: calls POST /api/verify");
    // A call in a test asks the server that the test has started.
    expect(lines.filter((line) => line.startsWith("web → notification-service"))).toEqual([]);
    const mermaid = (await cli("fleet", "graph", "--format", "mermaid")).stdout;
    expect(mermaid).toMatch(/r\d -->\|"auth"\| r\d/);
    expect(mermaid).toMatch(/r\d -\.->\|"calls POST \/api\/verify"\| r\d/);
    const { edges } = JSON.parse((await cli("fleet", "graph", "--format", "json")).stdout) as {
      edges: { from: string; to: string; calls: unknown }[];
    };
    expect(edges.find(({ from, to }) => from === "payment-service" && to === "auth-service")).toEqual({
      from: "payment-service",
      to: "auth-service",
      packages: [],
      calls: { keys: ["POST /api/verify"], isGuess: false },
    });
    const odd = await cli("fleet", "graph", "--format", "svg");
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining("CHOICE_INVALID")]);
  }, 120_000);

  test("a command about one repository takes its name", async () => {
    expect((await cli("status", "--repo", "auth-service")).stdout).toContain("9 files indexed");
  });
});
