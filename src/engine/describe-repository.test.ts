import { expect, it } from "vitest";
import type { UpdateReport } from "../indexing/update.ts";
import { isOfSameShape } from "./describe-repository.ts";

it.each([
  ["the same generation", 4, null, true],
  ["an edit of code", 5, ["src/a.ts"], true],
  ["an edit of a manifest", 5, ["src/a.ts", "packages/a/package.json"], false],
  ["new or removed files", 5, null, false],
  ["a generation that nobody registered between", 6, ["src/a.ts"], false],
] as const)("after %s", (_, generation, edited, isSame) => {
  const report = { generation, edited: edited } as unknown as UpdateReport;
  expect(isOfSameShape({ generation: 4 }, report)).toBe(isSame);
});
