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

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-transports");
const env = { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home") };
const shop = scratch.folder("shop").repository({
  "src/price.ts": `export interface Priced {
  price(): number;
}

/** Price of one thing. */
export function priceOf(thing: string): number {
  return thing.length * 2;
}
`,
  "src/cart.ts": `import { priceOf, type Priced } from "./price.ts";

export class Cart implements Priced {
  price(): number {
    return this.total(["a"]);
  }
  total(things: string[]): number {
    return things.reduce((sum, thing) => sum + priceOf(thing), 0);
  }
}
`,
  "src/a/twin.ts": "export function twin() {\n  return 1;\n}\n",
  "src/b/twin.ts": "export function twin() {\n  return 2;\n}\n",
});

type Args = Record<string, unknown>;

interface ToolCase {
  /** Arguments that find something, and a part of what is found. */
  normal: [Args, string];
  /** Arguments that fit and find nothing, and what is said. */
  none?: [Args, RegExp];
  /** Arguments that name several things, all of which are told. */
  ambiguous?: Args;
}

const bySymbol = (argument: string, shows: string): ToolCase => ({
  normal: [{ [argument]: "priceOf" }, shows],
  none: [{ [argument]: "noSuchThing" }, /no symbol named noSuchThing/],
  ambiguous: { [argument]: "twin" },
});

const CASES: Readonly<Record<string, ToolCase>> = {
  context: { normal: [{ task: "how is the price of a cart computed" }, "priceOf"] },
  search: { normal: [{ query: "price of a thing" }, "src/price.ts"] },
  symbol: bySymbol("name", "src/price.ts:6"),
  trace: bySymbol("symbol", "Cart.total"),
  changes: { normal: [{}, "0 files changed"] },
  status: { normal: [{}, "4 files indexed"], none: [{ why: "no/such.ts" }, /not indexed/] },
  search_codebase: { normal: [{ query: "price of a thing" }, "src/price.ts"] },
  get_file_context: { normal: [{ file_path: "src/cart.ts" }, "Cart"] },
  list_directory: { normal: [{ path: "src" }, "cart.ts"] },
  read_file: { normal: [{ path: "src/cart.ts" }, "class Cart"] },
  get_directory_tree: { normal: [{}, "src"] },
  get_file_outline: { normal: [{ path: "src/cart.ts" }, "total"] },
  search_symbols: { normal: [{ query: "priceOf" }, "src/price.ts"] },
  lookup_symbol: { normal: [{ name: "priceOf" }, "src/price.ts"] },
  find_symbol_definition: bySymbol("symbol_name", "src/price.ts"),
  get_symbol: bySymbol("symbol", "src/price.ts"),
  get_source_spans: bySymbol("symbol", "thing.length * 2"),
  find_similar: bySymbol("symbol", "priceOf"),
  get_callers: bySymbol("symbol", "Cart.total"),
  get_callees: { normal: [{ symbol: "Cart.total" }, "priceOf"] },
  get_implementations: { normal: [{ symbol: "Priced" }, "Cart"] },
  get_references: bySymbol("symbol", "src/cart.ts"),
  get_dependencies: { normal: [{ symbol: "Cart.total" }, "price.ts"] },
  get_dependents: bySymbol("symbol", "src/cart.ts"),
  index_repository: { normal: [{ repo_path: shop.path }, "shop"] },
  index_files: { normal: [{ paths: ["src/cart.ts"] }, "src/cart.ts"] },
  list_indexed_repos: { normal: [{}, shop.path] },
  get_status: { normal: [{}, "4 files"] },
  search_api_contracts: { normal: [{}, "contract"] },
};

/** These are about the index as a whole, not about one repository. */
const ABOUT_NO_REPOSITORY = new Set(["list_indexed_repos", "index_repository"]);

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

let server: ChildProcess;
const clients = {} as Record<"stdio" | "http", Client>;

beforeAll(async () => {
  clients.stdio = new Client({ name: "test", version: "1" });
  await clients.stdio.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, "mcp", "--profile", "full"],
      cwd: shop.path,
      env,
      stderr: "ignore",
    }),
  );
  server = spawn(process.execPath, [CLI, "serve", "--port", "0", "--profile", "full"], {
    cwd: shop.path,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
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
  test.each(rows)("$name answers", async ({ name, normal: [args, shows] }) => {
    const { text, isError } = await call(clients[transport], name, args);
    expect({ text, isError }).toEqual({ text: expect.stringContaining(shows), isError: false });
  });

  test.each(rows.filter((row) => row.none))("$name that finds nothing says so", async ({ name, none }) => {
    const [args, says] = none!;
    const { text, isError } = await call(clients[transport], name, args);
    expect({ text, isError }).toEqual({ text: expect.stringMatching(says), isError: false });
  });

  test.each(rows.filter((row) => row.ambiguous))(
    "$name tells all of several",
    async ({ name, ambiguous }) => {
      const { text, isError } = await call(clients[transport], name, ambiguous!);
      expect(isError).toBe(false);
      expect(text).toContain("src/a/twin.ts");
      expect(text).toContain("src/b/twin.ts");
    },
  );

  test.each(rows)("$name keeps to its budget", async ({ name, normal: [args] }) => {
    const { text } = await call(clients[transport], name, { ...args, max_tokens: 100 });
    expect(countTokens(text)).toBeLessThanOrEqual(100);
  });

  test.each(rows)("$name names an argument it does not know", async ({ name, normal: [args] }) => {
    const { text, isError } = await call(clients[transport], name, { ...args, colour: "red" });
    expect(isError).toBe(true);
    expect(text).toMatch(/colour.*\[INPUT_INVALID\]\nhint: \w/);
  });

  test.each(rows.filter(({ name }) => !ABOUT_NO_REPOSITORY.has(name)))(
    "$name says when a repository is unknown",
    async ({ name, normal: [args] }) => {
      const { text, isError } = await call(clients[transport], name, { ...args, repo: "nowhere" });
      expect(isError).toBe(true);
      expect(text).toMatch(/\[REPOSITORY_UNKNOWN\]\nhint: \w/);
    },
  );

  test("no tool fails while the index is being built", async () => {
    const files = Array.from({ length: 120 }, (_, n) => [`f${n}.ts`, `export const value${n} = ${n};\n`]);
    const fresh = scratch.folder(`fresh-${transport}`).repository({
      ...Object.fromEntries(files),
      "src/cart.ts": "export class Cart {}\n",
      "src/price.ts": "export function priceOf() {}\n",
    });
    const asked = rows
      .filter(({ name }) => !ABOUT_NO_REPOSITORY.has(name))
      .map(async ({ name, normal: [args] }) => ({
        name,
        ...(await call(clients[transport], name, { ...args, repo: fresh.path })),
      }));
    expect((await Promise.all(asked)).filter(({ isError }) => isError)).toEqual([]);
  });
});

test.each(rows.filter(({ name }) => name !== "index_repository" && name !== "list_indexed_repos"))(
  "$name gives both the same bytes",
  async ({ name, normal: [args] }) => {
    const [stdio, http] = [await call(clients.stdio, name, args), await call(clients.http, name, args)];
    expect(stable(http.text)).toBe(stable(stdio.text));
  },
);
