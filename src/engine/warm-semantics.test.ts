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
