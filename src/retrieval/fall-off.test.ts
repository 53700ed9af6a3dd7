import { expect, it } from "vitest";
import { fallOff, leadsClearly } from "./fall-off.ts";

const hits = (...scores: number[]) => scores.map((score) => ({ score, contributions: [] }));

it("files near the best are shown, those further below are named, those far below are left out", () => {
  const { likely, lessLikely } = fallOff(hits(10, 9, 8.5, 6.2, 5.5, 2.5, 1.5, 1));
  expect(likely.map(({ score }) => score)).toEqual([10, 9, 8.5, 6.2]);
  expect(lessLikely.map(({ score }) => score)).toEqual([5.5, 2.5]);
});

it("three files are shown even where one leads by far", () => {
  expect(fallOff(hits(20, 5, 4, 3)).likely).toHaveLength(3);
});

it("of equal files the first five are shown, the others are named", () => {
  const { likely, lessLikely } = fallOff(hits(5, 5, 5, 5, 5, 5, 5));
  expect(likely).toHaveLength(5);
  expect(lessLikely).toHaveLength(2);
});

it("a first file leads clearly only where the second is well below", () => {
  expect(leadsClearly(hits(9, 6))).toBe(true);
  expect(leadsClearly(hits(9, 8))).toBe(false);
  expect(leadsClearly(hits(9))).toBe(true);
  expect(leadsClearly([])).toBe(false);
});
