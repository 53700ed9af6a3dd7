import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { WarmSemantics } from "./warm-semantics.ts";

const ROOT = "/repository";
let warm: WarmSemantics | null = null;

afterEach(() => warm?.close());

/** One that finds nothing to keep warm; `looks` tells how often it was asked. */
function findingNothing(beginAfterMs: number) {
  const looks: boolean[] = [];
  warm = new WarmSemantics({
    hasChanged: async () => true,
    refine: async (_, { mayBegin }) => {
      looks.push(mayBegin);
      return null;
    },
    lookAfterMs: 0,
    beginAfterMs,
  });
  return { warm, looks };
}

async function ask(asked: WarmSemantics, generation: number, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    asked.touch(ROOT, generation);
    await sleep(5);
  }
}

test("a generation without anything to keep is looked at once, however often it is asked about", async () => {
  const { warm: asked, looks } = findingNothing(60_000);
  await ask(asked, 1, 10);
  expect(looks).toEqual([false]);
  await ask(asked, 2, 10);
  expect(looks).toEqual([false, false]);
});

test("when a tree may be begun with it is looked at once more, and then left alone", async () => {
  const { warm: asked, looks } = findingNothing(30);
  await ask(asked, 1, 30);
  expect(looks).toEqual([false, true]);
});

/** One whose runs go on until they are ended; `runs` tells how each of them ended. */
function endless(hasChanged = true) {
  const runs: string[] = [];
  warm = new WarmSemantics({
    hasChanged: async () => hasChanged,
    refine: async (_, { signal, onGeneration }) => {
      if (runs.length === 0) {
        runs.push("first");
        return { generation: 1 };
      }
      onGeneration(2);
      onGeneration(3);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      runs.push("broken off");
      throw signal.reason;
    },
    lookAfterMs: 0,
    beginAfterMs: 0,
  });
  return { warm, runs };
}

test("a run is broken off when the tree changes again, and begins anew without a pause", async () => {
  const { warm: asked, runs } = endless();
  await ask(asked, 1, 2);
  asked.edited(ROOT);
  await sleep(5);
  asked.edited(ROOT);
  await sleep(5);
  asked.edited(ROOT);
  await sleep(5);
  expect(runs).toEqual(["first", "broken off", "broken off"]);
  expect(asked.problemOf(ROOT)).toBeNull();
});

test("a run goes on when somebody asks about what it published itself, and not when they ask about more", async () => {
  const { warm: asked, runs } = endless();
  await ask(asked, 1, 2);
  asked.edited(ROOT);
  await sleep(5);
  await ask(asked, 3, 3);
  expect(runs).toEqual(["first"]);
  await ask(asked, 4, 1);
  expect(runs).toEqual(["first", "broken off"]);
});

test("a run goes on when the watch tells of the edit that it is about", async () => {
  const { warm: asked, runs } = endless(false);
  await ask(asked, 1, 2);
  asked.edited(ROOT);
  await sleep(5);
  asked.edited(ROOT);
  await sleep(5);
  expect(runs).toEqual(["first"]);
});
