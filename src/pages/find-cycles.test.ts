import { expect, test } from "vitest";
import { findCycles } from "./find-cycles.ts";

test.each([
  [
    "a chain has none",
    [
      ["a", "b"],
      ["b", "c"],
    ],
    [],
  ],
  [
    "two that need each other",
    [
      ["b", "a"],
      ["a", "b"],
    ],
    [["a", "b"]],
  ],
  [
    "a circle with a tail",
    [
      ["t", "a"],
      ["a", "b"],
      ["b", "c"],
      ["c", "a"],
      ["c", "z"],
    ],
    [["a", "b", "c"]],
  ],
  [
    "two circles apart",
    [
      ["x", "y"],
      ["y", "x"],
      ["a", "b"],
      ["b", "a"],
      ["b", "x"],
    ],
    [
      ["a", "b"],
      ["x", "y"],
    ],
  ],
  [
    "a diamond has none",
    [
      ["a", "b"],
      ["a", "c"],
      ["b", "d"],
      ["c", "d"],
    ],
    [],
  ],
  [
    "circles that share a node are one",
    [
      ["a", "b"],
      ["b", "a"],
      ["b", "c"],
      ["c", "b"],
    ],
    [["a", "b", "c"]],
  ],
  ["itself is none", [["a", "a"]], []],
] as [string, [string, string][], string[][]][])("%s", (_, edges, cycles) => {
  expect(findCycles(edges)).toEqual(cycles);
});

test("a chain of 100,000 needs no stack", () => {
  const edges = Array.from({ length: 100_000 }, (_, at): [string, string] => [`${at}`, `${at + 1}`]);
  expect(findCycles(edges)).toEqual([]);
  expect(findCycles([...edges, ["100000", "0"]])[0]).toHaveLength(100_001);
});
