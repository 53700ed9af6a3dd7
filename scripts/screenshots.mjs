#!/usr/bin/env node
// Pictures of every page, light and dark, wide and narrow: node scripts/screenshots.mjs <out-folder> [repository]
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = resolve(fileURLToPath(new URL("..", import.meta.url)));
const cli = join(root, "dist/cli.js");
const out = resolve(process.argv[2] ?? "screenshots");
const repository = resolve(process.argv[3] ?? root);
const home = process.env.CLEW_HOME ?? mkdtempSync(join(tmpdir(), "clew-pictures-"));
const env = { ...process.env, CLEW_HOME: home };
mkdirSync(out, { recursive: true });

spawnSync(process.execPath, [cli, "index", repository], { env, stdio: "inherit" });
const server = spawn(process.execPath, [cli, "serve", "--port", "0", "--json"], {
  cwd: repository,
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
const [said] = await once(server.stdout, "data");
const { url } = JSON.parse(said.toString());
const browser = await chromium.launch({
  executablePath: process.env.CLEW_CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
  ],
});
const name = repository.split("/").at(-1);
const file = process.env.CLEW_PICTURE_FILE ?? "src/core/tokens.ts";
const symbol = process.env.CLEW_PICTURE_SYMBOL ?? "countTokens";
const question = encodeURIComponent(process.env.CLEW_PICTURE_QUESTION ?? "how are tokens counted");
const pages = {
  home: "/",
  ask: `/ask?repo=${name}&q=${question}`,
  context: `/ask?repo=${name}&q=${question}&view=context`,
  why: `/ask?repo=${name}&q=${question}&view=why`,
  folder: `/code/${name}`,
  code: `/code/${name}/${file}#${symbol}`,
  graph: `/graph?repo=${name}`,
  "graph-symbol": `/graph?repo=${name}&of=${encodeURIComponent(`${file}#${symbol}`)}&depth=2`,
  fleet: "/fleet",
  changes: `/changes?repo=${name}&base=HEAD~3`,
  activity: "/activity",
};
try {
  for (const colorScheme of ["light", "dark"])
    for (const [size, width, height] of [
      ["wide", 1280, 800],
      ["narrow", 390, 844],
    ]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height } });
      const page = await context.newPage();
      const link = spawnSync(process.execPath, [cli, "ui", "--json"], {
        cwd: repository,
        env,
        encoding: "utf8",
      });
      await page.goto(JSON.parse(link.stdout).url);
      await page.waitForURL(`${url}/`);
      for (const [what, address] of Object.entries(pages)) {
        await page.goto(url + address);
        await page
          .locator("main h1, main h2, main .search-box")
          .first()
          .waitFor({ timeout: 20_000 })
          .catch(() => {});
        await page.waitForTimeout(what.startsWith("graph") ? 3_500 : 1_500);
        await page.screenshot({ path: join(out, `${what}-${colorScheme}-${size}.png`) });
      }
      await context.close();
    }
} finally {
  await browser.close();
  server.kill("SIGTERM");
  if (!process.env.CLEW_HOME) rmSync(home, { recursive: true, force: true });
}
