/** Every tool of the profile `full`, driven by a real client: what it answers, and what it says when it cannot. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countTokens } from "../../src/core/tokens.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { callTool, connectMcpClient, type ToolResult } from "../../src/testing/mcp-client.ts";

const scratch = new TempFolder("clew-full");
const env = { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home") };

const LOOP = (
  name: string,
) => `export function ${name}(things: string[], prices: Map<string, number>): number {
  let sum = 0;
  for (const thing of things) {
    const price = prices.get(thing);
    if (price === undefined) throw new Error("no price for " + thing);
    sum += price * quantityOf(thing, things.length);
  }
  return Math.round(sum * 100) / 100;
}
`;

const repository = scratch.folder("shop").repository({
  "src/price.ts": `/** Price of one thing. */
export function priceOf(thing: string): number {
  return thing.length * 2;
}

export interface Priced {
  price(): number;
}
`,
  "src/cart.ts": `import { priceOf, type Priced } from "./price.ts";

export class Cart implements Priced {
  things: string[] = [];
  total(things: string[]): number {
    return things.reduce((sum, thing) => sum + priceOf(thing), 0);
  }
  price(): number {
    return this.total(this.things);
  }
}
`,
  "src/sum.ts": `function quantityOf(thing: string, count: number): number {\n  return thing.length + count;\n}\n\n${LOOP("sumOfOrder")}`,
  "src/copy.ts": `function quantityOf(thing: string, count: number): number {\n  return thing.length + count;\n}\n\n${LOOP("sumOfBasket")}`,
  "src/other/helper.ts": "export function helper(): number {\n  return 1;\n}\n",
  "lib/helper.ts": "export function helper(): number {\n  return 2;\n}\n",
  "overloads.ts":
    "export function parse(text: string): string;\nexport function parse(text: number): number;\nexport function parse(text: unknown): unknown {\n  return text;\n}\n",
  "secret.ts": 'export const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";\nexport const after = 1;\n',
  "tests/price.test.ts": `import { priceOf } from "../src/price.ts";

