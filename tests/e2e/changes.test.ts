import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countTokens } from "../../src/core/tokens.ts";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import changes from "../../src/tools/changes.ts";
import { parseInput } from "../../src/tools/parse-input.ts";

const scratch = new TempFolder("clew-changes");
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ home: scratch.join("home") });
});
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

async function ask(root: string, base = "HEAD", budget = 4000, cursor?: string): Promise<string> {
  const call = { engine, root, signal: new AbortController().signal };
  return (await answerTool(changes, call, parseInput(changes, { base, max_tokens: budget, cursor }))).text;
}

const PRICE = `import { log } from "./log.ts";

export function priceOf(thing: string): number {
  return thing.length * 2;
}

export function oldHelper(): void {}

export class Tax {
  rate(): number {
    return 1;
  }
  add(n: number): number {
    const more = n;
    return more * this.rate();
  }
}
`;

function shop(name: string): TempFolder {
  return scratch.folder(name).repository({
    "src/price.ts": PRICE,
    "src/log.ts": "export function log(): void {}\n",
    "src/cart.ts": `import { oldHelper, priceOf } from "./price.ts";

export class Cart {
  total(things: string[]): number {
    oldHelper();
    return things.reduce((sum, thing) => sum + priceOf(thing), 0);
  }
}
`,
    "src/gone.ts": "export class Gone {\n  member(): void {}\n}\n",
    "src/moved.ts": "export function movedThing(): number {\n  return 7;\n}\n",
    "tests/price.test.ts": `import { priceOf } from "../src/price.ts";

test("a price", () => {
  if (priceOf("ab") !== 4) throw new Error("wrong");
});
`,
  });
}

describe("a working tree with every kind of change", () => {
  const root = shop("all");
  let lines: string[];
  beforeAll(async () => {
    root.write({
      "src/price.ts": PRICE.replace("* 2", "* 3")
        .replace("export function oldHelper(): void {}\n\n", "")
        .replace("more = n", "more = n + 1"),
      "src/new.ts": "export class New {\n  a(): void {}\n  b(): void {}\n}\n",
    });
    root.git("mv", "src/moved.ts", "src/other.ts");
    root.git("rm", "-q", "src/gone.ts");
    lines = (await ask(root.path)).split("\n");
  });

  const expected = [
    ["a deleted file is named", "src/gone.ts  deleted"],
    ["with what was in it, the class and not its members", "src/gone.ts  removed class Gone"],
    ["a moved file is not new", "src/other.ts  renamed from src/moved.ts"],
    ["a new class is named once", "src/new.ts  new file: class New"],
    ["a changed function comes with its callers", "src/price.ts:4  function priceOf  2 callers (2 resolved)"],
    ["a changed body belongs to its method", "src/price.ts:12  method Tax.add  0 callers"],
    ["a removed function is named", "src/price.ts  removed function oldHelper"],
    ["its uses are broken", "  src/cart.ts:5  Cart.total  uses removed oldHelper"],
    ["callers are affected", "  src/cart.ts:6  Cart.total  calls priceOf, resolved"],
    ["the next step is what most depends on", 'next: clew trace "src/price.ts#priceOf" --dependents'],
    ["tests are to run", "  tests/price.test.ts  tests priceOf, src/price.ts, resolved"],
  ];
  test.each(expected)("%s", (_, line) => {
    expect(lines).toContain(line);
  });

  test("line 1 counts", () => {
    expect(lines[0]).toMatch(/^4 files changed since HEAD [0-9a-f]{12}, 3 symbols, 2 removed, /);
  });

  test("what did not change is not named", () => {
    expect(lines.filter((line) => /^src\/(?:log|cart)\.ts/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.includes("(top level)") && line.startsWith("src/"))).toEqual([]);
  });

  test("a small budget is kept, and the rest follows with the cursor", async () => {
    const text = await ask(root.path, "HEAD", 200);
    expect(countTokens(text)).toBeLessThanOrEqual(200);
    const [, cursor] = /^more: cursor=(\S+) \(\d+ more lines\)$/m.exec(text) ?? [];
    const rest = await ask(root.path, "HEAD", 200, cursor);
    expect(rest).toContain("tests to run");
    expect(rest).not.toContain("src/gone.ts");
    expect(rest).not.toContain("more: cursor");
  });
});

