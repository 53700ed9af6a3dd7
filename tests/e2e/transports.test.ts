/** Every tool, called by a real client over standard input and output and over HTTP: the same answers, the same errors. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countTokens } from "../../src/core/tokens.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { ABOUT_NO_GENERATION, type Args, type Case, isCase, SHOP_FILES, toolCases } from "./tool-cases.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-transports");
const env = {
  PATH: process.env.PATH ?? "",
  CLEW_HOME: scratch.join("home"),
  // A first index answers at once from its first part, and a parser that stands still is not given up.
  CLEW_FIRST_ANSWER_MS: "0",
  CLEW_PARSE_TIMEOUT_MS: "60000",
  // What a compiler's process is at differs between two servers.
  CLEW_SEMANTICS: "on-demand",
  // Two servers write one index here; a question that asks all repositories is not to wait long for the other one.
  CLEW_LOCK_TIMEOUT_MS: "5000",
};
const shop = scratch.folder("shop").repository(SHOP_FILES);
const CASES = toolCases(shop.path);

interface Result {
  text: string;
  isError: boolean;
}

async function call(client: Client, name: string, args: Args): Promise<Result> {
  const result = await client.callTool({ name, arguments: args });
  const content = result.content as { text?: string }[];
  return { text: content.map((part) => part.text ?? "").join(""), isError: result.isError === true };
}

/** The fence around repository text has another mark in every answer, and updates count generations. */
function stable(text: string): string {
  return text.replace(/\b[0-9a-f]{6}\b/g, "MARK").replace(/\d+(?:\.\d+)? (?:ms|s)\b/g, "TIME");
}

/** Parsing processes of a server. */
function parsersOf(server: number): number[] {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8").trim().split(" ");
  return children
    .filter((pid) => pid !== "" && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("parse-worker"))
    .map(Number);
}

