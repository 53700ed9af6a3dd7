import { afterAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../engine/engine.ts";
import type { JobRecord } from "../serving/happening.ts";
import { Happenings } from "../serving/happenings.ts";
import { TempFolder } from "../testing/git-fixture.ts";
import { Jobs } from "./jobs.ts";
import { LiveState } from "./live-state.ts";

const scratch = new TempFolder("clew-jobs");
const shop = scratch.folder("shop").repository({ "a.ts": "export const a = 1;\n" });
const opening = openEngine({ home: scratch.join("home") });
afterAll(async () => {
  await (await opening).close();
  scratch.remove();
});

function watched(happenings: Happenings): () => Promise<JobRecord> {
  const ended: JobRecord[] = [];
  let wake = () => {};
  happenings.subscribe(({ what }) => {
    if (what.type !== "job" || what.job.state === "running") return;
    ended.push(what.job);
    wake();
  });
  return async () => {
    while (ended.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return ended.shift()!;
  };
}

test("a folder is indexed, built anew and forgotten, each told at its beginning and its end", async () => {
  const engine = await opening;
  const happenings = new Happenings();
  const jobs = new Jobs(happenings);
  const ended = watched(happenings);
  for (const [kind, message] of [
    ["index", /generation 1: 1 files/],
    ["rebuild", /1 files, 1 parsed/],
    ["remove", /the folder itself is untouched/],
  ] as const) {
    const job = jobs.start(engine, kind, shop.path);
    expect(job.state).toBe("running");
    const end = await ended();
    expect(end).toMatchObject({ id: job.id, kind, state: "done" });
    expect(end.message).toMatch(message);
  }
  expect(await engine.list()).toEqual([]);
});

test("what runs already is not begun twice, what is stopped says so, what fails tells why", async () => {
  const happenings = new Happenings();
  const jobs = new Jobs(happenings);
  const ended = watched(happenings);
  const slow = {
    update: (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  } as unknown as Engine;
  const job = jobs.start(slow, "index", "/somewhere");
  expect(jobs.start(slow, "index", "/somewhere").id).toBe(job.id);
  expect(jobs.stop(job.id)).toBe(true);
  expect(await ended()).toMatchObject({ state: "cancelled", message: "stopped" });
  expect(jobs.stop(job.id)).toBe(false);
  jobs.start(await opening, "index", scratch.join("not-there"));
  expect((await ended()).state).toBe("failed");
});

test("progress is kept from the first word of an update to its end", () => {
  const happenings = new Happenings();
  const live = new LiveState(happenings);
  const progress = { phase: "parse", done: 1, total: 2, percent: 40 };
  happenings.tell({ type: "progress", root: "/r", ...progress });
  expect([...live.progress]).toEqual([["/r", progress]]);
  happenings.tell({ type: "updated", root: "/r", generation: 1, parsed: 2, ms: 3 });
  expect(live.progress.size).toBe(0);
});
