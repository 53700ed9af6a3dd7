import { expect, it } from "vitest";
import { spreadMembers } from "./spread-members.ts";

const row = new Float64Array();
const file = (member: number, index: number, score: number) => ({ member, file: index, row, score });

it("lets a member have two files and takes more from each further one", () => {
  const first = [9, 8.9, 8.8, 8.7, 8.6].map((score, at) => file(0, at, score));
  const second = [file(1, 0, 8.35)];
  const files = [...first, ...second].sort((a, b) => b.score - a.score);
  const spread = spreadMembers(files, 2);
  expect(spread.map(({ member, file: index }) => `${member}.${index}`)).toEqual([
    "0.0",
    "0.1",
    "0.2",
    "1.0",
    "0.3",
    "0.4",
  ]);
  expect(spread.map(({ repeated = 0 }) => repeated)).toEqual([0, 0, -0.4, 0, -0.8, -1.2000000000000002]);
  for (const { score, repeated = 0, member, file: index } of spread)
    expect(score - repeated).toBeCloseTo([first, second][member]![index]!.score, 12);
});

it("takes no more than so much, and keeps every file once", () => {
  const files = Array.from({ length: 40 }, (_, at) => file(at % 2, at >> 1, 40 - at));
  const spread = spreadMembers(files, 2);
  expect(new Set(spread.map(({ member, file: index }) => `${member}.${index}`)).size).toBe(40);
  expect(Math.min(...spread.map(({ repeated = 0 }) => repeated))).toBe(-2);
});
