/** Resources of a client that has one repository open, or several. */
import { execFileSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countTokens } from "../../src/core/tokens.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-resources");
const route = (path: string) =>
  `import express from "express";\nconst app = express();\napp.get("${path}", (req, res) => res.end());\n`;
const shop = scratch.folder("shop").repository({
  "src/prices.ts": "export function priceOf(): number {\n  return 1;\n}\n",
  "src/server.ts": `import { priceOf } from "./prices.ts";\n${route("/prices")}priceOf();\n`,
}).path;
const billing = scratch.folder("billing").repository({
  "lib/invoice.py": "def write_invoice():\n    return 1\n",
  "lib/server.ts": route("/invoices"),
}).path;
const URIS = ["clew://map", "clew://coverage", "clew://contracts"];

const env = { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home") };

beforeAll(() => {
  for (const cwd of [shop, billing]) execFileSync(process.execPath, [CLI, "index"], { cwd, env });
}, 60_000);
afterAll(() => scratch.remove());

/** What a client with these folders open reads of every resource. */
async function read(folders: readonly string[], settings: Record<string, string> = {}): Promise<string[]> {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { roots: {} } });
  client.setRequestHandler("roots/list", () => ({
    roots: folders.map((path) => ({ uri: pathToFileURL(path).href })),
  }));
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, "mcp"],
      cwd: scratch.path,
      env: { ...env, ...settings },
      stderr: "ignore",
    }),
  );
  try {
    const texts: string[] = [];
    for (const uri of URIS) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toHaveLength(1);
      texts.push((contents[0] as { text: string }).text);
    }
    return texts;
  } finally {
    await client.close();
  }
}

/** The text below the name of a repository. */
function partOf(text: string, name: string): string {
  const start = text.indexOf(`\n\nrepository ${name}:\n`);
  expect(start, text).toBeGreaterThan(0);
  const from = start + `\n\nrepository ${name}:\n`.length;
  const end = text.indexOf("\n\nrepository ", from);
  return text.slice(from, end < 0 ? undefined : end);
}

test("each of several repositories speaks under its name, in the words it has for itself", async () => {
  const alone = { shop: await read([shop]), billing: await read([billing]) };
  for (const texts of Object.values(alone)) expect(texts.join("\n")).not.toMatch(/^repository /m);
  const together = await read([shop, billing]);
  for (const [at, text] of together.entries()) {
    expect(text).toMatch(/^2 repositories; calls name one by repo\n/);
    expect(partOf(text, "shop")).toBe(alone.shop[at]);
    expect(partOf(text, "billing")).toBe(alone.billing[at]);
    expect(countTokens(text)).toBeLessThanOrEqual(8_000);
  }
  expect(partOf(together[2]!, "billing")).toContain("GET /invoices");
}, 120_000);

test("two folders of one repository are one, and a folder that is not there says so", async () => {
  const [alone] = await read([shop]);
  expect((await read([shop, `${shop}/src`]))[0]).toBe(alone);
  const [map] = await read([shop, scratch.join("gone")], { CLEW_ROOTS: "offered" });
  expect(partOf(map!, "shop")).toBe(alone);
  expect(partOf(map!, scratch.join("gone"))).toMatch(/hint: /);
}, 120_000);
