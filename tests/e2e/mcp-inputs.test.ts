/** What callers get slightly wrong is taken as it was meant, and a suggestion asks the same question further. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { connectMcpClient } from "../../src/testing/mcp-client.ts";

const scratch = new TempFolder("clew-inputs");
const repository = scratch.folder("shop").repository({
  "src/price.ts":
    "export function priceOf(): number {\n  return 2;\n}\nexport interface Priced {\n  price: number;\n}\nexport function alone(): void {}\n",
  "src/cart.ts":
    'import { priceOf, type Priced } from "./price.ts";\n\nexport class Cart implements Priced {\n  price = priceOf();\n  open(): void {}\n}\n',
  "src/door.ts": "export class Door {\n  open(): void {}\n}\n",
  "tools/price.py": "def price_of():\n    return 2\n",
});

let client: Client;
beforeAll(async () => {
  client = await connectMcpClient(
    repository.path,
    { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home") },
    "--profile",
    "full",
  );
  // What is compared is asked twice: the first answer must not be one of an index that is still being made.
  await ask("search", { query: "price", fresh: true });
}, 60_000);
afterAll(async () => {
  await client.close();
  scratch.remove();
});

async function ask(name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return (content as { text: string }[])[0]!.text.replace(/\d+\.\d s\b/, "TIME");
}

test.each([
  ["search", "lang", "python", { query: "price" }],
  ["context", "path", "tools", { task: "price" }],
  ["search", "kind", "class", { query: "price cart door" }],
  ["search_symbols", "kind", "class", { query: "Cart" }],
  ["index_files", "paths", "src/cart.ts", {}],
])("%s takes one %s as a list of one", async (tool, input, value, others) => {
  const alone = await ask(tool, { ...others, [input]: value });
  expect(alone).not.toContain("INPUT_INVALID");
  expect(alone).toBe(await ask(tool, { ...others, [input]: [value] }));
});

test.each([
  ["symbol", "name", "symbol"],
  ["trace", "symbol", "name"],
  ["get_callers", "symbol", "name"],
  ["find_symbol_definition", "symbol_name", "symbol"],
])("%s takes %s under the name %s, too", async (tool, documented, alias) => {
  const told = await ask(tool, { [alias]: "priceOf" });
  expect(told).toContain("priceOf");
  expect(told).toBe(await ask(tool, { [documented]: "priceOf" }));
  expect(await ask(tool, { [documented]: "priceOf", [alias]: "Cart" })).toContain("[INPUT_INVALID]");
});

test("an ambiguous trace suggests the same trace of the best candidate", async () => {
  expect(await ask("trace", { symbol: "open", relation: "references" })).toContain(
    'next: trace {"symbol": "src/cart.ts#Cart.open", "relation": "references"}',
  );
  expect(await ask("symbol", { name: "open" })).toContain('next: symbol {"name": "src/cart.ts#Cart.open"}');
});

test("zero callers suggest the references where there are some", async () => {
  const none = await ask("trace", { symbol: "Priced" });
  expect(none).toMatch(/^proven: 0 callers of Priced/);
  expect(none).toContain('next: trace {"symbol": "src/price.ts#Priced", "relation": "references"}');
  expect(await ask("trace", { symbol: "Priced", relation: "references" })).toMatch(
    /^complete: [1-9]\d* reference/,
  );
  expect(await ask("trace", { symbol: "alone" })).toMatch(/^proven: 0 callers of alone/);
});

test("index_repository tells a client that asks for it how far it is", async () => {
  const many = Array.from({ length: 60 }, (_, at) => [`src/f${at}.ts`, `export const v${at} = ${at};\n`]);
  const other = scratch.folder("other").repository(Object.fromEntries(many));
  const ticks: { progress: number; message?: string | undefined }[] = [];
  await client.callTool(
    { name: "index_repository", arguments: { repo_path: other.path } },
    { onprogress: ({ progress, message }) => ticks.push({ progress, message }) },
  );
  expect(ticks.map(({ progress }) => progress)).toEqual(
    [...new Set(ticks.map(({ progress }) => progress))].sort((a, b) => a - b),
  );
  expect(ticks.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^parse: \d+ of 60 files$/),
  );
});
