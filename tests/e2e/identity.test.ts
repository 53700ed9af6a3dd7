/** Handles of old answer with the new place; what cannot be told is not guessed. */
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { gitIn } from "../../src/testing/git-fixture.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import symbolTool from "../../src/tools/symbol.ts";
import traceTool from "../../src/tools/trace.ts";
import { writeTreeFile } from "../random-tree.ts";

let scratch: string;
let root: string;
let engine: Engine;

beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), "clew-identity-"));
  root = join(scratch, "tree");
  mkdirSync(root);
  engine = await openEngine({ home: join(scratch, "home") });
});
afterEach(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

const BODY = `(orders: Order[], rate: number): number {
  const gross = sumUp(orders);
  const reduced = applyRebate(gross, rate);
  log.info("priced", { gross, reduced });
  return roundTo(reduced, 2);
}
`;
const HEAD = 'import { applyRebate, roundTo, sumUp } from "./arithmetic";\nimport { log } from "./log";\n';

function writePricing(path: string, name: string, extra = ""): void {
  writeTreeFile(root, path, `${HEAD}export function ${name}${BODY}${extra}`);
}

function writeCaller(from: string, name: string): void {
  writeTreeFile(
    root,
    "src/till.ts",
    `import { ${name} } from "${from}";\nexport function pay() {\n  return ${name}([], 1);\n}\n`,
  );
}

async function ask(tool: typeof traceTool | typeof symbolTool, input: Record<string, unknown>) {
  const call = { engine, root, signal: new AbortController().signal };
  return (await answerTool(tool, call, parseInput(tool, input))).text;
}

const callersOf = (symbol: string) => ask(traceTool, { symbol });

test("renaming a function and moving its file keeps trace by the old handle", async () => {
  writePricing("src/pricing.ts", "priceOf");
  writeCaller("./pricing", "priceOf");
  await engine.update(root);
  rmSync(join(root, "src/pricing.ts"));
  writePricing("src/money/prices.ts", "totalPrice");
  writeCaller("./money/prices", "totalPrice");
  const traced = await callersOf("src/pricing.ts#priceOf");
  expect(traced).toContain("src/pricing.ts#priceOf is src/money/prices.ts#totalPrice now (similar text)");
  expect(traced).toContain("src/till.ts:3 pay");
  // Once more, and the first handle still leads there.
  renameSync(join(root, "src/money/prices.ts"), join(root, "src/money/total.ts"));
  writeCaller("./money/total", "totalPrice");
  expect(await callersOf("src/pricing.ts#priceOf")).toContain("src/money/total.ts#totalPrice now");
  expect(await callersOf("src/money/prices.ts")).toContain("src/money/prices.ts is src/money/total.ts now");
});

test("git's word on a rename is taken where the text has changed too much for ours", async () => {
  const commit = () => {
    gitIn(root, "add", "-A");
    gitIn(root, "commit", "-q", "-m", "change");
  };
  gitIn(root, "init", "-q", "-b", "main");
  writePricing("src/pricing.ts", "priceOf", "export const OTHER = [1, 2, 3].map((each) => each * 2);\n");
  commit();
  await engine.update(root);
  rmSync(join(root, "src/pricing.ts"));
  const more = "export function more() {\n  return twice(1) + thrice(2) + often(3);\n}\n";
  writePricing("src/prices.ts", "priceOf", more);
  commit();
  const shown = await ask(symbolTool, { name: "src/pricing.ts#priceOf" });
  expect(shown).toContain("src/pricing.ts#priceOf is src/prices.ts#priceOf now (git rename)");
});

test("members of a renamed class are found by their old handles", async () => {
  const text = (name: string) =>
    `${HEAD}export class ${name} {\n  priceOf${BODY}  rebateOf(order: Order): number {\n    return lookUp(order.customer).rebate;\n  }\n}\n`;
  writeTreeFile(root, "src/shop.ts", text("Shop"));
  await engine.update(root);
  writeTreeFile(root, "src/shop.ts", text("Store"));
  expect(await ask(symbolTool, { name: "src/shop.ts#Shop.rebateOf" })).toContain(
    "src/shop.ts#Shop.rebateOf is src/shop.ts#Store.rebateOf now",
  );
});

test("two that are equally like the one that went are no answer, and neither is a stub", async () => {
  writePricing("src/pricing.ts", "priceOf", "export function tiny() {\n  return 1;\n}\n");
  await engine.update(root);
  writePricing(
    "src/pricing.ts",
    "costOf",
    `export function feeOf${BODY}export function small() {\n  return 1;\n}\n`,
  );
  for (const gone of ["priceOf", "tiny"]) {
    const shown = await ask(symbolTool, { name: `src/pricing.ts#${gone}` });
    expect(shown).not.toContain("now (");
    expect(shown).toContain("no symbol");
  }
});

test("a handle that is taken again means what is there, and an ended one means nothing", async () => {
  writePricing("src/pricing.ts", "priceOf");
  await engine.update(root);
  writePricing("src/pricing.ts", "totalPrice");
  await engine.update(root);
  writePricing("src/pricing.ts", "totalPrice", "export function priceOf() {\n  return 0;\n}\n");
  expect(await ask(symbolTool, { name: "src/pricing.ts#priceOf" })).not.toContain("now (");
  writeTreeFile(root, "src/pricing.ts", "export function unlike() {\n  return 0;\n}\n");
  await engine.update(root);
  writePricing("src/pricing.ts", "totalPrice");
  expect(await ask(symbolTool, { name: "src/pricing.ts#priceOf" })).not.toContain("now (");
});
