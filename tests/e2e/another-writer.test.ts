/** Another process writes the index: questions say so, say how far it is, and wait as long as they were asked to. */
import { mkdirSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { ToolRunner } from "../../src/serving/tool-runner.ts";
import { tryAcquireWriterLock } from "../../src/storage/sqlite/writer-lock.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import symbol from "../../src/tools/symbol.ts";

const LOCK_MS = 300;
const scratch = new TempFolder("clew-another-writer");
const home = scratch.join("home");
const tree = scratch
  .folder("tree")
  .repository({ "a.ts": "export function alpha() {}\n", "b.ts": "export function beta() {}\n" });
const env = { ...process.env, CLEW_LOCK_TIMEOUT_MS: String(LOCK_MS) };

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ home, env });
  await engine.update(tree.path);
});
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

function indexFile(): string {
  const [lock] = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\btree-[0-9a-f]+\.db\.lock$/.test(name),
  );
  return `${home}/${lock!.slice(0, -".lock".length)}`;
}

/** The other writer. */
function holdLock(file = indexFile()) {
  return tryAcquireWriterLock(file)!;
}

async function ask(args: Record<string, unknown>, freshWaitMs?: number): Promise<string> {
  const call = {
    engine,
    root: tree.path,
    signal: AbortSignal.timeout(30_000),
    ...(freshWaitMs !== undefined && { freshWaitMs }),
  };
  return (await answerTool(symbol, call, parseInput(symbol, args))).text.split("\n")[0]!;
}

test("an answer whose file changed names what keeps the update, not the file", async () => {
  const lock = holdLock();
  tree.write({ "a.ts": "export function alpha() {}\n// edited\n" });
  try {
    const head = await ask({ name: "alpha" });
    expect(head).toContain("is writing");
    expect(head).toContain("1 quoted file changed since");
    expect(head).not.toContain("keeps changing");
  } finally {
    lock.release();
  }
  expect(await ask({ name: "alpha" })).toMatch(/generation \d+, fresh$/);
});

test("a question that asks for a fresh answer waits longer than one lock", async () => {
  const lock = holdLock();
  const asked = ask({ name: "beta", fresh: true });
  await sleep(LOCK_MS * 4);
  lock.release();
  expect(await asked).toMatch(/generation \d+, fresh$/);
});

test("a first index that another process builds is told with how far it is", async () => {
  const lock = holdLock();
  lock.say("the first index is being built, parse 3 of 9 files");
  const other = scratch.folder("other").repository({ "a.ts": "export const a = 1;\n" });
  try {
    // The same family of worktrees shares its store; another tree has its own, so the lock is of the first one.
    expect((await engine.update(other.path)).files).toBe(1);
    await expect(engine.update(tree.path)).rejects.toMatchObject({
      code: "INDEX_LOCKED",
      message: expect.stringContaining("the first index is being built, parse 3 of 9 files"),
    });
  } finally {
    lock.release();
  }
});

test("a writer tells those who wait how far its first index is", async () => {
  const many = Array.from({ length: 40 }, (_, at) => [`f${at}.ts`, `export const v${at} = ${at};\n`]);
  const large = scratch.folder("large").repository(Object.fromEntries(many));
  const said = new Set<string>();
  const { readLockHolder } = await import("../../src/storage/sqlite/writer-lock.ts");
  await engine.update(large.path, {
    onProgress: () => {
      // Of this tree alone: what others said may still lie there.
      for (const name of readdirSync(home, { recursive: true, encoding: "utf8" }))
        if (/\blarge-[0-9a-f]+\.db\.lock\.pid$/.test(name))
          said.add(readLockHolder(`${home}/${name.slice(0, -".lock.pid".length)}`)?.says ?? "");
    },
  });
  expect([...said]).toContainEqual(expect.stringMatching(/^the first index is being built/));
});

test("a server's first question about a tree that another process indexes ends with what that one is at", async () => {
  process.env.CLEW_HOME = home;
  process.env.CLEW_LOCK_TIMEOUT_MS = String(LOCK_MS);
  const file = indexFile();
  await engine.remove(tree.path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = holdLock(file);
  lock.say("the first index is being built, parse 3 of 9 files");
  const runner = new ToolRunner({ profile: "default" });
  try {
    const asked = runner.run(
      symbol,
      { name: "alpha" },
      {
        defaultFolder: async () => ({ path: tree.path, isExact: true }),
        signal: AbortSignal.timeout(20_000),
      },
    );
    await expect(asked).rejects.toMatchObject({
      code: "FIRST_INDEX_PENDING",
      message: expect.stringContaining("parse 3 of 9 files"),
    });
  } finally {
    lock.release();
    await runner.close();
    delete process.env.CLEW_HOME;
    delete process.env.CLEW_LOCK_TIMEOUT_MS;
  }
});
