import fc from "fast-check";
import { expect, it } from "vitest";
import { firstOf } from "./first-of.ts";

it("gives what sorting all and cutting the list gives", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.integer({ min: 0, max: 40 }), (items, count) => {
      const compare = (a: number, b: number) => b - a;
      expect(firstOf(items, count, compare)).toEqual([...items].sort(compare).slice(0, count));
    }),
  );
});

it("compares most of many items once", () => {
  let compared = 0;
  const items = Array.from({ length: 20_000 }, (_, at) => (at * 7_919) % 20_011);
  firstOf(items, 100, (a, b) => {
    compared += 1;
    return b - a;
  });
  expect(compared).toBeLessThan(40_000);
});
