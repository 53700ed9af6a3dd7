import { expect, it } from "vitest";
import { isTooDeep } from "./bracket-depth.ts";

it.each([
  ["100,000 open brackets", "(".repeat(100_000), true],
  ["closed ones, of all kinds", "([{".repeat(20_000) + "}])".repeat(20_000), true],
  ["many side by side", "f(a[0], { b });\n".repeat(50_000), false],
  ["closing ones alone", `${")".repeat(100_000)}(`, false],
  ["as deep as a small text can be", "[".repeat(30_000), false],
  [
    "deeper than any code, within the limit",
    `${"{".repeat(9_000)}${" x".repeat(20_000)}${"}".repeat(9_000)}`,
    false,
  ],
])("%s", (_, source, expected) => {
  expect(isTooDeep(source)).toBe(expected);
});
