import { expect, it } from "vitest";
import { similarity } from "./near-duplicates.ts";

it("is 1 for equal sketches, 0 for disjoint or missing ones, and symmetric between", () => {
  const a = [1, 2, 3, 4, 5, 6, 7, 8];
  const b = [1, 2, 3, 4, 5, 6, 7, 9];
  expect(similarity(a, a)).toBe(1);
  expect(similarity(a, [20, 21, 22])).toBe(0);
  expect(similarity(a, [])).toBe(0);
  expect(similarity(a, b)).toBe(similarity(b, a));
  expect(similarity(a, b)).toBeGreaterThan(0.8);
  expect(similarity(a, b)).toBeLessThan(0.92);
});
