import { expect, it } from "vitest";
import { stem } from "../../core/terms.ts";
import { derivationsOf, rootOf } from "./word-root.ts";

it.each([
  ["parses", "parser"],
  ["formats", "formatter"],
  ["validates", "validator"],
  ["serialization", "serializer"],
  ["emits", "emitter"],
  ["composition", "compose"],
])("%s and %s share a root", (a, b) => {
  expect(rootOf(stem(a))).toBe(rootOf(stem(b)));
});

it.each([
  ["parses", "parser"],
  ["logging", "logger"],
  ["maps", "mapper"],
  ["loads", "loader"],
  ["validation", "validator"],
])("%s leads to %s", (asked, found) => {
  expect(derivationsOf(stem(asked))).toContain(stem(found));
});

it("words without a common root stay apart", () => {
  expect(rootOf(stem("parser"))).not.toBe(rootOf(stem("partner")));
  expect(derivationsOf("id")).toEqual([]);
});
