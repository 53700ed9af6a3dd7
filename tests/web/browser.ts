/** A real browser and a real server for the tests of the page. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Null where there is no browser; whoever skips says so. */
export const CHROMIUM = process.env.CLEW_CHROMIUM ?? PLACES.find((place) => existsSync(place)) ?? null;
if (CHROMIUM === null)
  console.warn("no Chromium: tests of the page are skipped (Debian's package chromium, or CLEW_CHROMIUM)");

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM!,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export interface Served {
  child: ChildProcess;
  url: string;
  /** Signs a browser in, once. */
  newLink: () => string;
}

export interface ServerOptions {
  port?: number;
  /** Settings, as the environment spells them. */
  settings?: Record<string, string>;
}

export async function startServer(
  home: string,
  cwd: string,
  { port = 0, settings = {} }: ServerOptions = {},
): Promise<Served> {
  const env = { PATH: process.env.PATH, CLEW_HOME: home, ...settings };
  const child = spawn(process.execPath, [CLI, "serve", "--port", String(port), "--json"], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout!, "data")) as [Buffer];
  const { url } = JSON.parse(said.toString()) as { url: string };
  const newLink = () => {
    const asked = spawnSync(process.execPath, [CLI, "ui", "--json"], { cwd, env, encoding: "utf8" });
    return (JSON.parse(asked.stdout) as { url: string }).url;
  };
  return { child, url, newLink };
}

export async function stopServer({ child }: Served): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** A page of its own context, signed in by a link. */
export async function openSignedIn(
  browser: Browser,
  served: Served,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  await page.goto(served.newLink());
  await page.waitForURL(`${served.url}/`);
  return page;
}

/** By the form of Home, to its end. */
export async function indexByPage(page: Page, folder: string, name: string): Promise<void> {
  await page.getByLabel("Folder to index").fill(folder);
  await page.getByRole("button", { name: "Index folder" }).click();
  const card = page.getByRole("article", { name, exact: true });
  await card.waitFor({ timeout: 120_000 });
  await card.getByText("fresh", { exact: true }).waitFor({ timeout: 120_000 });
}
