/** Two repositories asked at once while one of them is in trouble: the other answers, and the answer says who did not. */
import { readdirSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Scope } from "../../src/core/scope.ts";
import { type Engine, openEngine, type ScopeSession } from "../../src/engine/engine.ts";
import { TimeLimit } from "../../src/engine/time-limit.ts";
import { openDatabase } from "../../src/storage/sqlite/driver.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import context from "../../src/tools/context.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import search from "../../src/tools/search.ts";
import symbol from "../../src/tools/symbol.ts";

let temp: TempFolder;
let engine: Engine;
let scope: Scope;
beforeEach(async () => {
  temp = new TempFolder("clew-federation-healing");
  temp.folder("left").repository({
    "a.ts": "export function alpha() { return 1; }\n",
    "b.ts": "export function beta() { return 2; }\n",
  });
  temp.folder("right").repository({ "c.ts": "export function alpha() { return 3; }\n" });
  engine = await openEngine({ home: temp.join("home") });
  scope = await engine.scopeOf([temp.join("left"), temp.join("right")], "/");
  for (const { root } of scope) await engine.update(root);
});
afterEach(async () => {
  await engine.close();
  temp.remove();
});

/** Two files exchange their facts: every page, row and value is whole, and every answer would be wrong. */
function exchangeFactsOfLeft(): void {
  const name = readdirSync(temp.join("home/index")).find((each) => /^left.*\.db$/.test(each))!;
  const db = openDatabase(temp.join("home/index", name));
  db.exec("UPDATE file SET blob = (SELECT sum(blob) FROM file) - blob");
  db.close();
}

const damagedCopies = () =>
  readdirSync(temp.join("home/index")).filter((name) => /\.damaged-[^-]*$/.test(name));
const placesOf = (name: string) => async (session: ScopeSession) =>
  (await session.searcher.symbols(name)).groups.map(({ path }) => path);
const call = () => ({ engine, root: scope[0].root, scope, signal: new AbortController().signal });

it.each([
  ["before its process starts", true],
  ["while it is open", false],
])("a member that is damaged %s is built anew; both answer", async (_, isRestarted) => {
  if (isRestarted) await engine.close();
  else expect(await engine.read(scope, placesOf("beta"))).toEqual(["left:b.ts"]);
  exchangeFactsOfLeft();
  if (isRestarted) engine = await openEngine({ home: temp.join("home") });
  else engine.releaseMemory();
  expect(await engine.read(scope, placesOf("alpha"), { isStaleAllowed: true })).toEqual([
    "left:a.ts",
    "right:c.ts",
  ]);
  const { text, outcome } = await answerTool(search, call(), parseInput(search, { query: "alpha" }));
  expect(outcome).toBe("found");
  expect(text).toMatch(/^left:a\.ts:/m);
  expect(text).toMatch(/^right:c\.ts:/m);
  expect(damagedCopies().map((name) => name.replace(/-.*/, ""))).toEqual(["left"]);
});

it("a member that cannot be opened is named; the answer is called partial", async () => {
  rmSync(temp.join("left"), { recursive: true });
  for (const [tool, args] of [
    [search, { query: "alpha" }],
    [context, { task: "alpha" }],
    [symbol, { name: "right:alpha" }],
  ] as const) {
    const { text, data, outcome } = await answerTool(tool, call(), parseInput(tool, args));
    expect(outcome).toBe("partial");
    expect(text).toMatch(/^not answered by left: /m);
    expect(text).toContain("right:c.ts");
    expect(data().repositories).toMatchObject([
      { repository: "right", generation: 1, isFresh: true },
      { repository: "left", isAbsent: true },
    ]);
  }
});

it("when no member can be opened the question fails with the first one's reason", async () => {
  rmSync(temp.join("left"), { recursive: true });
  rmSync(temp.join("right"), { recursive: true });
  await expect(engine.read(scope, placesOf("alpha"))).rejects.toMatchObject({
    code: "WORKSPACE_ROOT_MISSING",
  });
});

it("a member that is late is left out, and the others have time to answer", async () => {
  const limit = new TimeLimit(2_000, new AbortController().signal);
  const answer = engine.read(
    scope,
    async (session) => {
      // The first member's time is used up: its next read is one too many.
      await session
        .about("left:a.ts", async (view) => {
          for (;;) await view.namesLike("a", 1);
        })
        .catch(() => {});
      const places = await placesOf("alpha")(session);
      return { places, absent: session.absent };
    },
    { limit },
  );
  await expect(answer).resolves.toMatchObject({
    places: ["right:c.ts"],
    absent: [{ repository: "left", reason: expect.stringContaining("not complete after 1000 ms") }],
  });
  limit.end();
});
