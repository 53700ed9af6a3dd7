import { expect, test } from "vitest";
import { closestName } from "./closest-name.ts";

test.each([
  ["budgte", "budget"],
  ["Budget", "budget"],
  ["exlude", "exclude"],
  ["maxFileByte", "maxFileBytes"],
  ["bugdet", "budget"],
])("%s stands for %s", (typed, meant) => {
  expect(closestName(typed, ["include", "exclude", "budget", "maxFileBytes"])).toBe(meant);
});

test.each(["colour", "x", "", "b".repeat(100_000)])("%.10s stands for none of them", (typed) => {
  expect(closestName(typed, ["include", "exclude", "budget"])).toBeNull();
});
