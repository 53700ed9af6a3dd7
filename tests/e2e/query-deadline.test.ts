/** P19: a question ends when its time is up or nobody waits for it, even in the middle of a loop that never waits. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Engine, openEngine, type ScopeSession } from "../../src/engine/engine.ts";
import { TimeLimit } from "../../src/engine/time-limit.ts";
import { scoreLexically } from "../../src/retrieval/channels/words/score-lexically.ts";
import { corpusOfView } from "../../src/retrieval/corpus/corpus.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { type Answer, defineTool, type ParsedInput } from "../../src/tools/contract.ts";

const QUERY_MS = 120;
/** Loops of a test that found no limit end here, so that it fails instead of hanging. */
const GIVEN_UP_MS = 1_500;
const scratch = new TempFolder("clew-query-deadline");
const tree = scratch.folder("tree").repository({ "a.ts": "export function alpha() { return 1; }\n" });
let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({
    home: scratch.join("home"),
    env: { ...process.env, CLEW_QUERY_MS: String(QUERY_MS) },
  });
  await engine.update(tree.path);
});
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

const EMPTY: Answer = {
  head: "done",
  body: [],
  data: { fields: {} },
  outcome: "found",
  quotes: [],
};

/** A tool that works until something ends it. `work` is one step; the count tells how many were made. */
function endless(work: (session: ScopeSession) => Promise<unknown>) {
  const count = { steps: 0, isEnded: false };
  const tool = defineTool({
    name: "endless",
    title: "Endless",
    description: "Works for ever.",
    input: { name: z.string().default("x") },
    answer: async (session) => {
      const until = performance.now() + GIVEN_UP_MS;
      try {
        while (performance.now() < until) {
          await work(session);
          count.steps += 1;
        }
      } finally {
        count.isEnded = true;
      }
      return EMPTY;
    },
  });
  return { tool, count };
}

function ask(tool: ReturnType<typeof endless>["tool"], signal = new AbortController().signal) {
  return answerTool(tool, { engine, root: tree.path, signal }, {
    fresh: false,
    format: "text",
  } as ParsedInput);
}

test.each([
  ["reads the index", (session: ScopeSession) => session.one.namesLike("alpha", 1)],
  ["walks links", (session: ScopeSession) => session.importChain("a.ts", 1)],
  ["reads the tree", async (session: ScopeSession) => session.one.readText("a.ts")],
  ["waits for something that never comes", () => new Promise<never>(() => {})],
])("a question that %s without end is told that its time is up", async (_, work) => {
  const { tool, count } = endless(work);
  await expect(ask(tool)).rejects.toMatchObject({
    code: "QUERY_TIMEOUT",
    retryable: true,
    hint: expect.stringContaining("queryMs"),
  });
  if (count.steps > 0) expect(count.isEnded).toBe(true);
  // The engine goes on.
  expect(
    await engine.read(tree.path, async (session) => (await session.searcher.symbols("alpha")).groups.length),
  ).toBe(1);
});

test("a cancelled question stops working, and its caller hears of it while it works", async () => {
  const patient = await openEngine({ home: scratch.join("home") });
  try {
    const gaveUp = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const { tool, count } = endless((session) => {
      // The loop never waits: that this timer fires at all shows that it lets others in.
      timer ??= setTimeout(() => gaveUp.abort(new Error("nobody waits")), 100);
      return session.one.namesLike("alpha", 1);
    });
    // Kept to the end, so that it is set once.
    expect(timer).toBeUndefined();
    const asked = answerTool(tool, { engine: patient, root: tree.path, signal: gaveUp.signal }, {
      fresh: false,
      format: "text",
    } as ParsedInput);
    await expect(asked).rejects.toThrow("nobody waits");
    await sleep(100);
    expect(count.isEnded).toBe(true);
    const { steps } = count;
    await sleep(100);
    expect(count.steps).toBe(steps);
  } finally {
    await patient.close();
  }
});

test("negative control: without a limit the same loop goes on past it and lets nobody in", async () => {
  const { tool, count } = endless((session) => session.one.namesLike("alpha", 1));
  const outcome = await engine.read(tree.path, async (session) => {
    let isLetIn = false;
    const timer = setTimeout(() => {
      isLetIn = true;
    }, QUERY_MS);
    await tool.answer!(session, {} as never, {} as never);
    clearTimeout(timer);
    return { steps: count.steps, isLetIn };
  });
  expect(outcome).toMatchObject({ isLetIn: false });
  expect(outcome.steps).toBeGreaterThan(0);
});

test("what is made once for all questions is waited for, and does not use up the time", async () => {
  const limit = new TimeLimit(60, new AbortController().signal);
  limit.start();
  expect(await limit.exempt(() => sleep(150, "ready"))).toBe("ready");
  expect(() => limit.check()).not.toThrow();
  await sleep(100);
  expect(() => limit.check()).toThrow(expect.objectContaining({ code: "QUERY_TIMEOUT" }));
  expect(limit.signal.aborted).toBe(true);
  limit.end();
});

test("scoring of words ends between two of them", async () => {
  const corpus = corpusOfView([], new Map()).corpus;
  const group = { term: "x", weight: 1, isTitle: false, source: "word" as const, forms: [[]] };
  const totals = { files: 0, docs: 0, averageChunkLength: 1, averageDocLength: 1 };
  let checks = 0;
  const check = () => {
    checks += 1;
    if (checks === 3) throw new Error("enough");
  };
  expect(() => scoreLexically([corpus], Array(10).fill(group), totals, check)).toThrow("enough");
  expect(scoreLexically([corpus], Array(10).fill(group), totals).idf).toHaveLength(10);
});
