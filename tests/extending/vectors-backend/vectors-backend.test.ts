import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Engine, openEngine } from "../../../src/engine/engine.ts";
import { SqliteStoreFactory } from "../../../src/storage/sqlite/factory.ts";
import { answerTool } from "../../../src/tools/answer-tool.ts";
import { parseInput } from "../../../src/tools/parse-input.ts";
import status from "../../../src/tools/status.ts";
import { toyVectors } from "./toy-vectors/index.ts";

const FILES = {
  "src/money.ts":
    "/** Adds the tax to a price. */\nexport function addTax(price: number) { return price * 1.2; }",
  "src/mail.ts":
    "/** Sends a letter to a customer. */\nexport function sendLetter(to: string) { return to; }",
  "src/time.ts":
    "/** Parses a date of an invoice. */\nexport function parseDate(text: string) { return text; }",
};
const QUESTION = "how is the tax added to a price";

let folder: string;
let engine: Engine;
const toy = toyVectors();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-toy-vectors-"));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, "tree", path)), { recursive: true });
    writeFileSync(join(folder, "tree", path), text);
  }
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function untilCaughtUp(root: string): Promise<void> {
  while ((await engine.projections(root)).some(({ pending }) => pending !== 0)) await sleep(20);
}

it("a question is answered through a store of vectors that one line adds", async () => {
  const home = join(folder, "home");
  engine = await openEngine({ home, stores: new SqliteStoreFactory(home, { vectors: toy }) });
  const root = await engine.resolveRoot(join(folder, "tree"), { isExact: true });
  const ask = (question = QUESTION) =>
    engine.read(root, async (session) => (await session.searcher.search(question, {})).hits);
  await engine.update(root);
  await untilCaughtUp(root);
  const [first] = await ask();
  expect(first!.path).toBe("src/money.ts");
  expect(toy.asked).toBe(1);

  // It goes away: the records answer, and the status says so.
  toy.isAway = true;
  writeFileSync(join(folder, "tree/src/new.ts"), "export const more = 1;");
  await engine.update(root);
  await untilCaughtUp(root);
  expect((await ask())[0]!.path).toBe("src/money.ts");
  expect(toy.asked).toBe(1);
  expect(await engine.projections(root)).toEqual([
    { projection: "vectors toy", pending: 0, problem: "the toy is away" },
  ]);
  const call = { engine, root, signal: new AbortController().signal };
  const told = async () => (await answerTool(status, call, parseInput(status, {}))).text.split("\n");
  expect(await told()).toContain(
    "store vectors toy: up to date; the toy is away; the index answers meanwhile",
  );

  // It is back: the next question is asked of it.
  toy.isAway = false;
  expect((await ask("how is a letter sent to a customer"))[0]!.path).toBe("src/mail.ts");
  expect(toy.asked).toBe(2);
  expect(await told()).toContain("store vectors toy: up to date");
});
