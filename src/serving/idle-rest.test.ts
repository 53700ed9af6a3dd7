import { describe, expect, test } from "vitest";
import { IdleRest } from "./idle-rest.ts";

const MB = 1024 * 1024;

/** A process that holds garbage and caches, looked at once a second. */
function resting({ baseMb = 70, cachesMb = 0, garbageMb = 0, tookMs = 0 }) {
  const state = { nowMs: 0, count: 0, isBusy: false, cachesMb, garbageMb, collected: 0, released: 0 };
  const rest = new IdleRest({
    activity: () => ({ isBusy: state.isBusy, count: state.count }),
    nowMs: () => state.nowMs,
    rssBytes: () => (baseMb + state.cachesMb + state.garbageMb) * MB,
    collectGarbage: () => {
      state.collected += 1;
      state.nowMs += tookMs;
      state.garbageMb = 0;
    },
    releaseMemory: () => {
      state.released += 1;
      state.garbageMb += state.cachesMb;
      state.cachesMb = 0;
    },
  });
  const seconds = (count: number) => {
    for (let at = 0; at < count; at++) {
      state.nowMs += 1_000;
      rest.check();
    }
  };
  return { state, seconds };
}

describe("a server that is not asked", () => {
  const cases = [
    { what: "collects once what is garbage", caches: 10, garbage: 60, released: 0, left: 10 },
    { what: "drops its caches when that is not enough", caches: 90, garbage: 60, released: 1, left: 0 },
    { what: "keeps caches that are small", caches: 20, garbage: 0, released: 0, left: 20 },
  ];
  test.each(cases)("$what", ({ caches, garbage, released, left }) => {
    const { state, seconds } = resting({ cachesMb: caches, garbageMb: garbage });
    seconds(12);
    expect({ released: state.released, left: state.cachesMb + state.garbageMb }).toEqual({ released, left });
    const { collected } = state;
    seconds(60);
    expect(state.collected).toBe(collected);
  });

  test("asked without a break, gives garbage back from time to time, between two calls", () => {
    const { state, seconds } = resting({ garbageMb: 60 });
    state.isBusy = true;
    for (let call = 0; call < 110; call++) {
      state.count += 1;
      seconds(1);
    }
    expect(state.collected).toBe(0);
    state.isBusy = false;
    for (let call = 0; call < 200; call++) {
      state.count += 1;
      state.garbageMb = 60;
      seconds(1);
    }
    expect(state).toMatchObject({ collected: 4, released: 0 });
  });

  test("that never has a moment between two calls gives garbage back more seldom", () => {
    const { state, seconds } = resting({ garbageMb: 60 });
    state.isBusy = true;
    seconds(119);
    expect(state.collected).toBe(0);
    seconds(1);
    expect(state.collected).toBe(1);
  });

  test("spends a small part of its time on that, however long it takes", () => {
    const { state, seconds } = resting({ baseMb: 200, tookMs: 1_000 });
    state.isBusy = true;
    seconds(121);
    expect(state.collected).toBe(1);
    seconds(490);
    expect(state.collected).toBe(1);
    seconds(20);
    expect(state.collected).toBe(2);
  });

  test("is left alone while calls come or an update runs", () => {
    const { state, seconds } = resting({ cachesMb: 90 });
    for (let call = 0; call < 10; call++) {
      state.count += 1;
      seconds(2);
    }
    state.isBusy = true;
    seconds(10);
    expect(state.collected).toBe(0);
    state.isBusy = false;
    seconds(12);
    expect(state.released).toBe(1);
  });

  test("rests again after the next call", () => {
    const { state, seconds } = resting({ garbageMb: 20 });
    seconds(12);
    state.count += 1;
    state.garbageMb = 50;
    seconds(12);
    expect(state.garbageMb).toBe(0);
  });
});
