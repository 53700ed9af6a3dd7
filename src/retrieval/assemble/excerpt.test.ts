import { expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";

const body = Array.from({ length: 200 }, (_, at) => `    step${at}(total);`);
body[120] = "    if (isExpired) {";
body[121] = "      for (const one of all) {";
body[122] = "        cancel(one);";
const lines = ["export function settle(", "  total: number,", "): void {", ...body, "}"];
const DECIDING = 126;

function excerpt(maxTokens: number, deciding: number[] = [DECIDING]) {
  return excerptOf({ lines, startLine: 1, endLine: lines.length, maxTokens, deciding });
}

it("shows a deciding line with the declaration and the branches around it, whatever is cut", () => {
  const { text, isTruncated } = excerpt(120)!;
  expect(isTruncated).toBe(true);
  for (const line of [
    "1| export function settle(",
    "3| ): void {",
    "124|     if (isExpired) {",
    "125|       for (const one of all) {",
    "126|         cancel(one);",
  ])
    expect(text).toContain(line);
});

it("says which lines are cut, and keeps within its tokens", () => {
  for (const maxTokens of [20, 60, 120, 400, 900]) {
    const found = excerpt(maxTokens);
    if (!found) continue;
    expect(found.tokens).toBeLessThanOrEqual(maxTokens);
    const shown = new Set([...found.text.matchAll(/^(\d+)\|/gm)].map((match) => Number(match[1])));
    const cut = [...found.text.matchAll(/^… (\d+)(?:-(\d+))? cut …$/gm)].reduce(
      (sum, match) => sum + Number(match[2] ?? match[1]) - Number(match[1]) + 1,
      0,
    );
    expect(shown.size + cut).toBe(lines.length);
    expect(found.lines).toBe(shown.size);
  }
});

it("takes the neighbours of deciding lines before the beginning of the body", () => {
  const { text } = excerpt(160)!;
  expect(text).toContain("127|");
  expect(text).not.toMatch(/^6\|/m);
});

it("is the whole stretch when that fits, and null when nothing does", () => {
  expect(excerpt(10_000)).toMatchObject({ isTruncated: false, lines: lines.length });
  expect(excerpt(3)).toBeNull();
});

it("leaves out what a long comment says behind its beginning, but not what decides", () => {
  const comment = ["// Deletes a client.", ...Array.from({ length: 30 }, (_, at) => `//   answer ${at}`)];
  const own = [...comment, "function drop() {", "  close();", "}"];
  const stretch = { lines: own, startLine: 1, endLine: own.length, maxTokens: 10_000 };
  const { text, isTruncated } = excerptOf({ ...stretch, deciding: [20] })!;
  expect(text.split("\n")).toEqual([
    "1| // Deletes a client.",
    "2| //   answer 0",
    "3| //   answer 1",
    "4| //   answer 2",
    "… 5-19 cut …",
    "20| //   answer 18",
    "… 21-31 cut …",
    "32| function drop() {",
    "33|   close();",
    "34| }",
  ]);
  expect(isTruncated).toBe(true);
});

it("shows a comment of a dozen lines whole", () => {
  const own = [...Array.from({ length: 12 }, (_, at) => `// ${at}`), "f();"];
  expect(excerptOf({ lines: own, startLine: 1, endLine: 13, maxTokens: 1_000, deciding: [] })!.lines).toBe(
    13,
  );
});
