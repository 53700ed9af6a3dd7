import { expect, test } from "vitest";
import { untilAborted } from "./until-aborted.ts";

test("the value comes through when nothing is aborted", async () => {
  expect(await untilAborted(Promise.resolve(1), new AbortController().signal)).toBe(1);
});

test("a signal ends the wait", async () => {
  const abort = new AbortController();
  const waiting = untilAborted(new Promise(() => {}), abort.signal);
  abort.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
});

test("a signal that fired before, and work that fails later, are one failure and not two", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  let fail = (_: Error) => {};
  const work = new Promise<never>((_, reject) => {
    fail = reject;
  });
  await expect(untilAborted(work, AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
  fail(new Error("later"));
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});
