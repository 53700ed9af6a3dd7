import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { BURST_EVENTS, QuietMoment } from "./quiet-moment.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Waits for a run of events to end; false when it does not within five seconds. */
async function endsAfter(events: number, meanwhile: () => void): Promise<boolean> {
  let hasEnded = false;
  const quiet = new QuietMoment({
    onBurstEnded: () => {
      hasEnded = true;
    },
  });
  for (let at = 0; at < events; at++) quiet.count();
  meanwhile();
  for (let waited = 0; !hasEnded && waited < 50; waited++) await sleep(100);
  quiet.stop();
  return hasEnded;
}

it.each([
  ["set back by a day", -86_400_000],
  ["set forward by a day", 86_400_000],
])("a burst ends while the clock is %s", async (_, byMs) => {
  const now = Date.now;
  const shift = () => void vi.spyOn(Date, "now").mockImplementation(() => now() + byMs);
  expect(await endsAfter(BURST_EVENTS, shift)).toBe(true);
});

it("fewer events than a burst has end in silence", async () => {
  let isTold = false;
  const quiet = new QuietMoment({ onBurstEnded: () => (isTold = true) });
  for (let at = 1; at < BURST_EVENTS; at++) quiet.count();
  await sleep(600);
  quiet.stop();
  expect(isTold).toBe(false);
});
