/** The page in a real browser, against a real server and a real index. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { CHROMIUM, openBrowser, type Served, startServer, stopServer } from "./browser.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const scratch = new TempFolder("clew-page");
/** Whatever a page would execute or load by itself, if a name became markup. */
const CANARY = `<img src=x onerror="window.canary=1"><script>window.canary=1</script>`;
const RIGHT_TO_LEFT = "\u202e";
const shop = scratch.folder("shop").repository({
  "src/price.ts":
    "/** Adds the tax. */\nexport function priceOf(net: number): number {\n  return net * 1.2;\n}\n",
  "src/cart.ts":
    'import { priceOf } from "./price.ts";\n\nexport function total(items: number[]): number {\n  return items.reduce((sum, item) => sum + priceOf(item), 0);\n}\n',
  "src/cart.test.ts": 'import { total } from "./cart.ts";\n\ntotal([1, 2]);\n',
  "package.json": '{ "name": "shop", "version": "1.0.0" }\n',
  "README.md": `# Shop\n\n${CANARY}\n\n[link](javascript:window.canary=1)\n`,
  [`src/${CANARY.replaceAll("/", "")}.ts`]: `export const hostileName = "${RIGHT_TO_LEFT}txet";\n// ${CANARY}\n`,
  "src/hidden.ts": `export const zero\u200bWidth = 1; // ${RIGHT_TO_LEFT} turned around\n`,
  "logo.svg": `<svg xmlns="http://www.w3.org/2000/svg" onload="window.canary=1"><script>window.canary=1</script></svg>\n`,
  "src/wide.ts": `export const wide = "${"x".repeat(300_000)}";\n`,
});

let browser: Browser;
let context: BrowserContext;
let page: Page;
let served: Served;
const errors: string[] = [];

