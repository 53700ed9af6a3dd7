import { describe, expect, it } from "vitest";
import { lineKindOf } from "./line-kind.ts";
import { LineMatcher } from "./line-matcher.ts";
import { pickLines, scoreLines, worthBeside } from "./score-lines.ts";

const matcher = new LineMatcher([
  { term: "coupon", mass: 4 },
  { term: "expir", mass: 3 },
  { term: "order", mass: 1 },
]);

function best(text: string, count: number, definedAt: number[] = []): number[] {
  const lines = text.split("\n");
  const scored = scoreLines(lines, { startLine: 1, endLine: lines.length }, matcher, new Set(definedAt));
  return pickLines(scored, matcher.masses, count, 0.3).map(({ line }) => line);
}

describe("the lines that decide", () => {
  it("are branches rather than imports, comments and texts that hold the same words", () => {
    const code = [
      'import { coupon, expires } from "./coupons";',
      "// a coupon that expires",
      "if (coupon.expires < now) {",
      '"the coupon expires",',
      "}",
    ].join("\n");
    expect(best(code, 1)).toEqual([3]);
  });

  it("are definitions before branches", () => {
    expect(best("if (coupon) {\nfunction coupon() {", 1, [2])).toEqual([2]);
  });

  it("tell each something new: a line that repeats the words of the first comes after one that does not", () => {
    expect(best("return coupon;\nreturn coupon;\nreturn order;\nreturn expired;", 2)).toEqual([1, 4]);
  });

  it("say what the path does not: words that are shown anyway count little", () => {
    const lines = ["coupon.load();", "order.close();"];
    const scored = scoreLines(lines, { startLine: 1, endLine: 2 }, matcher, new Set());
    const beside = worthBeside(matcher, ["src/coupon.ts", "CouponLoader"]);
    expect(pickLines(scored, matcher.masses, 1, 0.3)[0]!.line).toBe(1);
    expect(beside[0]).toBeLessThan(matcher.masses[0]!);
    expect(beside.slice(1)).toEqual(matcher.masses.slice(1));
  });

  it("are none where no word of the question stands", () => {
    expect(best("return 1;\nreturn 2;", 3)).toEqual([]);
  });
});

it.each([
  ["}", "empty"],
  ["import os", "import"],
  ["from a import b", "import"],
  ["#include <a.h>", "import"],
  ["# a remark", "comment"],
  ["#if DEBUG", "branch"],
  ["  * of a block", "comment"],
  ["  *p = 3;", "plain"],
  ['  "no such order",', "text"],
  ["  color: red;", "style"],
  [".card {", "style"],
  ["  return total;", "branch"],
  ["  const total = sum(a);", "plain"],
] as const)("%j is %s", (line, kind) => {
  expect(lineKindOf(line)).toBe(kind);
});
