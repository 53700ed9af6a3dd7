/** A scope means the same on the command line, over MCP and over HTTP. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { callTool, connectMcpClient } from "../../src/testing/mcp-client.ts";
import { writeSeedFleet } from "./seed-fleet.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-faces");
const env = { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home"), CLEW_QUERY_MS: "120000" };
const at = writeSeedFleet(scratch);
const cwd = at["payment-service"];

type Asked = Record<string, string | number | string[]>;
interface Found {
  results: { file: string }[];
  repositories?: { repository: string; depth?: number; relation?: string }[];
}

let client: Client;
let server: ChildProcess;
let address: { url: string; token: string };

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [CLI, "fleet", "init", scratch.path], { env });
  client = await connectMcpClient(cwd, env);
  server = spawn(process.execPath, [CLI, "serve", "--port", "0"], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(server.stdout!, "data");
  address = JSON.parse(readFileSync(scratch.join("home/serve/server.json"), "utf8"));
}, 120_000);
afterAll(async () => {
  await client.close();
  server.kill();
  await once(server, "exit");
  scratch.remove();
});

async function byCommand({ query, ...options }: Asked): Promise<Found> {
  const flags = Object.entries(options).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [`--${name.replaceAll("_", "-")}`, String(one)]),
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CLI, "search", String(query), "--json", ...flags],
    { cwd, env },
  );
  return JSON.parse(stdout);
}

async function overMcp(asked: Asked): Promise<Found> {
  const { isError, content, structuredContent } = await callTool(client, "search", {
    ...asked,
    format: "json",
  });
  expect(isError, content[0]!.text).toBeFalsy();
  return structuredContent as unknown as Found;
}

async function overHttp(asked: Asked): Promise<Found> {
  const response = await fetch(`${address.url}/api/v1/tools/search`, {
    method: "POST",
    headers: { authorization: `Bearer ${address.token}`, "content-type": "application/json" },
    body: JSON.stringify(asked),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Found }).data;
}

const told = ({ results, repositories = [] }: Found) => ({
  files: results.map(({ file }) => file),
  members: repositories.map(({ repository, depth, relation }) => ({ repository, depth, relation })),
});

const CASES: [Asked, first: string, members: number][] = [
  [{ query: "payment processing flow" }, "src/process-payment.ts", 0],
  [{ query: "verify the token", scope: "global" }, "auth-service:src/controllers/verify.ts", 7],
  [
    { query: "verify the token", repo: ["auth-service", "payment-service"] },
    "auth-service:src/controllers/verify.ts",
    2,
  ],
  [{ query: "verify the token", scope: "service", service: "auth-service" }, "src/controllers/verify.ts", 0],
  [{ query: "user authentication", package: "frontend" }, "apps/frontend/src/api-client.ts", 0],
  [
    { query: "verify the token", scope: "boundary-aware", repo: "payment-service", dependency_depth: 1 },
    "auth-service:src/controllers/verify.ts",
    3,
  ],
  [
    { query: "usage examples of paging", scope: "global", include: "documentation" },
    "libraries:paging.md",
    8,
  ],
  [{ query: "repo:auth-service verify the token" }, "src/controllers/verify.ts", 0],
  [{ query: "package:backend user authentication" }, "apps/backend/main.py", 0],
];

test.each(CASES)(
  "%j",
  async (asked, first, members) => {
    const answers = await Promise.all([byCommand(asked), overMcp(asked), overHttp(asked)]);
    const [command, mcp, http] = answers.map(told);
    expect(command!.files).toContain(first);
    expect(command!.members).toHaveLength(members);
    expect(mcp).toEqual(command);
    expect(http).toEqual(command);
  },
  30_000,
);

test("what cannot be is refused alike", async () => {
  const asked = { query: "x", scope: "workspace" };
  const { isError, content } = await callTool(client, "search", asked);
  expect([isError, content[0]!.text]).toEqual([true, expect.stringContaining("[SCOPE_INCOMPLETE]")]);
  await expect(byCommand(asked)).rejects.toMatchObject({
    stderr: expect.stringContaining("[SCOPE_INCOMPLETE]"),
  });
  const response = await fetch(`${address.url}/api/v1/tools/search`, {
    method: "POST",
    headers: { authorization: `Bearer ${address.token}`, "content-type": "application/json" },
    body: JSON.stringify(asked),
  });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: "SCOPE_INCOMPLETE" } },
  ]);
});
