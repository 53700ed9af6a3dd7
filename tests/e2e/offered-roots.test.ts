/** With `roots: offered` a call names what the client has open or the user configured, and nothing else of theirs. */
import { symlinkSync } from "node:fs";
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

async function connect(setting: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { roots: {} } });
  client.setRequestHandler("roots/list", () => ({
    roots: [first, second].map((path) => ({ uri: pathToFileURL(path).href })),
  }));
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, "mcp", "--profile", "full"],
      cwd: outside,
      env: {
        PATH: process.env.PATH ?? "",
        CLEW_HOME: scratch.join("home"),
        CLEW_ROOTS: setting,
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
