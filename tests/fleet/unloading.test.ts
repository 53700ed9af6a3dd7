/** A server near its memory ceiling unloads repositories while questions come in: every member still answers. */
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine, type ScopeSession } from "../../src/engine/engine.ts";
import { TimeLimit } from "../../src/engine/time-limit.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { FLEET, writeFleet } from "./bed.ts";

const QUESTIONS = 6;
const scratch = new TempFolder("clew-fleet-unloading");
const engine = await openEngine({ home: scratch.join("home"), env: { PATH: process.env.PATH } });

beforeAll(async () => {
  writeFleet(scratch.folder("clones"));
  for (const name of Object.keys(FLEET)) await engine.update(scratch.join("clones", name));
}, 120_000);
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

test("questions to all are whole while everything that nobody uses is unloaded", async () => {
  const scope = await engine.resolveScope({ kind: "global", repositories: [] }, scratch.path);
  let isAsking = true;
  let unloaded = 0;
  const unloading = (async () => {
    for (; isAsking; await setImmediate()) unloaded += (await engine.unload({ idleMs: 0 })).length;
  })();
  for (let at = 0; at < QUESTIONS; at++) {
    // With a limit, a question lets others have their turn between its reads.
    const limit = new TimeLimit(30_000, new AbortController().signal);
    const ask = async ({ searcher }: ScopeSession) => {
      const { hits } = await searcher.search(`basket invoice ${at}`, {});
      return { absent: searcher.absent, files: hits.length };
    };
    const answer = await engine.read(scope, ask, { limit }).finally(() => limit.end());
    expect(answer).toEqual({ absent: [], files: expect.any(Number) });
    expect(answer.files).toBeGreaterThan(3);
  }
  isAsking = false;
  await unloading;
  expect(unloaded).toBeGreaterThanOrEqual(scope.length);
}, 60_000);
