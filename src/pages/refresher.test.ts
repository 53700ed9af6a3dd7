import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Engine } from "../engine/engine.ts";
import { Happenings } from "../serving/happenings.ts";
import { Refresher } from "./refresher.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ROOT = "/repository";

/** A tree whose looks take as long as told, and whose generation is as told. */
function watchTree() {
  const tree = { lookMs: 0, generation: 1, looks: [] as number[] };
  const wait = () => new Promise((done) => setTimeout(done, tree.lookMs));
  const engine = {
    isUnchanged: async () => {
      tree.looks.push(performance.now());
      await wait();
      return false;
    },
    read: async () => ({ generation: tree.generation, files: 1 }),
  } as unknown as Engine;
  const refresher = new Refresher(new Happenings(), async () => engine);
  return { tree, stop: refresher.watch(ROOT) };
}

function restAfter({ looks, lookMs }: { looks: number[]; lookMs: number }, look: number): number {
  return Math.round(looks[look + 1]! - looks[look]! - lookMs);
}

test("opening the index, however long it takes, does not put off the next look", async () => {
  const { tree, stop } = watchTree();
  tree.lookMs = 3_000;
  await vi.advanceTimersByTimeAsync(3_600);
  expect(restAfter(tree, 0)).toBe(500);
  stop();
});

test("after an edit the next one is soon seen; looks in vain that cost much are rare", async () => {
  const { tree, stop } = watchTree();
  await vi.advanceTimersByTimeAsync(100);
  tree.lookMs = 400;
  tree.generation = 2;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(restAfter(tree, 1)).toBe(800);
  expect(restAfter(tree, 2)).toBe(8_000);
  stop();
});

test("nobody looks, nothing is looked at", async () => {
  const { tree, stop } = watchTree();
  await vi.advanceTimersByTimeAsync(100);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tree.looks).toHaveLength(1);
});
