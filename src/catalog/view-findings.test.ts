import { expect, it } from "vitest";
import { defineFramework } from "../frameworks/contract.ts";
import type { ViewFile } from "../storage/contract.ts";
import { FindingsCache, type FindingsReader } from "./view-findings.ts";

const NO_OUTLINE = { symbols: [], imports: [], exports: [], problems: [] };
const reader = {
  outlines: async (blobs: readonly unknown[]) => blobs.map(() => NO_OUTLINE),
  facts: async () => [],
  literals: async (blobs: readonly unknown[]) =>
    blobs.map(() => ({ calls: [], annotations: [], hasAllLiterals: true })),
} as unknown as FindingsReader;

/** A rule that counts how often it is asked about each path. */
function countingRule() {
  const asked: string[] = [];
  const rule = defineFramework({
    id: "counting",
    label: "Counting",
    looksAt: {},
    find: ({ path }) => {
      asked.push(path);
      return {};
    },
  });
  return { rule, asked };
}

const fileOf = (path: string, content: number) =>
  ({ path, hash: String(content), language: "python", extractor: "x", blob: content }) as unknown as ViewFile;

it("what a content means is found once while it is kept", async () => {
  const { rule, asked } = countingRule();
  const cache = new FindingsCache([rule]);
  for (const content of [1, 2, 1, 2, 1])
    await cache.haveContracts(reader, [fileOf("a.py", content), fileOf("b.py", 7)]);
  expect(asked).toEqual(["a.py", "b.py", "a.py"]);
});

it("a file that is edited all day keeps its last contents alone, and costs others nothing", async () => {
  const { rule, asked } = countingRule();
  const cache = new FindingsCache([rule]);
  for (let content = 0; content < 100; content++)
    await cache.haveContracts(reader, [fileOf("a.py", content), fileOf("b.py", 7)]);
  await cache.haveContracts(reader, [fileOf("a.py", 99), fileOf("b.py", 7)]);
  expect(asked.filter((path) => path === "a.py")).toHaveLength(100);
  await cache.haveContracts(reader, [fileOf("a.py", 0)]);
  expect(asked.filter((path) => path === "a.py")).toHaveLength(101);
  expect(asked.filter((path) => path === "b.py")).toHaveLength(1);
});
