/** Every page in a real browser on a real index: what it shows, by keys alone, and what axe says of it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
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

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RUN_AXE = `(async () => {
  const module = { exports: {} };
  ${AXE};
  const { violations } = await axe.run();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => id + " " + nodes.map(({ html }) => html.slice(0, 120)).join(" | "));
})()`;
const QUESTION = encodeURIComponent("where is text made safe for terminals");
const SYMBOL = encodeURIComponent("src/core/sanitize.ts#sanitizeText");
const PAGES = {
  home: "/",
  ask: `/ask?repo=clew&q=${QUESTION}`,
  context: `/ask?repo=clew&q=${QUESTION}&view=context`,
  why: `/ask?repo=clew&q=${QUESTION}&view=why`,
  folder: "/code/clew/src/core",
  code: "/code/clew/src/core/sanitize.ts#sanitizeText",
  graph: "/graph?repo=clew",
  "graph of a symbol": `/graph?repo=clew&of=${SYMBOL}`,
  "graph of packages": "/graph?repo=clew&level=package",
  fleet: "/fleet",
  changes: "/changes?repo=clew",
  activity: "/activity",
};
const scratch = new TempFolder("clew-every-page");
const errors: string[] = [];

let browser: Browser;
let page: Page;
let served: Served;

describe.skipIf(CHROMIUM === null)(
  "every page",
  () => {
    beforeAll(async () => {
      const clew = realRepository(scratch, "clew");
      const sanitizer = readFileSync(clew.join("src/core/sanitize.ts"), "utf8");
      clew.write({ "src/core/sanitize.ts": `${sanitizer}\n// Changed once.\n` }).commit();
      scratch.folder("shop").repository({
        "lib/package.json": '{ "name": "unused-library", "version": "1.0.0", "main": "index.js" }\n',
        "lib/index.js": "export const one = 1;\n",
        "package.json": '{ "name": "shop", "dependencies": { "clew": "0.1.0" } }\n',
        "src/shop.ts": 'fetch("/health");\n',
      });
      served = await startServer(scratch.join("home"), clew.path);
      browser = await openBrowser();
      page = await openSignedIn(browser, served);
      page.on("pageerror", (error) => errors.push(error.message));
      await indexByPage(page, clew.path, "clew");
      await indexByPage(page, scratch.join("shop"), "shop");
      // Something for Changes to show.
      clew.write({
        "src/core/sanitize.ts": sanitizer.replace(
          "export function sanitizeText(text: string)",
          "export function sanitizeText(text: string, isEdited = false)",
        ),
      });
    }, 300_000);
    afterAll(async () => {
      await browser?.close();
      if (served) await stopServer(served);
      scratch.remove();
    });

    const open = (address: string) => page.goto(served.url + address);
    const box = () => page.getByRole("combobox", { name: "Ask about the code" });

    test("a browser that is not signed in is told what to do", async () => {
      const stranger = await (await browser.newContext()).newPage();
      await stranger.goto(`${served.url}/`);
      await stranger.getByText("This browser is not signed in.").waitFor();
      await stranger.context().close();
    });

    test("a link signs in once and is kept in no address", async () => {
      const link = served.newLink();
      const first = await (await browser.newContext()).newPage();
      await first.goto(link);
      await first.waitForURL(`${served.url}/`);
      expect(await first.evaluate("document.cookie")).toBe("");
      const second = await (await browser.newContext()).newPage();
      await second.goto(link);
      await second.getByText("used before").waitFor();
      await first.context().close();
      await second.context().close();
    });

    test("ask offers names while one types and answers on enter", async () => {
      await open("/ask?repo=clew");
      await box().fill("sanitizeT");
      await page
        .getByRole("option", { name: /sanitizeText/ })
        .first()
        .waitFor();
      await box().fill("where is text made safe for terminals");
      await box().press("Enter");
      await page.getByRole("link", { name: "src/core/sanitize.ts" }).first().waitFor();
      await page.locator(".t-keyword").first().waitFor();
      await page
        .getByRole("group", { name: "Filter by kind" })
        .getByRole("button", { name: "function" })
        .click();
      await page.waitForURL(/kind=function/);
      await page.getByRole("link", { name: "src/core/sanitize.ts" }).first().waitFor();
    });

    test("ask over all repositories filters by repository and type", async () => {
      await open(`/ask?repo=clew&q=health&scope=global`);
      const repositories = page.getByRole("group", { name: "Filter by repository" });
      await repositories.getByRole("button", { name: "shop" }).click();
      await page.waitForURL(/in=shop/);
      await page.getByRole("link", { name: "src/shop.ts" }).first().waitFor();
      await page
        .getByRole("group", { name: "Filter by also" })
        .getByRole("button", { name: "reference" })
        .click();
      await page.waitForURL(/type=reference/);
    });

    test("context is what an agent would be sent, with its tokens; why compares two files", async () => {
      await open(PAGES.ask);
      await page.getByRole("tab", { name: "Context" }).click();
      await page.getByLabel("What an agent would be sent").getByText("sanitizeText").first().waitFor();
      await page.getByText("of 4,000 tokens").waitFor();
      await page.getByRole("tab", { name: "Why" }).click();
      await page.getByRole("heading", { name: "Channels" }).waitFor();
      await page.getByRole("list", { name: "Colours of features" }).getByText("others").waitFor();
      const heads = page.getByLabel("Two files compared").getByRole("columnheader");
      const before = await heads.nth(2).textContent();
      await page.getByRole("button", { name: "B", exact: true }).nth(3).click();
      expect(await heads.nth(2).textContent()).not.toBe(before);
      await page.goBack();
      expect(page.url()).toContain("view=context");
    });

    test("code shows uses in the margin, what a word means, tests that touch it", async () => {
      await open(PAGES.code);
      await page.locator(".line.marked", { hasText: "sanitizeText" }).waitFor();
      await page.getByText(/^Touched by \d+ test file/).waitFor();
      await page.getByText(/changed in \d of the last \d commits/).waitFor();
      await page.locator(".margin .users").first().click();
      await page
        .getByLabel(/^Uses of/)
        .locator(".tier")
        .first()
        .waitFor();
      await page.locator(".line .word", { hasText: "sanitizeText" }).first().click();
      await page.getByLabel("What sanitizeText means").getByText("src/core/sanitize.ts").first().waitFor();
    });

    test("a line's number is its link, with Shift that of all lines up to it", async () => {
      await open("/code/clew/src/core/sanitize.ts");
      await page.locator("#L3 a.number").click();
      expect(page.url()).toMatch(/#L3$/);
      await page.locator("#L5 a.number").click({ modifiers: ["Shift"] });
      expect(page.url()).toMatch(/#L3-5$/);
      await page.reload();
      await expect.poll(() => page.locator(".line.marked").count()).toBe(3);
      await page.goBack();
      await expect.poll(() => page.locator(".line.marked").count()).toBe(1);
    });

    test("a click on a node chooses it, the next one expands it, and buttons zoom", async () => {
      await open(`/graph?repo=shop&level=package&of=${encodeURIComponent("shop/unused-library")}`);
      // One node, so it stands in the middle.
      const canvas = page.locator("canvas");
      await canvas.click();
      await page.getByRole("button", { name: "Centre" }).waitFor();
      await canvas.click();
      await page.waitForURL(/plus=/);
      await page.getByRole("button", { name: "Closer" }).click();
      await page.getByRole("button", { name: "Fit" }).click();
      await canvas.click({ position: { x: 10, y: 10 } });
      await page.getByRole("button", { name: "Centre" }).waitFor({ state: "detached" });
    });

    test("graph expands a node, filters kinds, finds a path and exports", async () => {
      await open(PAGES["graph of a symbol"]);
      const status = page.locator("main [role=status]").first();
      const nodesOf = async () =>
        Number(/^([\d,]+)/.exec((await status.textContent()) ?? "")?.[1]?.replace(",", ""));
      await page.locator("canvas").waitFor();
      const before = await nodesOf();
      await page.locator(".nodes button").nth(1).click();
      await page.getByRole("button", { name: "Expand" }).click();
      await page.waitForURL(/plus=/);
      await expect.poll(nodesOf).toBeGreaterThan(before);
      await page.locator(".nodes button").nth(1).click();
      await page.getByRole("button", { name: "Path from here" }).click();
      await page.locator(".nodes button").first().click();
      await page
        .locator("main aside")
        .getByText(/Path from|No path leads/)
        .or(page.locator(".chain"))
        .first()
        .waitFor();
      await page
        .getByRole("group", { name: "Kinds of edges" })
        .getByRole("button", { name: "calls" })
        .click();
      await page.waitForURL(/kinds=calls/);
      for (const [name, start] of [
        ["SVG", "<svg"],
        ["Mermaid", "graph LR"],
      ] as const) {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name, exact: true }).click(),
        ]);
        expect(readFileSync(await download.path(), "utf8").startsWith(start)).toBe(true);
      }
    });

    test("fleet shows who depends on whom, and the graph of packages the same", async () => {
      await open(PAGES.fleet);
      await page.getByRole("row", { name: /shop/ }).getByText("clew 0.1.0").waitFor();
      await page
        .getByRole("row", { name: /unused-library/ })
        .getByText("unused", { exact: true })
        .waitFor();
      await page.getByRole("link", { name: "as a graph" }).click();
      await page.locator("canvas").waitFor();
      await page.locator(".nodes").getByText("shop").first().waitFor();
      await page.getByText(/^3 packages · 1 edge/).waitFor();
    });

    test("changes show the impact as a tree with tests to run", async () => {
      await open(PAGES.changes);
      await page.locator(".tree").getByText("sanitizeText").first().waitFor();
      await page.getByRole("heading", { name: /Tests to run/ }).waitFor();
      await page.getByRole("heading", { name: /Affected/ }).waitFor();
    });

    test("all of it works by keys alone", async () => {
      const { keyboard } = page;
      await open("/");
      await page.locator("[data-item]").first().waitFor();
      await keyboard.press("j");
      await keyboard.press("Enter");
      await page.waitForURL(/\/ask/);
      await page.locator("input:focus").waitFor();
      await keyboard.press("Escape");
      await keyboard.press("/");
      await keyboard.type("sanitizeTe");
      await page.locator("#names [role=option]").first().waitFor();
      await keyboard.press("ArrowDown");
      await keyboard.press("Enter");
      await page.waitForURL(/\/code\/clew\/src\/core\/sanitize\.ts/);
      await page.locator(".line.marked .word").first().waitFor();
      await keyboard.press("c");
      await keyboard.press("ArrowRight");
      for (let step = 0; step < 12; step++) {
        if ((await page.locator(".word.cursor").textContent()) === "sanitizeText") break;
        await keyboard.press("ArrowRight");
      }
      await keyboard.press("Enter");
      await page.getByLabel("What sanitizeText means").waitFor();
      await keyboard.press("j");
      await keyboard.press("g");
      await page.waitForURL(/\/graph/);
      await page.locator(".nodes [data-item]").first().waitFor();
      await keyboard.press("j");
      await keyboard.press("o");
      await page.getByRole("button", { name: "Centre" }).waitFor();
      await keyboard.press("?");
      await page.getByRole("heading", { name: "Keys" }).waitFor();
      await keyboard.press("Escape");
      await page.getByRole("heading", { name: "Keys" }).waitFor({ state: "detached" });
      for (const name of ["Fleet", "Changes", "Activity"]) {
        await page.getByRole("link", { name, exact: true }).focus();
        await keyboard.press("Enter");
        await page.getByRole("heading", { level: 1 }).waitFor();
      }
    });

    describe.each([
      ["light", 1280],
      ["dark", 1280],
      ["light", 390],
      ["dark", 390],
    ] as const)("axe, %s, %d wide", (colorScheme, width) => {
      test("finds nothing serious on any page, and nothing is wider than the window", async () => {
        const own = await openSignedIn(browser, served, { colorScheme, viewport: { width, height: 844 } });
        const found: string[] = [];
        for (const [name, address] of Object.entries(PAGES)) {
          await own.goto(served.url + address);
          await own.locator("main h1, main h2, main input").first().waitFor();
          await own.waitForTimeout(700);
          for (const one of await own.evaluate<string[]>(RUN_AXE)) found.push(`${name}: ${one}`);
          if (!(await own.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")))
            found.push(`${name}: wider than the window`);
        }
        await own.context().close();
        expect(found).toEqual([]);
      }, 180_000);
    });

    test("met no error of its own", () => {
      expect(errors).toEqual([]);
    });
  },
  60_000,
);
