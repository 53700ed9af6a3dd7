import { expect, test } from "vitest";
import { readMakers, writeMakers } from "./link-makers.ts";

test.each([
  { extractor: "link-7" },
  { extractor: "link-7", refinedBy: { provider: "typescript", version: "typescript-5.9.3/1" } },
  { extractor: "link-7", refinedBy: { provider: "scip", version: 'c++ "indexer"' } },
])("who made links is read as it was written: %j", (makers) => {
  expect(readMakers(writeMakers(makers))).toEqual(makers);
});

test.each([
  ["typescript-5.9.3/1+link-7", "typescript", "5.9.3/1"],
  ["scip-scip-clang-0.3+1+link-7", "scip", "scip-clang-0.3+1"],
])("links of before name their provider: %s", (text, provider, version) => {
  expect(readMakers(text)).toEqual({ extractor: "link-7", refinedBy: { provider, version } });
});

test("a text of a later version names no provider", () => {
  expect(readMakers("made:2 x")).toEqual({ extractor: "made:2 x" });
});
