#!/usr/bin/env node
// Pictures of every page, light and dark, wide and narrow:
// node scripts/screenshots.mjs <out-folder> [repository …] [--only home,ask] [--file path] [--symbol name] [--question text]
// Pictures of code are of the first repository; further ones make a fleet.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { openPageSession } from "../bench/lib/page-session.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    file: { type: "string", default: "src/core/tokens.ts" },
    symbol: { type: "string", default: "countTokens" },
    question: { type: "string", default: "how are tokens counted" },
    base: { type: "string", default: "HEAD~1" },
  },
});
const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist/cli.js");
const [out, ...given] = positionals.map((path) => resolve(path));
const repositories = given.length > 0 ? given : [resolve(root)];
const home = process.env.CLEW_HOME ?? mkdtempSync(join(tmpdir(), "clew-pictures-"));
const env = { ...process.env, CLEW_HOME: home };
mkdirSync(out, { recursive: true });

const name = basename(repositories[0]);
const { file, symbol } = values;
const question = encodeURIComponent(values.question);
const pages = {
  home: "/",
  "ask-empty": `/ask?repo=${name}`,
  ask: `/ask?repo=${name}&q=${question}`,
  context: `/ask?repo=${name}&q=${question}&view=context`,
  why: `/ask?repo=${name}&q=${question}&view=why`,
  folder: `/code/${name}`,
  code: `/code/${name}/${file}#${symbol}`,
  graph: `/graph?repo=${name}`,
  "graph-symbol": `/graph?repo=${name}&of=${encodeURIComponent(`${file}#${symbol}`)}&depth=2`,
  "graph-packages": `/graph?repo=${name}&level=package`,
  fleet: "/fleet",
  changes: `/changes?repo=${name}&base=${encodeURIComponent(values.base)}`,
  activity: "/activity",
};
const wanted = values.only?.split(",") ?? Object.keys(pages);
/** What a person does before looking, where a page shows nothing without it. */
const doBefore = {
  code: async (page) => {
    await page.locator(".line.marked .users").first().click({ timeout: 5_000 });
    await page.locator(`.line.marked .word`, { hasText: symbol }).first().click();
  },
  "graph-symbol": async (page) => {
    await page.locator(".nodes button").nth(1).click({ timeout: 20_000 });
  },
};

for (const repository of repositories)
  spawnSync(process.execPath, [cli, "index", repository], { env, stdio: "inherit" });
const { url, signIn, close } = await openPageSession({ home, repository: repositories[0], cli });

/** Calls of an agent, so that Activity has something to show; the last is refused. */
async function callAsAgent() {
  const { token } = JSON.parse(readFileSync(join(home, "serve/server.json"), "utf8"));
  const agent = new Client({ name: "pictures", version: "1" });
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  const call = (tool, args) => agent.callTool({ name: tool, arguments: { repo: name, ...args } });
  await call("search", { query: values.question });
  await call("context", { task: values.question });
  await call("trace", { symbol });
  await call("symbol", { name: symbol });
  await call("search", { query: values.question, repo: "no-such-repository" });
  await agent.close();
}

try {
  if (wanted.includes("activity")) await callAsAgent();
  for (const colorScheme of ["light", "dark"])
    for (const [size, width, height] of [
      ["wide", 1280, 800],
      ["narrow", 390, 844],
    ]) {
      const { context, page } = await signIn({ colorScheme, viewport: { width, height } });
      for (const what of wanted) {
        await page.goto(url + pages[what]);
        await page
          .locator("main h1, main h2, main .search-box")
          .first()
          .waitFor({ timeout: 20_000 })
          .catch(() => {});
        await page
          .waitForFunction(
            () =>
              !/(?:Searching|Loading|Packing|Comparing|Joining|Tracing) …/.test(document.body.textContent),
            null,
            { timeout: 60_000 },
          )
          .catch(() => {});
        await doBefore[what]?.(page).catch((error) => console.error(`${what}: ${error.message}`));
        await page.waitForTimeout(what.startsWith("graph") ? 3_500 : 1_500);
        await page.screenshot({ path: join(out, `${what}-${colorScheme}-${size}.png`) });
      }
      await context.close();
    }
} finally {
  await close();
  if (!process.env.CLEW_HOME) rmSync(home, { recursive: true, force: true });
}