/** One that had nothing to do may have been ended by its pool meanwhile. */
function letGoOn(pid: number): void {
  try {
    process.kill(pid, "SIGCONT");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

let server: ChildProcess;
const clients = {} as Record<"stdio" | "http", Client>;
const pids = {} as Record<"stdio" | "http", number>;

beforeAll(async () => {
  clients.stdio = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, "mcp", "--profile", "full"],
    cwd: shop.path,
    env,
    stderr: "ignore",
  });
  await clients.stdio.connect(transport);
  pids.stdio = transport.pid!;
  server = spawn(process.execPath, [CLI, "serve", "--port", "0", "--profile", "full"], {
    cwd: shop.path,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  pids.http = server.pid!;
  await once(server.stdout!, "data");
  const { url, token } = JSON.parse(readFileSync(`${env.CLEW_HOME}/serve/server.json`, "utf8"));
  clients.http = new Client({ name: "test", version: "1" });
  await clients.http.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
});
afterAll(async () => {
  await clients.stdio.close();
  await clients.http.close();
  server.kill();
  await once(server, "exit");
  scratch.remove();
});

test("the table has every tool", async () => {
  for (const client of Object.values(clients)) {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(Object.keys(CASES));
  }
});

const rows = Object.entries(CASES).map(([name, toolCase]) => ({ name, ...toolCase }));

describe.each(["stdio", "http"] as const)("over %s", (transport) => {
  test.each(rows)("$name answers", async ({ name, normal: [args, says] }) => {
    const { text, isError } = await call(clients[transport], name, args);
    expect({ text, isError }).toEqual({ text: expect.stringMatching(says), isError: false });
  });

  test.each(rows.filter(({ empty }) => isCase(empty)))(
    "$name that finds nothing says so",
    async ({ name, empty }) => {
      const [args, says] = empty as Case;
      const { text, isError } = await call(clients[transport], name, args);
      expect({ text, isError }).toEqual({ text: expect.stringMatching(says), isError: false });
    },
  );

  test.each(rows.filter(({ notFound }) => isCase(notFound)))(
    "$name says what does not exist",
    async ({ name, notFound }) => {
      const [args, says] = notFound as Case;
      const { text, isError } = await call(clients[transport], name, args);
      expect(text).toMatch(says);
      expect(isError).toBe(/\[[A-Z_]+\]\nhint: /.test(text));
    },
  );

  test.each(rows.filter(({ ambiguous }) => typeof ambiguous !== "string"))(
    "$name tells all of several",
    async ({ name, ambiguous }) => {
      const { text } = await call(clients[transport], name, ambiguous as Args);
      expect(text).toContain("src/a/twin.ts");
      expect(text).toContain("src/b/twin.ts");
    },
  );

  test.each(rows)("$name keeps to its budget", async ({ name, normal: [args] }) => {
    const { text } = await call(clients[transport], name, { ...args, max_tokens: 100 });
    expect(countTokens(text)).toBeLessThanOrEqual(100);
  });

  test.each(rows)(
    "$name names an argument that is wrong",
    async ({ name, normal, invalid: [args, argument] }) => {
      for (const [given, wrong] of [
        [{ ...normal[0], ...args }, argument],
        [{ ...normal[0], colour: "red" }, "colour"],
      ] as const) {
        const { text, isError } = await call(clients[transport], name, given);
        expect(isError, text).toBe(true);
        expect(text).toMatch(new RegExp(`${wrong}.*\\[INPUT_INVALID\\]\nhint: \\w`));
      }
    },
  );

  test.each(rows)("$name says when a repository is unknown", async ({ name, normal: [args] }) => {
    const { text, isError } = await call(clients[transport], name, { ...args, repo: "nowhere" });
    expect(isError).toBe(true);
    expect(text).toMatch(/\[REPOSITORY_UNKNOWN\]\nhint: \w/);
  });

  test("every tool answers from what is there while the index is being built, and says what that covers", async () => {
    const files = Array.from({ length: 700 }, (_, n) => [`f${n}.ts`, `export const value${n} = ${n};\n`]);
    const fresh = scratch.folder(`fresh-${transport}`).repository({
      ...Object.fromEntries(files),
      "src/cart.ts": "export class Cart {}\n",
    });
    const ask = (name: string, args: Args) => call(clients[transport], name, { ...args, repo: fresh.path });
    const covered = /the first index is being built, (\d+) of 701 files indexed so far/;
    const first = await ask("status", {});
    // The rest is held up, so that all tools meet the same part.
    const workers = parsersOf(pids[transport]);
    for (const pid of workers) process.kill(pid, "SIGSTOP");
    try {
      expect(first.text.split("\n")[0]).toMatch(covered);
      expect(workers.length).toBeGreaterThan(0);
      const asked = rows
        .filter(({ name }) => !ABOUT_NO_GENERATION.has(name))
        .map(async ({ name, normal: [args] }) => ({ name, ...(await ask(name, args)) }));
      for (const { name, text, isError } of await Promise.all(asked)) {
        expect(text.split("\n")[0], name).toMatch(covered);
        // A file or folder that comes later is not there yet; everything else has an answer.
        if (isError)
          expect(text, name).toMatch(/(?:is not in the index|no indexed file lies in src) yet; pending/);
      }
      expect((await ask("symbol", { name: "value1" })).text).toContain("f1.ts:1");
    } finally {
      for (const pid of workers) letGoOn(pid);
    }
    expect((await ask("status", { fresh: true })).text).toMatch(/^701 files indexed.*fresh$/m);
  });
});

test.each(rows.filter(({ name }) => name !== "index_repository" && name !== "list_indexed_repos"))(
  "$name gives both the same bytes",
  async ({ name, normal: [args] }) => {
    const [stdio, http] = [await call(clients.stdio, name, args), await call(clients.http, name, args)];
    expect(stable(http.text)).toBe(stable(stdio.text));
  },
);
