/** Three repositories asked as one, by a real MCP client and by the command line. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { callTool, connectMcpClient, type ToolResult } from "../../src/testing/mcp-client.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-federation");
const env = { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home") };

const shop = scratch.folder("shop").repository({
  "src/price.ts":
    "/** Price of one thing, taxes included. */\nexport function priceOf(thing: string): number {\n  return taxed(thing.length);\n}\n\nexport function taxed(amount: number): number {\n  return amount * 2;\n}\n",
  "src/cart.ts":
    'import { priceOf } from "./price.ts";\n\nexport class Cart {\n  total(things: string[]): number {\n    return things.reduce((sum, thing) => sum + priceOf(thing), 0);\n  }\n}\n',
  "tests/cart.test.ts":
    'import { priceOf } from "../src/price.ts";\n\ntest("price", () => {\n  priceOf("a");\n});\n',
  "src/index.ts": 'export { Cart } from "./cart.ts";\n',
});
const billing = scratch.folder("billing").repository({
  "src/invoice.ts":
    'import { priceOf } from "./price.ts";\n\nexport class Invoice {\n  amount(things: string[]): number {\n    return things.map(priceOf).length;\n  }\n}\n',
  "src/price.ts":
    "/** Price of one thing on an invoice. */\nexport function priceOf(thing: string): number {\n  return thing.length;\n}\n",
  "src/index.ts": 'export { Invoice } from "./invoice.ts";\n',
});
const mailer = scratch.folder("mailer").repository({
  "src/send.ts":
    "/** Sends a reminder that an invoice is due. */\nexport function sendReminder(address: string): string {\n  return address;\n}\n",
});
const ALL = [shop.path, billing.path, mailer.path];

let client: Client;
beforeAll(async () => {
  for (const root of ALL) await cli(["index", root]);
  client = await connectMcpClient(shop.path, env);
});
afterAll(async () => {
  await client.close();
  scratch.remove();
});

async function cli(args: readonly string[], cwd = shop.path): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], { cwd, env });
  return stdout;
}

async function ask(name: string, args: Record<string, unknown>): Promise<string> {
  const result = await callTool(client, name, args);
  return result.content[0]!.text!;
}

async function askJson(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const result = await callTool(client, name, { ...args, format: "json" });
  expect(result.isError, result.content[0]!.text!).toBeFalsy();
  return result.structuredContent!;
}

const NAMED = ["shop", "billing", "mailer"];
const FRESH = "shop generation 1, billing generation 1, mailer generation 1, fresh";

describe("search", () => {
  test("ranks the files of all repositories and names each one's", async () => {
    const text = await ask("search", { query: "price of a thing on an invoice", repo: NAMED });
    expect(text.split("\n")[0]).toContain(FRESH);
    expect(text).toMatch(/billing:src\/price\.ts:\d+-\d+:/);
    expect(text).toMatch(/shop:src\/price\.ts:\d+-\d+:/);
  });

  test("a file that leads is the next step, asked of the same repositories", async () => {
    const text = await ask("search", { query: "Invoice", repo: NAMED });
    expect(text).toContain(
      'next: symbol {"name": "billing:src/invoice.ts#Invoice", "repo": ["shop","billing","mailer"]}',
    );
  });

  test("tells programs which repository a file is of, and how current each is", async () => {
    const data = await askJson("search", { query: "send a reminder", repo: NAMED });
    expect(data.repositories).toMatchObject(
      NAMED.map((repository) => ({ repository, generation: 1, isFresh: true })),
    );
    expect((data.results as Record<string, unknown>[])[0]).toMatchObject({
      file: "mailer:src/send.ts",
      repository: "mailer",
    });
  });
});