test("a renamed function breaks its users, in its own file too, and their tests are to run", async () => {
  const root = scratch.folder("renamed").repository({
    "src/wrap.ts": "export function wrapLine(): void {}\nexport const twice = () => [wrapLine, wrapLine];\n",
    "src/text.ts":
      'import { wrapLine } from "./wrap.ts";\nexport function wrapText(): void {\n  wrapLine();\n}\n',
    "tests/layout.test.ts": 'import { wrapText } from "../src/text.ts";\ntest("wraps", () => wrapText());\n',
  });
  root.write({
    "src/wrap.ts": "export function wrapOne(): void {}\nexport const twice = () => [wrapLine, wrapLine];\n",
  });
  const text = await ask(root.path);
  expect(text.split("\n")[0]).toMatch(
    /1 removed, 1 broken import, 2 uses of removed names, 0 affected uses, 1 test file to run/,
  );
  expect(text).toContain("  src/wrap.ts:2  twice  uses removed wrapLine");
  expect(text).toContain("  src/text.ts:3  wrapText  uses removed wrapLine");
  expect(text).toContain("  tests/layout.test.ts  tests wrapText, resolved");
});

test("a changed import is a change of the file's top level, which its importers see", async () => {
  const root = shop("top-level");
  root.write({ "src/price.ts": PRICE.replace("{ log }", "{ log as note }") });
  const text = await ask(root.path);
  expect(text).toContain("src/price.ts:1  (top level)");
  expect(text).toContain("  src/cart.ts:1  (top level)  imports src/price.ts, resolved");
});

test("a changed test is to run, and blank lines belong to nothing", async () => {
  const root = shop("test-changed");
  root.write({
    "tests/price.test.ts": "test('nothing', () => {});\n",
    "src/price.ts": PRICE.replace("  add(", "\n  add("),
  });
  const lines = (await ask(root.path)).split("\n");
  expect(lines).toContain("  tests/price.test.ts  changed itself");
  expect(lines).toContain("src/price.ts:13  blank lines");
});

test("a checkout with other line ends has not changed", async () => {
  const root = shop("line-ends");
  root.write({ "src/price.ts": PRICE.replaceAll("\n", "\r\n") });
  expect(await ask(root.path)).toMatch(/^0 files changed/);
});

test("an older revision can be the base", async () => {
  const root = shop("older");
  root.write({ "src/log.ts": "export function log(): void {\n  return;\n}\n" });
  root.commit();
  expect(await ask(root.path)).toMatch(/^0 files changed/);
  expect(await ask(root.path, "HEAD~1")).toContain("function log");
});

describe("a question that cannot be answered is an error with a hint", () => {
  test("a folder without git", async () => {
    const plain = scratch.folder("plain").write({ "a.ts": "export const a = 1;\n" });
    await expect(ask(plain.path)).rejects.toMatchObject({ code: "CHANGES_NEED_GIT" });
  });

  test("a repository without a commit", async () => {
    const unborn = scratch.folder("unborn").repository();
    await expect(ask(unborn.path)).rejects.toMatchObject({ code: "CHANGES_BASE_UNKNOWN" });
  });

  test.each([
    ["no-such-branch", "CHANGES_BASE_UNKNOWN"],
    ["--output=x", "GIT_COMMAND_REFUSED"],
    ["HEAD:src", "GIT_COMMAND_REFUSED"],
  ])("base %s", async (base, code) => {
    await expect(ask(shop(`base-${code}-${base.length}`).path, base)).rejects.toMatchObject({ code });
  });
});
