import { expect, test } from "vitest";
import type { SymbolFact } from "./facts.ts";
import { MAX_SUMMARY, summariseFile } from "./file-summary.ts";

function symbol(name: string, changes: Partial<SymbolFact> = {}): SymbolFact {
  return { kind: "function", name, parent: -1, scope: "exported", ...changes } as SymbolFact;
}
const section = (name: string, parent = -1) => symbol(name, { kind: "section", parent });

test.each([
  [
    "what the header says first",
    { header: "Keeps sessions alive. More of it.", symbols: [symbol("a")] },
    "Keeps sessions alive.",
  ],
  [
    "what comes behind a licence",
    { header: "Copyright 2020 Ada.\nAll rights reserved.\n\nReads the queue\nof jobs", symbols: [] },
    "Reads the queue of jobs",
  ],
  [
    "the symbol that the file is named after",
    {
      header: "eslint-disable no-console",
      symbols: [symbol("other"), symbol("JobQueue", { kind: "class", doc: "Holds jobs until they run." })],
    },
    "Holds jobs until they run.",
  ],
  [
    "names that others can use",
    { symbols: [symbol("a"), symbol("hidden", { scope: "internal" }), symbol("b")] },
    "defines a, b",
  ],
  ["all names when none is exported", { symbols: [symbol("x", { scope: "internal" })] }, "defines x"],
  [
    "the first names of many",
    { symbols: ["a", "b", "c", "d", "e", "f", "g"].map((name) => symbol(name)) },
    "defines a, b, c, d, e and 2 more",
  ],
  [
    "the headings of a page",
    { symbols: [section("Guide"), section("Install", 0), section("Use", 0)] },
    "Guide: Install, Use",
  ],
  ["nothing", { symbols: [] }, ""],
  ["a header of signs", { header: "=======", symbols: [symbol("a")] }, "defines a"],
])("says %s", (_, facts, expected) => {
  expect(summariseFile(facts, "src/job-queue.ts")).toBe(expected);
});

test("is one line and short, whatever it is made of", () => {
  const long = summariseFile({ header: `Word ${"word\n".repeat(500)}`, symbols: [] }, "a.ts");
  expect(long.length).toBeLessThanOrEqual(MAX_SUMMARY);
  expect(long).not.toContain("\n");
});
