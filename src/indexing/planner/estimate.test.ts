import { expect, test } from "vitest";
import { estimateMs, paceAfter } from "./estimate.ts";

const LARGE = { parsedBytes: 9_000_000, linked: 1_200, files: 2_500 };
const SMALL = { parsedBytes: 900, linked: 1, files: 25 };

test("what a large update took here makes the next estimate right", () => {
  expect(estimateMs(LARGE)).toBe(11_100);
  const pace = paceAfter(LARGE, 33_300, undefined);
  expect(estimateMs(LARGE, pace)).toBe(33_300);
  expect(estimateMs(SMALL, pace)).toBe(estimateMs(SMALL) * 3);
});

test("a small update says nothing of the pace, a large one counts instead of the one before", () => {
  const pace = paceAfter(LARGE, 33_300, undefined);
  expect(paceAfter(SMALL, 900, undefined)).toBeUndefined();
  expect(paceAfter(SMALL, 900, pace)).toBe(pace);
  expect(estimateMs(LARGE, paceAfter(LARGE, 22_200, pace))).toBe(22_200);
});