describe("context", () => {
  test("packs bodies of all repositories into one budget", async () => {
    const text = await ask("context", { task: "price of a thing, invoices and reminders", repo: NAMED });
    expect(text.split("\n")[0]).toContain(FRESH);
    expect(text).toMatch(/^--- billing:src\/price\.ts:\d+-\d+ function priceOf/m);
    expect(text).toMatch(/^--- mailer:src\/send\.ts:\d+-\d+ function sendReminder/m);
  });

  test("says of every item which repository it is of", async () => {
    const data = await askJson("context", { task: "send a reminder", repo: NAMED });
    expect(data.files).toContain("mailer:src/send.ts");
    expect((data.items as Record<string, unknown>[])[0]).toMatchObject({
      repository: "mailer",
      path: "mailer:src/send.ts",
    });
  });
});

describe("symbol", () => {
  test("an ambiguous name gives candidates by repository", async () => {
    const text = await ask("symbol", { name: "priceOf", repo: NAMED });
    expect(text).toContain(`2 symbols named priceOf, best first · ${FRESH}`);
    expect(text).toContain("billing:src/price.ts:2-4  function priceOf");
    expect(text).toContain("shop:src/price.ts:2-4  function priceOf");
  });

  test.each(["shop:src/price.ts#priceOf", "shop:priceOf", "shop:src/price.ts:3"])(
    "%s means one of them",
    async (name) => {
      const text = await ask("symbol", { name, repo: NAMED });
      expect(text).toContain("function priceOf, 2 callers");
      expect(text).toContain("--- shop:src/price.ts:1-4\n");
      expect(text).toContain("2| export function priceOf(thing: string): number {");
    },
  );

  test("a name that one repository has needs no repository", async () => {
    expect(await ask("symbol", { name: "Invoice.amount", repo: NAMED })).toContain(
      "billing:src/invoice.ts:4-6",
    );
  });

  test("a handle is not looked for by its name in the others", async () => {
    expect(await ask("symbol", { name: "src/cart.ts#Cart", repo: NAMED })).toMatch(/^class Cart, /);
  });

  test("a file that several have gives candidates; a qualified one is outlined", async () => {
    const text = await ask("symbol", { name: "src/price.ts", repo: NAMED });
    expect(text).toContain("billing:src/price.ts  file, 1 symbol");
    expect(text).toContain("shop:src/price.ts  file, 2 symbols");
    expect(await ask("symbol", { name: "shop:src/price.ts", repo: NAMED })).toMatch(
      /^shop:src\/price\.ts, typescript, 2 symbols/,
    );
  });

  test("nothing found says so once, with what is close in any of them", async () => {
    const text = await ask("symbol", { name: "priceOfAll", repo: NAMED });
    expect(text).toContain("no symbol named priceOfAll");
    expect(text).toContain("similar names: priceOf");
  });
});

describe("trace", () => {
  test("rows carry their repository; edges stay inside it", async () => {
    const text = await ask("trace", { symbol: "shop:src/price.ts#priceOf", repo: NAMED });
    expect(text).toMatch(/^complete in shop: 2 callers of priceOf \(2 resolved\), 1 in tests/);
    expect(text).toContain("shop:src/cart.ts:5 Cart.total");
    expect(text).not.toContain("billing:src");
    const { rows } = await askJson("trace", { symbol: "shop:src/price.ts#priceOf", repo: NAMED });
    expect((rows as Record<string, unknown>[])[0]).toMatchObject({
      handle: "shop:src/cart.ts#Cart.total",
      site: "shop:src/cart.ts",
      repository: "shop",
    });
  });

  test("a chain of uses", async () => {
    const args = { symbol: "Cart.total", path_to: "shop:taxed", repo: NAMED };
    expect(await ask("trace", args)).toMatch(/^2 steps from Cart\.total to taxed/);
    const apart = { symbol: "Cart.total", path_to: "sendReminder", repo: NAMED };
    expect(await ask("trace", apart)).toMatch(/^no chain of uses/);
  });
});