test("a price", () => {
  if (priceOf("ab") !== 4) throw new Error("wrong");
});
`,
  ".gitignore": "ignored/\n",
  "ignored/private.ts": "export const hidden = 1;\n",
});

let client: Client;
beforeAll(async () => {
  client = await connectMcpClient(repository.path, env, "--profile", "full");
});
afterAll(async () => {
  await client.close();
  scratch.remove();
});

async function call(name: string, args: Record<string, unknown>): Promise<ToolResult> {
  return callTool(client, name, args);
}

async function ask(name: string, args: Record<string, unknown>): Promise<string> {
  const result = await call(name, args);
  const text = result.content.map((part) => part.text ?? "").join("");
  expect(result.isError, text).toBeFalsy();
  return text;
}

const WRITING = ["index_repository", "index_files"];
const DEFAULT = ["context", "search", "symbol", "trace", "changes", "status"];
const FULL = [
  "search_codebase",
  "get_file_context",
  "list_directory",
  "read_file",
  "get_directory_tree",
  "get_file_outline",
  "search_symbols",
  "lookup_symbol",
  "find_symbol_definition",
  "get_symbol",
  "get_source_spans",
  "find_similar",
  "get_callers",
  "get_callees",
  "get_implementations",
  "get_references",
  "get_dependencies",
  "get_dependents",
  "index_repository",
  "index_files",
  "list_indexed_repos",
  "get_status",
  "search_api_contracts",
  "contracts",
  "routes",
  "services",
  "units",
];

test("the profile offers the default tools and every other one, and only those that index say that they write", async () => {
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual([...DEFAULT, ...FULL]);
  for (const tool of tools) {
    expect(tool.annotations?.readOnlyHint, tool.name).toBe(!WRITING.includes(tool.name));
    for (const name of ["repo", "max_tokens", "cursor", "fresh", "format"])
      expect(tool.inputSchema.properties).toHaveProperty(name);
  }
});

/** tool, arguments, what the answer shows. */
const ANSWERS: [string, Record<string, unknown>, ...string[]][] = [
  ["search_codebase", { query: "price of a cart" }, "== Read ==", "priceOf"],
  ["search_codebase", { query: "price", scope: "global" }, "priceOf"],
  ["search_codebase", { query: "price", repo_id: "shop" }, "priceOf"],
  ["search_codebase", { query: "zzqqxx" }, "0 files"],
  ["get_file_context", { file_path: "src/price.ts" }, "defines:", "used by: ", "Cart.total"],
  ["get_file_context", { file_path: "src/cart.ts", include_callers: false }, "imports:", "uses: "],
  ["list_directory", {}, "src/  5 files", "overloads.ts  typescript"],
  ["list_directory", { path: "src/other/" }, "helper.ts"],
  ["get_directory_tree", {}, "src/  5 files", "  other/  1 file"],
  ["get_directory_tree", { path: "src", depth: 1, include_files: true }, "cart.ts"],
  [
    "read_file",
    { path: "src/price.ts", start_line: 2, end_line: 3 },
    "src/price.ts:2-3",
    "2| export function priceOf",
  ],
  ["read_file", { path: "./secret.ts" }, "2| export const after"],
  ["read_file", { path: "src/price.ts", start_line: 900 }, "has no line 900"],
  ["get_file_outline", { path: "src/cart.ts" }, "class Cart implements Priced", "total(things"],
  ["search_symbols", { query: "pri" }, "priceOf", "Priced"],
  ["search_symbols", { query: "pri", kind: ["interface"] }, "1 symbol", "interface Priced"],
  ["search_symbols", { query: "zzqqxx" }, "0 symbols"],
  ["lookup_symbol", { name: "Cart.total" }, "src/cart.ts:5-7"],
  ["lookup_symbol", { name: "helper" }, "2 symbols named helper", "lib/helper.ts:1", "src/other/helper.ts:1"],
  ["lookup_symbol", { name: "nothingLikeIt" }, "no symbol named nothingLikeIt"],
  ["find_symbol_definition", { symbol_name: "priceOf" }, "src/price.ts:2-4"],
  ["find_symbol_definition", { symbol_name: "priceOf", include_usages: true }, "usages: ", "Cart.total"],
  ["find_symbol_definition", { symbol_name: "helper" }, "2 symbols named helper"],
  ["get_symbol", { symbol: "priceOf" }, "3|   return thing.length * 2;"],
  ["get_source_spans", { symbol: "parse" }, "1 of 3 spans", "span 0"],
  ["get_source_spans", { symbol: "parse", mode: "all" }, "3 spans", "span 2", "4|   return text;"],
  ["get_source_spans", { symbol: "parse", mode: "span", span_id: 1 }, "overloads.ts:2  span 1"],
  ["find_similar", { symbol: "sumOfOrder" }, "src/copy.ts:", "sumOfBasket"],
  ["find_similar", { symbol: "priceOf" }, "0 places"],
  ["get_callers", { symbol: "priceOf" }, "Cart.total"],
  ["get_callees", { symbol: "Cart.total" }, "priceOf"],
  ["get_implementations", { symbol: "Priced" }, "Cart (implements)"],
  ["get_references", { symbol: "priceOf" }, "Cart.total"],
  ["get_references", { symbol: "sumOfOrder" }, "0 references"],
  ["get_dependencies", { symbol: "src/cart.ts" }, "src/price.ts"],
  ["get_dependents", { symbol: "src/price.ts" }, "src/cart.ts"],
  [
    "index_files",
    { paths: ["src/price.ts", "no/such.ts"] },
    "src/price.ts is indexed as typescript",
    "no/such.ts is not indexed",
  ],
  ["index_repository", { repo_path: ".", languages: ["ts"] }, "9 files in generation"],
  ["index_repository", { repo_path: ".", languages: [] }, "10 files in generation"],
  ["index_repository", { repo_path: ".", incremental: false }, "10 files in generation"],
  ["list_indexed_repos", {}, "shop  "],
  ["get_status", {}, "10 files indexed"],
  ["get_status", { why: "ignored/private.ts" }, "is not indexed"],
  ["search_api_contracts", { query: "login" }, "0 contracts found: rules know "],
];
test.each(ANSWERS)("%s %j", async (name, args, ...shows) => {
  const text = await ask(name, args);
  for (const shown of shows) expect(text).toContain(shown);
  // An answer that accounts for every occurrence of a name is the end of a search.
  if (!/^(?:complete|proven): /.test(text))
    expect(text).toMatch(/\nnext: \w+ (?:\{.*\}|[^\n]+)(?:\n\[end \w{6}\](?:\nmore: [^\n]*)?)?$/);
});

test("secrets are blanked in what is read", async () => {
  for (const [name, args] of [
    ["read_file", { path: "secret.ts" }],
    ["get_symbol", { symbol: "token" }],
  ] as const)
    expect(await ask(name, args)).not.toContain("abcdefghijklmnop");
});

/** tool, arguments, code of the error, what names the argument. */
const ERRORS: [string, Record<string, unknown>, string, string][] = [
  ["search_codebase", {}, "INPUT_INVALID", "query: is missing"],
  [
    "search_codebase",
    { query: "x", repo_id: "no-such-repository" },
    "REPOSITORY_UNKNOWN",
    "no-such-repository",
  ],
  ["search_codebase", { query: "x", scope: "galaxy" }, "INPUT_INVALID", "scope"],
  ["get_file_context", { file_path: "no/such.ts" }, "FILE_NOT_INDEXED", "no/such.ts"],
  ["list_directory", { path: "no/such" }, "FOLDER_UNKNOWN", "no/such"],
  ["get_directory_tree", { depth: 0 }, "INPUT_INVALID", "depth"],
  ["read_file", { path: "ignored/private.ts" }, "FILE_NOT_INDEXED", "ignored/private.ts"],
  ["read_file", { path: "../outside.ts" }, "FILE_NOT_INDEXED", "outside.ts"],
  ["read_file", { path: "/etc/passwd" }, "FILE_NOT_INDEXED", "/etc/passwd"],
  ["read_file", { path: "src/price.ts", start_line: "one" }, "INPUT_INVALID", "start_line"],
  ["get_file_outline", {}, "INPUT_INVALID", "path: is missing"],
  ["search_symbols", { query: "" }, "INPUT_INVALID", "query"],
  ["lookup_symbol", { nam: "x" }, "INPUT_INVALID", "nam"],
  ["find_symbol_definition", { symbol_name: 5 }, "INPUT_INVALID", "symbol_name"],
  ["get_symbol", {}, "INPUT_INVALID", "symbol"],
  ["get_source_spans", { symbol: "parse", mode: "span", span_id: 9 }, "SPAN_UNKNOWN", "0 to 2"],
  ["get_source_spans", { symbol: "parse", mode: "span" }, "SPAN_UNKNOWN", "span_id"],
  ["find_similar", { symbol: "parse", threshold: 7 }, "INPUT_INVALID", "threshold"],
  ...["callers", "callees", "implementations", "references", "dependencies", "dependents"].map(
    (relation): [string, Record<string, unknown>, string, string] => [
      `get_${relation}`,
      { symbol: "priceOf", min_tier: "sure" },
      "INPUT_INVALID",
      "min_tier",
    ],
  ),
  ["index_files", { paths: [] }, "INPUT_INVALID", "paths"],
  ["index_repository", { repo_path: "/no/such/folder" }, "WORKSPACE_ROOT_MISSING", "/no/such/folder"],
  ["list_indexed_repos", { format: "xml" }, "INPUT_INVALID", "format"],
  ["get_status", { repo: "no-such-repository" }, "REPOSITORY_UNKNOWN", "no-such-repository"],
  ["search_api_contracts", { query: "x", api_type: "soap" }, "INPUT_INVALID", "api_type"],
  ["status", { max_tokens: 10 }, "INPUT_INVALID", "max_tokens"],
  ["search", { query: "x", cursor: "what" }, "CURSOR_INVALID", "cursor"],
];
test.each(ERRORS)("%s %j is %s", async (name, args, code, shown) => {
  const result = await call(name, args);
  expect(result.isError).toBe(true);
  const [message, hint] = result.content[0]!.text!.split("\n");
  expect(message).toContain(`[${code}]`);
  expect(message).toContain(shown);
  expect(hint).toMatch(/^hint: \S/);
});

test("every tool knows of a repository that does not exist", async () => {
  for (const name of [...DEFAULT, ...FULL]) {
    const { tools } = await client.listTools();
    const { properties = {}, required = [] } = tools.find((tool) => tool.name === name)!.inputSchema;
    const args = Object.fromEntries(
      required.map((one) => [one, (properties[one] as { type?: string }).type === "array" ? ["x"] : "x"]),
    );
    const result = await call(name, { ...args, repo: "/no/such/folder" });
    expect(result.isError, name).toBe(true);
    expect(result.content[0]!.text).toContain("WORKSPACE_ROOT_MISSING");
  }
});

describe("json", () => {
  const SHAPES: [string, Record<string, unknown>, string][] = [
    ["get_callers", { symbol: "priceOf" }, "rows"],
    ["read_file", { path: "src/price.ts" }, "lines"],
    ["list_indexed_repos", {}, "repositories"],
    ["search_symbols", { query: "price" }, "symbols"],
    ["get_source_spans", { symbol: "parse", mode: "all" }, "spans"],
    ["search_api_contracts", {}, "contracts"],
  ];
  test.each(SHAPES)("%s %j holds %s", async (name, args, list) => {
    const result = await call(name, { ...args, format: "json" });
    expect(result.structuredContent).toHaveProperty(list);
    expect(JSON.parse(result.content[0]!.text!)).toEqual(result.structuredContent);
  });
});

test("a long file is read in pages that join without a gap", async () => {
  const lines = Array.from({ length: 400 }, (_, at) => `export const value${at} = "${"x".repeat(at % 40)}";`);
  repository.write({ "src/long.ts": `${lines.join("\n")}\n` });
  const read: string[] = [];
  let cursor: string | undefined;
  do {
    const text = await ask("read_file", { path: "src/long.ts", max_tokens: 700, ...(cursor && { cursor }) });
    expect(countTokens(text)).toBeLessThanOrEqual(700);
    read.push(...text.split("\n").filter((line) => /^\d+\| /.test(line)));
    cursor = /^more: cursor=(\S+)/m.exec(text)?.[1];
  } while (cursor);
  expect(read).toEqual(lines.map((line, at) => `${at + 1}| ${line}`));
});

describe("resources and prompts", () => {
  test("are listed", async () => {
    expect((await client.listResources()).resources.map((one) => one.uri)).toEqual([
      "clew://map",
      "clew://coverage",
      "clew://contracts",
    ]);
    expect((await client.listPrompts()).prompts.map((one) => one.name)).toEqual(["onboard", "review-change"]);
  });

  test.each([
    ["clew://map", "most imported files:"],
    ["clew://coverage", "files indexed"],
    ["clew://contracts", "0 contracts found: rules know "],
  ])("%s can be read", async (uri, shows) => {
    const { contents } = await client.readResource({ uri });
    expect((contents[0] as { text: string }).text).toContain(shows);
  });

  test("a prompt takes its argument, and unknown names are protocol errors", async () => {
    const { messages } = await client.getPrompt({ name: "review-change", arguments: { base: "main" } });
    expect((messages[0]!.content as { text: string }).text).toContain('the base "main"');
    await expect(client.getPrompt({ name: "nothing" })).rejects.toThrow(/unknown prompt/);
    await expect(client.readResource({ uri: "clew://nothing" })).rejects.toThrow(/unknown resource/);
  });
});
