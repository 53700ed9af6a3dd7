// A server and a real browser that is signed in to its page, for what measures and pictures the page.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
/** Software rendering, and no call of the browser's own. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-precise-memory-info",
];

export async function openPageSession({ home, repository, cli = CLI }) {
  const env = { ...process.env, CLEW_HOME: home };
  const server = spawn(process.execPath, [cli, "serve", "--port", "0", "--json"], {
    cwd: repository,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(server.stdout, "data");
  const { url } = JSON.parse(said.toString());
  const executablePath = process.env.CLEW_CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const newLink = () => {
    const asked = spawnSync(process.execPath, [cli, "ui", "--json"], {
      cwd: repository,
      env,
      encoding: "utf8",
    });
    if (asked.status !== 0) throw new Error(`clew ui: ${asked.stderr}`);
    return JSON.parse(asked.stdout).url;
  };
  const signIn = async (options) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(newLink());
    await page.waitForURL(`${url}/`);
    return { context, page };
  };
  const close = async () => {
    await browser.close();
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  };
  return { url, server, browser, signIn, close };
}

export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
