import { describe, expect, test } from "vitest";
import { MemoryWatch } from "./memory-watch.ts";

const MB = 1024 * 1024;

/** A process whose memory is told, with `freed` given back by unloading. */
function watched(options: { mb: number; freedMb: number; hasCalls?: boolean }) {
  const state = { mb: options.mb, nowMs: 0, unloaded: 0, hopeless: 0 };
  const watch = new MemoryWatch({
    ceilingBytes: 100 * MB,
    rssBytes: () => state.mb * MB,
    nowMs: () => state.nowMs,
    unload: async () => {
      state.unloaded += 1;
      state.mb -= options.freedMb;
    },
    hasCalls: () => options.hasCalls ?? true,
    collectGarbage: () => {},
    onHopeless: () => {
      state.hopeless += 1;
    },
  });
  return { state, watch };
}

describe("the memory ceiling", () => {
  const cases = [
    { mb: 60, freedMb: 0, unloaded: 0, isFull: false, what: "far below, nothing happens" },
    { mb: 80, freedMb: 30, unloaded: 1, isFull: false, what: "near, repositories are unloaded" },
    { mb: 95, freedMb: 0, unloaded: 1, isFull: true, what: "with nothing to unload, calls are turned away" },
    { mb: 120, freedMb: 60, unloaded: 1, isFull: false, what: "above, unloading is enough" },
  ];
  test.each(cases)("$what", async ({ mb, freedMb, unloaded, isFull }) => {
    const { state, watch } = watched({ mb, freedMb });
    await watch.check();
    expect({ unloaded: state.unloaded, isFull: watch.isFull }).toEqual({ unloaded, isFull });
    expect(state.hopeless).toBe(0);
  });

  test("without a call to wait for, none is turned away below the ceiling", async () => {
    const { watch } = watched({ mb: 95, freedMb: 0, hasCalls: false });
    await watch.check();
    expect(watch.isFull).toBe(false);
  });

  test("calls are taken again when memory came back", async () => {
    const { state, watch } = watched({ mb: 95, freedMb: 0 });
    await watch.check();
    state.mb = 50;
    await watch.check();
    expect(watch.isFull).toBe(false);
  });

  test("the process gives up only after it stayed above for a while", async () => {
    const { state, watch } = watched({ mb: 130, freedMb: 0 });
    await watch.check();
    state.nowMs = 4_000;
    await watch.check();
    expect(state.hopeless).toBe(0);
    state.nowMs = 5_000;
    await watch.check();
    expect(state.hopeless).toBe(1);
  });

  test("a dip below begins the while anew", async () => {
    const { state, watch } = watched({ mb: 130, freedMb: 0 });
    await watch.check();
    state.nowMs = 4_000;
    state.mb = 99;
    await watch.check();
    state.nowMs = 6_000;
    state.mb = 130;
    await watch.check();
    expect(state.hopeless).toBe(0);
  });
});
