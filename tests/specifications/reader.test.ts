/** The process that reads specifications: what ends it costs one problem. */
import { afterEach, beforeAll, expect, it } from "vitest";
import type { GivenFiles } from "../../src/specifications/read-given.ts";
import { SpecificationReader } from "../../src/specifications/reader.ts";
import { bundleScript } from "../../src/testing/bundle-script.ts";

let processFile: string;
let reader: SpecificationReader;

beforeAll(async () => {
  processFile = await bundleScript(
    new URL("../../src/specifications/specification-process.ts", import.meta.url),
  );
});
afterEach(() => reader.close());

function unit(path: string, text: string): GivenFiles {
  return { documents: [{ path, text }], referred: [], graphql: [] };
}

const GOOD = "openapi: 3.0.0\npaths: { /a: { get: { responses: {} } } }\n";

it("a file that takes too long is left out, and those before and after it are read", async () => {
  reader = new SpecificationReader({ processFile, unitMs: 400 });
  const slow = `openapi: 3.0.0\npaths:\n${Array.from({ length: 60_000 }, (_, at) => `  /p${at}: { get: {}, put: {} }`).join("\n")}\n`;
  const found = await reader.read([unit("a.yaml", GOOD), unit("slow.yaml", slow), unit("b.yaml", GOOD)]);
  expect(
    found.map(({ specifications, problems }) => [specifications.length, problems.map(({ code }) => code)]),
  ).toEqual([
    [1, []],
    [0, ["SPECIFICATION_LIMIT"]],
    [1, []],
  ]);
}, 60_000);

it("a file that needs too much memory is left out, and the others are read", async () => {
  reader = new SpecificationReader({ processFile, unitMs: 60_000, memoryMb: 40 });
  const wide = `openapi: 3.0.0\nx: [${"{a: 1, b: [1, 2]}, ".repeat(150_000)}1]\npaths: {}\n`;
  const found = await reader.read([unit("wide.yaml", wide), unit("b.yaml", GOOD)]);
  expect(found[0]!.problems.map(({ code }) => code)).toEqual(["SPECIFICATION_LIMIT"]);
  expect(found[1]!.specifications).toHaveLength(1);
}, 120_000);

it("of GraphQL files that end the process together, each is read alone", async () => {
  reader = new SpecificationReader({ processFile, unitMs: 500 });
  const slow = `type Query { ${"a(b: Int): [[[Int]]] ".repeat(45_000)} }`;
  const graphql = [
    { path: "a.graphql", text: slow },
    { path: "b.graphql", text: "type Query { good: Int }" },
  ];
  const [found] = await reader.read([{ documents: [], referred: [], graphql }]);
  expect(found!.specifications.flatMap(({ operations }) => operations.map(({ name }) => name))).toContain(
    "good",
  );
}, 60_000);

it("a process that is not there is said of every unit", async () => {
  reader = new SpecificationReader({ processFile: "/nowhere/at-all.js" });
  const found = await reader.read([unit("a.yaml", GOOD)]);
  expect(found[0]!.problems.map(({ code }) => code)).toEqual(["SPECIFICATION_READER"]);
});
