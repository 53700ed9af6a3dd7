/** With `roots: offered` a call names what the client has open or the user configured, and nothing else of theirs. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-offered");
const treeOf = (name: string) =>
  scratch.folder(name).repository({ "a.ts": `export function of${name}(): void {}\n` }).path;
const first = treeOf("first");
const second = treeOf("second");
const configured = treeOf("configured");
const outside = treeOf("outside");
symlinkSync(outside, `${first}/link`);

function connect(setting: string): Promise<Client> {
  return connectTo(process.execPath, [CLI, "mcp", "--profile", "full"], { CLEW_ROOTS: setting });
}

async function connectTo(command: string, args: string[], settings: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { roots: {} } });
  client.setRequestHandler("roots/list", () => ({
    roots: [first, second].map((path) => ({ uri: pathToFileURL(path).href })),
  }));
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      cwd: outside,
      env: {
        PATH: process.env.PATH ?? "",
        CLEW_HOME: scratch.join("home"),
        ...settings,
        CLEW_REPOSITORIES_KNOWN_PATH: configured,
      },
      stderr: "ignore",
    }),
  );
  return client;
}

let client: Client;
let free: Client;
beforeAll(async () => {
  client = await connect("offered");
  free = await connect("any");
}, 60_000);
afterAll(async () => {
  await client.close();
  await free.close();
  scratch.remove();
});

async function ask(of: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await of.callTool({ name, arguments: args });
  return (content as { text: string }[])[0]!.text;
}

test.each([
  ["the first root", {}],
  ["a second root", { repo: second }],
  ["a configured repository", { repo: configured }],
])("%s is answered", async (_, args) => {
  expect(await ask(client, "status", args)).toMatch(/^1 file indexed/);
});

describe("another folder is refused", () => {
  test.each([
    ["status", { repo: outside }],
    ["status", { repo: "../outside" }],
    ["status", { repo: ".." }],
    ["search", { query: "x", repo: [second, outside] }],
    ["status", { repo: `${first}/link` }],
    ["search_codebase", { query: "x", repo_id: outside }],
    ["index_repository", { repo_path: outside }],
  ])("%s %j", async (name, args) => {
    expect(await ask(client, name, args)).toMatch(/\[ROOT_NOT_OFFERED\]\nhint: /);
  });

  test("also under the name that it is indexed by", async () => {
    expect(await ask(free, "status", { repo: outside })).toMatch(/^1 file indexed/);
    expect(await ask(client, "status", { repo: "outside" })).toContain("[ROOT_NOT_OFFERED]");
  });
});

test("what is not offered is not listed, nor named where a name is unknown", async () => {
  await ask(free, "status", { repo: outside });
  await ask(client, "status", { repo: second });
  expect(await ask(free, "list_indexed_repos", {})).toContain(outside);
  const listed = await ask(client, "list_indexed_repos", {});
  expect(listed).toContain(second);
  expect(listed).not.toContain("outside");
  expect(await ask(free, "status", { repo: "nobody" })).toContain("outside");
  const unknown = await ask(client, "status", { repo: "nobody" });
  expect(unknown).toContain("[REPOSITORY_UNKNOWN]");
  expect(unknown).not.toContain("outside");
});

test("a server as `clew install` sets it up is kept to what its client offers", async () => {
  const home = scratch.folder("home-of-user");
  mkdirSync(home.join(".cursor"));
  const env = { ...process.env, HOME: home.path, CLEW_HOME: scratch.join("home") };
  execFileSync(process.execPath, [CLI, "install", "--client", "cursor"], { cwd: first, env });
  const entry = JSON.parse(readFileSync(home.join(".cursor/mcp.json"), "utf8")).mcpServers.clew;
  const installed = await connectTo(entry.command, entry.args, {});
  try {
    expect(await ask(installed, "status", {})).toMatch(/^1 file indexed/);
    expect(await ask(installed, "status", { repo: outside })).toContain("[ROOT_NOT_OFFERED]");
  } finally {
    await installed.close();
  }
});
