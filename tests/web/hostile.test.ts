/** A repository whose every name and text tries to become markup, to turn the reading around, or to break the layout. */
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

/** Whatever a page would execute or load by itself, if a text became markup. */
const CANARY = `<img src=x onerror="window.canary=1"><script>window.canary=1</script>`;
const RIGHT_TO_LEFT = "\u202e";
const ZERO_WIDTH = "\u200b";
const NAME = CANARY.replaceAll("/", "");
const TEN_MEGABYTES = 10_000_000;
const scratch = new TempFolder("clew-hostile-page");
const hostile = scratch.folder("hostile").repository({
  "README.md": `# ${CANARY}\n\n${CANARY}\n\n[link](javascript:window.canary=1) ![x](x" onerror="window.canary=1)\n`,
  "logo.svg": `<svg xmlns="http://www.w3.org/2000/svg" onload="window.canary=1"><script>window.canary=1</script></svg>\n`,
  "page.html": `<html><body onload="window.canary=1">${CANARY}</body></html>\n`,
  [`src/${NAME}.ts`]: `export function hostileName() {}\n// ${CANARY}\n`,
  "src/user.ts": `import { hostileName } from "./${NAME}.ts";\nhostileName();\n`,
  "src/hidden.ts": `export const zero${ZERO_WIDTH}Width = 1; // ${RIGHT_TO_LEFT} turned around\n`,
  [`src/${RIGHT_TO_LEFT}txt.${ZERO_WIDTH}ts`]: "turned around\n",
  "src/rtl.ts": "export const שלום = 'مرحبا بالعالم';\n",
  "src/symbols.py": `class Canary:\n    """${CANARY}"""\n    def ${"long_".repeat(80)}name(self):\n        return "${CANARY}"\n`,
  "src/wide.ts": `export const wide = "${"x".repeat(300_000)}";\n`,
  "src/huge.ts": `export const huge = "${"y ".repeat(TEN_MEGABYTES / 2)}";\n`,
  "package.json": JSON.stringify({ name: NAME, version: CANARY, dependencies: { [CANARY]: CANARY } }),
  ".clew.json": JSON.stringify({ exclude: CANARY, [CANARY]: CANARY }),
});
const ADDRESSES = [
  "/",
  "/code/hostile",
  "/code/hostile/README.md",
  "/code/hostile/logo.svg",
  "/code/hostile/page.html",
  "/code/hostile/src",
  "/code/hostile/src/hidden.ts",
  "/code/hostile/src/rtl.ts",
  "/code/hostile/src/symbols.py",
  "/code/hostile/src/wide.ts",
  "/code/hostile/src/huge.ts",
  `/code/hostile/src/${encodeURIComponent(NAME)}.ts`,
  "/ask?repo=hostile&q=hostileName",
  "/ask?repo=hostile&q=hostileName&view=context",
  "/ask?repo=hostile&q=hostileName&view=why",
  `/ask?repo=hostile&q=${encodeURIComponent(CANARY)}`,
  `/ask?repo=${encodeURIComponent(CANARY)}&q=x`,
  "/graph?repo=hostile&level=file",
  `/graph?repo=hostile&of=${encodeURIComponent(CANARY)}&plus=${encodeURIComponent(CANARY)}`,
  "/fleet",
  "/changes?repo=hostile",
  `/changes?repo=hostile&base=${encodeURIComponent(CANARY)}`,
  "/activity",
];

let browser: Browser;
let page: Page;
let served: Served;
const errors: string[] = [];
const elsewhere: string[] = [];

describe.skipIf(CHROMIUM === null)("a hostile repository", () => {
  beforeAll(async () => {
    served = await startServer(scratch.join("home"), scratch.path, {
      settings: { CLEW_MAX_FILE_BYTES: "50000000" },
    });
    browser = await openBrowser();
    page = await openSignedIn(browser, served);
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith(served.url) && !request.url().startsWith("blob:"))
        elsewhere.push(request.url());
    });
    await indexByPage(page, hostile.path, "hostile");
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    if (served) await stopServer(served);
    scratch.remove();
  });

  test.each([1280, 390])(
    "executes nothing and breaks no layout, %d wide",
    async (width) => {
      await page.setViewportSize({ width, height: 800 });
      const wrong: string[] = [];
      for (const address of ADDRESSES) {
        await page.goto(served.url + address);
        await page.locator("main h1, main h2, main input, main p").first().waitFor();
        await page.waitForTimeout(400);
        if ((await page.evaluate("window.canary")) !== undefined) wrong.push(`${address}: executed`);
        if (
          await page.evaluate(
            `document.querySelectorAll("main img, main script, main iframe, main object").length`,
          )
        )
          wrong.push(`${address}: became markup`);
        if (!(await page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")))
          wrong.push(`${address}: wider than the window`);
      }
      expect(wrong).toEqual([]);
      expect(elsewhere).toEqual([]);
    },
    240_000,
  );

  test("what cannot be seen is made visible, and a long line is cut and says so", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${served.url}/code/hostile/src/hidden.ts`);
    await page.getByText("\\u{200b}").first().waitFor();
    await page.getByText("\\u{202e}").first().waitFor();
    await page.goto(`${served.url}/code/hostile/src/wide.ts`);
    await page.getByText(/29\d{4} characters cut/).waitFor();
  }, 60_000);

  test("a line of 10 MB is left out by its reason, and said where one looks for it", async () => {
    await page.goto(`${served.url}/code/hostile/src/huge.ts`);
    await page.getByText(/was skipped: minified/).waitFor();
    await page.goto(`${served.url}/`);
    await page.getByRole("button", { name: "1 minified" }).click();
    await page.getByText("src/huge.ts").waitFor();
    await page.getByText(/one line has 100000\d\d bytes/).waitFor();
  }, 60_000);

  test("its names stand as text in an exported picture", async () => {
    await page.goto(`${served.url}/graph?repo=hostile&level=file`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "SVG", exact: true }).click(),
    ]);
    const stream = await download.createReadStream();
    let svg = "";
    for await (const chunk of stream) svg += String(chunk);
    expect(svg).toContain("&#60;img");
    expect(svg).not.toMatch(/<(?:img|script)/);
  }, 60_000);

  test("met no error of its own", () => {
    expect(errors).toEqual([]);
  });
});
