import { expect, it } from "vitest";
import { findSymbols } from "../../src/navigation/find-symbol.ts";
import { traceSymbol } from "../../src/navigation/trace.ts";
import { openInlineView, readInlineFiles } from "./inline-view.ts";

const FILES = readInlineFiles(`
//- examples/a/main.ts
import { parse } from "../../packages/core/src/parse";
export function example() { return parse(); }
//- packages/core/src/parse.ts
export function parse() { return 1; }
//- packages/core/src/parse.test.ts
import { parse } from "./parse";
export function check() { return parse(); }
//- packages/core/src/read.ts
import { parse } from "./parse";
export function read() { return parse(); }
//- packages/cli/run.ts
import { parse } from "../core/src/parse";
export function run() { return parse(); }
`);

it("callers come from near to far, tests after code, so that a limit cuts off what matters least", async () => {
  const { reader } = await openInlineView(FILES);
  const { groups } = await findSymbols(reader, "parse");
  const trace = await traceSymbol(reader, groups[0]!, { relation: "callers", depth: 1, minTier: "heuristic", limit: 10 });
  expect(trace.rows.map((row) => row.site)).toEqual([
    "packages/core/src/read.ts",
    "packages/cli/run.ts",
    "examples/a/main.ts",
    "packages/core/src/parse.test.ts",
  ]);
});
