/** What the page shows while things happen: a first index, edits on disk, a server that is killed and comes back. */
import { once } from "node:events";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import {
  CHROMIUM,
  indexByPage,
  openBrowser,
  openSignedIn,
  type Served,
  startServer,
  stopServer,
} from "./browser.ts";
import { realRepository } from "./real-repository.ts";

const scratch = new TempFolder("clew-page-live");
const EDITED_WITHIN_MS = 2_000;
const MOST_EDITS = 8;
/** Chromium keeps six. */
const MORE_PAGES_THAN_CONNECTIONS = 8;

let browser: Browser;
let page: Page;
let served: Served;
let clew: TempFolder;

describe.skipIf(CHROMIUM === null)("the page, live", () => {
  beforeAll(async () => {
    clew = realRepository(scratch, "clew");
    // Not the repository itself: the server would begin to index it before the page looks.
    served = await startServer(scratch.join("home"), scratch.path);
    browser = await openBrowser();
    page = await openSignedIn(browser, served);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    if (served) await stopServer(served);
    scratch.remove();
  });

  test("shows a first index from 0 to 100 per cent, and never less than before", async () => {
    await page.evaluate(`(() => {
      window.seen = [];
      new MutationObserver(() => {
        const bar = document.querySelector("progress");
        if (bar && window.seen.at(-1) !== bar.value) window.seen.push(bar.value);
      }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
    })()`);
    await indexByPage(page, clew.path, "clew");
    await expect.poll(() => page.evaluate<number>("window.seen.at(-1)"), { timeout: 10_000 }).toBe(100);
    const seen = await page.evaluate<number[]>("window.seen");
    expect(seen[0]).toBe(0);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBeGreaterThanOrEqual(4);
    const card = page.getByRole("article", { name: "clew", exact: true });
    await card.getByText("typescript", { exact: false }).first().waitFor();
    await card.getByRole("list", { name: "Compiler services" }).getByText("read by it").waitFor();
  }, 180_000);

  test("shows an edit on disk within two seconds", async () => {
    await page.goto(`${served.url}/code/clew/src/pages/inputs.ts`);
    await page.getByText("Parameters that several questions share").first().waitFor();
    await page.getByText("live", { exact: true }).waitFor();
    const waits: number[] = [];
    // Every edit is shown; a machine that is busy with other things now and then gets further ones to be in time.
    while (Math.min(...waits) > EDITED_WITHIN_MS && waits.length < MOST_EDITS) {
      // As people do: not while the page is still asking for what it shows.
      await page.waitForTimeout(1_500);
      const round = `edit ${waits.length}`;
      const startedAt = performance.now();
      clew.write({ "src/pages/inputs.ts": `/** This is ${round}. */\nexport const edited = 1;\n` });
      await page.getByText(`This is ${round}`).first().waitFor({ timeout: 30_000 });
      waits.push(performance.now() - startedAt);
    }
    expect(Math.min(...waits), `waits: ${waits.map(Math.round)}`).toBeLessThanOrEqual(EDITED_WITHIN_MS);
  }, 300_000);

  test("more pages than a browser keeps connections to a server all load, and all see an edit", async () => {
    const pages: Page[] = [];
    for (let at = 0; at < MORE_PAGES_THAN_CONNECTIONS; at++) {
      const one = await page.context().newPage();
      await one.goto(`${served.url}/code/clew/src/pages/inputs.ts`);
      await one.getByText("live", { exact: true }).waitFor();
      pages.push(one);
    }
    // Whoever read the stream for the others is gone; another page takes over.
    await pages.shift()!.close();
    await page.goto(`${served.url}/activity`);
    clew.write({ "src/pages/inputs.ts": "/** Seen by all of them. */\nexport const edited = 2;\n" });
    for (const one of pages) {
      await one.getByText("Seen by all of them").first().waitFor({ timeout: 30_000 });
      await one.close();
    }
  }, 120_000);

  test("shows calls of others as they come, and their errors", async () => {
    await page.goto(`${served.url}/activity`);
    await page.getByText("live", { exact: true }).waitFor();
    const other = await openSignedIn(browser, served);
    await other.goto(`${served.url}/ask?repo=clew&q=sanitize`);
    await other.locator(".summary-line").waitFor();
    await other.goto(`${served.url}/changes?repo=clew&base=nosuchrevision`);
    await page.getByLabel("also this page's own calls").check();
    await page.getByRole("cell", { name: "search", exact: true }).first().waitFor();
    await page
      .getByRole("cell", { name: /refused/ })
      .first()
      .waitFor();
    expect(await page.locator("table").textContent()).not.toContain("sanitize");
    await other.context().close();
  }, 60_000);

  test("says that the server is gone, and goes on when it is back", async () => {
    await page.goto(`${served.url}/`);
    await page.getByText("live", { exact: true }).waitFor();
    const port = Number(new URL(served.url).port);
    served.child.kill("SIGKILL");
    await once(served.child, "exit");
    await page.getByRole("alert").getByText("does not answer").waitFor();
    await page.getByRole("article", { name: "clew", exact: true }).waitFor();
    served = await startServer(scratch.join("home"), scratch.path, { port });
    await page.getByText("live", { exact: true }).waitFor();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByRole("article", { name: "clew", exact: true }).waitFor();
  }, 60_000);
});