describe.skipIf(CHROMIUM === null)("the page", () => {
  beforeAll(async () => {
    served = await startServer(scratch.join("home"), shop.path);
    browser = await openBrowser();
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    page.on("pageerror", (error) => errors.push(error.message));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    if (served) await stopServer(served);
    scratch.remove();
  });

  const open = (address: string) => page.goto(served.url + address);

  test("tells a browser that is not signed in what to do", async () => {
    await open("/");
    await page.getByText("This browser is not signed in.").waitFor();
  });

  test("signs in by a link that is kept in no address", async () => {
    const link = served.newLink();
    await page.goto(link);
    await page.waitForURL(`${served.url}/`);
    expect(await page.evaluate<number>("history.length")).toBeLessThan(5);
    expect(await page.evaluate("document.cookie")).toBe("");
    const second = await (await browser.newContext()).newPage();
    await second.goto(link);
    await second.getByText("used before").waitFor();
    await second.context().close();
  });

  test("indexes a folder while one watches, to the end", async () => {
    await page.getByLabel("Folder to index").fill(shop.path);
    await page.getByRole("button", { name: "Index folder" }).click();
    const card = page.getByRole("article", { name: "shop", exact: true });
    await card.waitFor({ timeout: 60_000 });
    await card.getByText("fresh", { exact: true }).waitFor({ timeout: 60_000 });
    await card.getByText("typescript").waitFor();
  });

  test("offers names while one types and answers on enter", async () => {
    await open("/ask?repo=shop");
    const box = page.getByRole("combobox", { name: "Ask about the code" });
    await box.fill("price");
    await page
      .getByRole("option", { name: /priceOf/ })
      .first()
      .waitFor();
    await box.fill("where is the tax added");
    await box.press("Enter");
    await page.getByRole("link", { name: "src/price.ts" }).first().waitFor();
    await page.locator(".t-keyword").first().waitFor();
    expect(page.url()).toContain("q=where");
  });

  test("shows what an agent would be sent, and why", async () => {
    await page.getByRole("tab", { name: "Context" }).click();
    await page.getByLabel("What an agent would be sent").getByText("priceOf").first().waitFor();
    await page.getByText("of 4,000 tokens").waitFor();
    await page.getByRole("tab", { name: "Why" }).click();
    await page.getByRole("heading", { name: "Channels" }).waitFor();
    await page.getByText("feature by feature").waitFor();
    await page.goBack();
    expect(page.url()).toContain("view=context");
  });

  test("shows code, what a word means and who uses it", async () => {
    await open("/code/shop/src/cart.ts#total");
    await page.locator("#L3.marked").waitFor();
    await page.locator("#L4 .word", { hasText: "priceOf" }).click();
    await page.getByLabel("What priceOf means").getByText("src/price.ts:2").waitFor();
    await page.getByRole("button", { name: "Who uses it" }).click();
    await page
      .getByLabel(/^Uses of/)
      .getByRole("link", { name: "src/cart.ts" })
      .first()
      .waitFor();
  });

  test("shows an edit within two seconds", async () => {
    await open("/code/shop/src/price.ts");
    await page.getByText("1.2").waitFor();
    shop.write({
      "src/price.ts": "export function priceOf(net: number): number {\n  return net * 1.19;\n}\n",
    });
    await page.getByText("1.19").waitFor({ timeout: process.env.CI ? 2_000 : 10_000 });
  });

  test.each([
    ["/graph?repo=shop&of=src%2Fprice.ts%23priceOf", "canvas"],
    ["/fleet", "h1"],
    ["/changes?repo=shop", ".tree"],
    ["/activity", "h1"],
  ])("draws %s", async (address, what) => {
    await open(address);
    await page.locator(what).first().waitFor();
  });

  test("works by keys alone", async () => {
    await open("/code/shop/src");
    await page.locator("[data-item]").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("o");
    await page.waitForURL(/\/code\/shop\/src\/./);
    await page.keyboard.press("/");
    await page.waitForURL(/\/ask/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
  });

  test.each([
    "/",
    "/ask?repo=shop&q=tax",
    "/ask?repo=shop&q=tax&view=context",
    "/ask?repo=shop&q=tax&view=why",
    "/code/shop/src/cart.ts",
    "/graph?repo=shop",
    "/fleet",
    "/changes?repo=shop",
    "/activity",
  ])("axe finds nothing serious at %s", async (address) => {
    await open(address);
    await page.locator("main h1, main h2, main input").first().waitFor();
    await page.waitForTimeout(500);
    const found = await page.evaluate(
      `(async () => { const module = { exports: {} }; ${AXE}; const { violations } = await axe.run(); return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => id + " " + nodes.map(({ html }) => html.slice(0, 120)).join(" | ")); })()`,
    );
    expect(found).toEqual([]);
  });

  test("executes nothing of a repository, and its names stand where they are", async () => {
    for (const address of [
      "/code/shop/README.md",
      "/code/shop/src",
      "/code/shop/src/hidden.ts",
      "/code/shop/src/wide.ts",
      "/ask?repo=shop&q=hostileName",
      "/graph?repo=shop",
    ]) {
      await open(address);
      await page.locator("main h1, main h2, main input").first().waitFor();
      await page.waitForTimeout(300);
      expect(await page.evaluate("window.canary")).toBeUndefined();
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")).toBe(true);
    }
    await open("/code/shop/src/hidden.ts");
    await page.getByText("\\u{200b}").first().waitFor();
    await page.getByText("\\u{202e}").first().waitFor();
    await open("/code/shop/src/wide.ts");
    await page.getByText("characters cut").waitFor();
  });

  test("says that the server is gone, and goes on when it is back", async () => {
    await open("/");
    await page.getByText("live").waitFor();
    const port = Number(new URL(served.url).port);
    served.child.kill("SIGKILL");
    await once(served.child, "exit");
    await page.getByRole("alert").getByText("does not answer").waitFor();
    served = await startServer(scratch.join("home"), shop.path, port);
    await page.getByText("live", { exact: true }).waitFor();
    await page.getByRole("article", { name: "shop", exact: true }).waitFor();
  });

  test("met no error of its own", () => {
    expect(errors).toEqual([]);
  });
});
