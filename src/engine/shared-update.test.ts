import { describe, expect, test } from "vitest";
import { SharedUpdates, type UpdateRun } from "./shared-update.ts";

/** Updates that go on only when told to. */
function steered() {
  const runs: { run: UpdateRun; finish: (value: string) => void }[] = [];
  const updates = new SharedUpdates<string>(
    (run) =>
      new Promise((resolve, reject) => {
        run.signal.addEventListener("abort", () => reject(new Error("stopped")));
        runs.push({ run, finish: resolve });
      }),
  );
  return { updates, runs };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("updates of one tree", () => {
  test("are shared by those who ask before the scan begins", async () => {
    const { updates, runs } = steered();
    const both = [updates.request({}), updates.request({})];
    await settled();
    expect(runs).toHaveLength(1);
    runs[0]!.finish("one");
    expect(await Promise.all(both)).toEqual(["one", "one"]);
  });

  test("are not shared once the scan began: the edit may lie behind it", async () => {
    const { updates, runs } = steered();
    const first = updates.request({});
    await settled();
    runs[0]!.run.onScan();
    const later = [updates.request({}), updates.request({})];
    await settled();
    expect(runs).toHaveLength(1);
    runs[0]!.finish("one");
    expect(await first).toBe("one");
    await settled();
    expect(runs).toHaveLength(2);
    runs[1]!.finish("two");
    expect(await Promise.all(later)).toEqual(["two", "two"]);
  });

  test("go on when one of several callers gives up, and stop with the last", async () => {
    const { updates, runs } = steered();
    const [one, two] = [new AbortController(), new AbortController()];
    const asked = [updates.request({ signal: one.signal }), updates.request({ signal: two.signal })];
    await settled();
    one.abort();
    await expect(asked[0]).rejects.toThrow();
    expect(runs[0]!.run.signal.aborted).toBe(false);
    two.abort();
    await expect(asked[1]).rejects.toThrow();
    await settled();
    expect(runs[0]!.run.signal.aborted).toBe(true);
  });

  test("begin anew after one that failed", async () => {
    const { updates, runs } = steered();
    const stop = new AbortController();
    const first = updates.request({ signal: stop.signal });
    await settled();
    stop.abort();
    await expect(first).rejects.toThrow();
    const second = updates.request({});
    await settled();
    runs[1]!.finish("again");
    expect(await second).toBe("again");
  });

  test("tell all who wait how far they are", async () => {
    const { updates, runs } = steered();
    const heard: string[] = [];
    const asked = [
      updates.request({ onProgress: ({ phase }) => heard.push(`a ${phase}`) }),
      updates.request({ onProgress: ({ phase }) => heard.push(`b ${phase}`) }),
    ];
    await settled();
    runs[0]!.run.onProgress({ phase: "scan", done: 0, total: null });
    expect(updates.progress).toMatchObject({ phase: "scan" });
    runs[0]!.finish("done");
    await Promise.all(asked);
    expect(heard).toEqual(["a scan", "b scan"]);
    expect(updates.progress).toBeNull();
  });
});