/** A command is suggested to people, a call to clients; the marks of the fence depend on it. */
function withoutNext(text: string): string {
  return text.replace(/^next: .*\n/m, "").replaceAll(/^\[(data|end) [0-9a-f]{6}/gm, "[$1");
}

describe("the command line", () => {
  const repos = NAMED.flatMap((name) => ["--repo", name]);

  test.each([
    [["search", "price of a thing on an invoice"], { query: "price of a thing on an invoice" }],
    [["context", "send a reminder for an invoice"], { task: "send a reminder for an invoice" }],
    [["symbol", "priceOf"], { name: "priceOf" }],
    [["trace", "shop:priceOf", "--callers"], { symbol: "shop:priceOf", relation: "callers" }],
  ])("%s prints the bytes that MCP sends, but for what to ask next", async (args, input) => {
    const printed = await cli([...args, ...repos]);
    expect(withoutNext(printed)).toBe(withoutNext(`${await ask(args[0]!, { ...input, repo: NAMED })}\n`));
  });

  test("what is suggested next can be typed as it is", async () => {
    const found = await cli(["search", "sends a reminder", ...repos]);
    const next = /^next: clew symbol "([^"]+)" (.*)$/m.exec(found)!;
    expect(await cli(["symbol", next[1]!, ...next[2]!.split(" ")])).toMatch(/^function sendReminder/);
  });

  test("takes names and folders, in any place", async () => {
    const first = await cli(["symbol", "--repo", "../billing", "--repo", shop.path, "priceOf"]);
    expect(first).toContain("2 symbols named priceOf");
  });
});

describe("a federation of one is the repository itself", () => {
  const cases: [string, Record<string, unknown>][] = [
    ["search", { query: "price of a thing", explain: true }],
    ["context", { task: "price of a thing" }],
    ["context", { task: "price of a thing", max_tokens: 300 }],
    ["symbol", { name: "priceOf" }],
    ["symbol", { name: "src/price.ts" }],
    ["trace", { symbol: "priceOf", relation: "references", depth: 2 }],
    ["search", { query: "price", max_tokens: 120 }],
  ];
  test.each(cases)("%s %j", async (tool, args) => {
    for (const format of ["text", "json"]) {
      const alone = await ask(tool, { ...args, format });
      expect(await ask(tool, { ...args, format, repo: ["shop"] })).toBe(alone);
      expect(await ask(tool, { ...args, format, repo: [shop.path, "shop"] })).toBe(alone);
      expect(alone).not.toContain("shop:");
    }
  });
});

describe("cursors", () => {
  const question = { query: "price invoice cart", repo: ["shop", "billing"], max_tokens: 150 };

  test("continue over all members, and are stale when any of them changed", async () => {
    const first = await ask("search", question);
    const cursor = /cursor=(\S+)/.exec(first)![1]!;
    expect(cursor).toMatch(/^\d+\.\d{6}\+\d+\.\d{6}-[0-9a-f]{6}-\d+$/);
    expect(await ask("search", { ...question, cursor })).toContain("continued · shop generation");
    expect(await ask("search", { ...question, cursor, repo: ["billing", "shop"] })).toContain(
      "belongs to another question",
    );
    billing.write({ "src/new.ts": "export const fresh = 1;\n" });
    const stale = await ask("search", { ...question, cursor, fresh: true });
    expect(stale).toMatch(
      /continues an answer of generation 1 of billing, the index is at 2 \[CURSOR_STALE\]/,
    );
  });
});

describe("what does not fit", () => {
  test.each([
    ["search", { query: "x", repo: ["shop", "nowhere"] }, /no indexed repository is called nowhere/],
    ["search", { query: "x", repo: [] }, /repo: expected the name/],
    ["search", { query: "x", repo: ["shop", 7] }, /repo: expected the name/],
    ["status", { repo: ["shop", "billing"] }, /repo: it asks one repository at a time/],
  ])("%s %j", async (tool, args, says) => {
    const result = (await client.callTool({ name: tool, arguments: args })) as ToolResult;
    expect(result.isError).toBe(true);
    expect(result.content[0]!.text).toMatch(says);
  });
});
