import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedLines, splitLines } from "./line-diff.ts";

describe("changed lines of a new text", () => {
  const cases: { what: string; before: string; after: string; ranges: [number, number][] }[] = [
    { what: "nothing", before: "abc", after: "abc", ranges: [] },
    { what: "one replaced line", before: "abc", after: "aXc", ranges: [[2, 2]] },
    { what: "lines added in the middle", before: "ab", after: "aXYb", ranges: [[2, 3]] },
    { what: "a line taken away", before: "abc", after: "ac", ranges: [[2, 1]] },
    {
      what: "two places",
      before: "abcde",
      after: "aXcdY",
      ranges: [
        [2, 2],
        [5, 5],
      ],
    },
    { what: "everything new", before: "", after: "ab", ranges: [[1, 2]] },
    { what: "everything gone", before: "ab", after: "", ranges: [[1, 0]] },
    { what: "a repeated line", before: "aba", after: "abba", ranges: [[3, 3]] },
  ];
  test.each(cases)("$what", ({ before, after, ranges }) => {
    expect(changedLines([...before], [...after])).toEqual(ranges.map(([start, end]) => ({ start, end })));
  });

  test("line ends do not count, nor does a missing one at the end", () => {
    expect(changedLines(splitLines("a\r\nb\r\n"), splitLines("a\nb"))).toEqual([]);
  });

  test("what is not changed is there in the old text, in the same order", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const ranges = changedLines(before, after);
        const kept = after.filter(
          (_, at) => !ranges.some(({ start, end }) => start <= at + 1 && at + 1 <= end),
        );
        let from = 0;
        for (const line of kept) {
          const found = before.indexOf(line, from);
          expect(found).toBeGreaterThanOrEqual(0);
          from = found + 1;
        }
        expect(ranges.length === 0).toBe(before.join() === after.join());
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  test("texts that differ in too much are changed as a whole", () => {
    const before = Array.from({ length: 2_100 }, (_, n) => `old ${n}`);
    const after = Array.from({ length: 2_100 }, (_, n) => `new ${n}`);
    expect(changedLines(["same", ...before], ["same", ...after])).toEqual([{ start: 2, end: 2_101 }]);
  });
});
