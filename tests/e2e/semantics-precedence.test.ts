/** Two providers that can speak for one file: the stronger one's links stand, whichever was asked first. */
import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RelPath } from "../../src/core/rel-path.ts";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { document, METADATA } from "../../src/testing/scip-writer.ts";
import { writeTreeFile } from "../random-tree.ts";

let folder: TempFolder;
let engine: Engine;
let root: string;

beforeEach(async () => {
  folder = new TempFolder("clew-precedence");
  root = folder.join("tree");
  writeTreeFile(root, "a.ts", "export function run() { return 1; }\n");
  writeTreeFile(root, "b.ts", 'import { run } from "./a";\nexport function go() { return run(); }\n');
  engine = await openEngine({ home: folder.join("home") });
});
afterEach(async () => {
  await engine.close();
  rmSync(folder.path, { recursive: true, force: true });
});

const RUN = "toy npm pkg 1 `a.ts`/run().";
const GO = "toy npm pkg 1 `b.ts`/go().";
/** Knows the definitions and no use: after it nothing calls `run`. */
const INDEX = Uint8Array.from([
  ...METADATA,
  ...document("a.ts", [{ symbol: RUN, range: [0, 16, 19], isDefinition: true }]),
  ...document("b.ts", [{ symbol: GO, range: [1, 16, 18], isDefinition: true }]),
]);

async function linksOfB(): Promise<{ provider: string | undefined; calls: string[] }> {
  const [links] = await engine.readView(root, ({ reader }) => reader.linksOf(["b.ts" as RelPath]));
  const calls = (links?.edges ?? []).filter(({ kind }) => kind === "calls");
  return { provider: links?.refinedBy?.provider, calls: calls.map(({ to, tier }) => `${to} ${tier}`) };
}

const BY_COMPILER = { provider: "typescript", calls: ["a.ts#run compiler"] };

test("the compiler refines a file that was imported from SCIP", async () => {
  expect((await engine.importScip(root, INDEX)).refined).toBe(2);
  expect(await linksOfB()).toEqual({ provider: "scip", calls: [] });
  expect((await engine.refine(root)).refined).toBe(2);
  expect(await linksOfB()).toEqual(BY_COMPILER);
});

test("an import leaves alone what the compiler made, and is taken over again where it did not", async () => {
  await engine.refine(root);
  expect((await engine.importScip(root, INDEX)).refined).toBe(0);
  expect(await linksOfB()).toEqual(BY_COMPILER);
  writeTreeFile(root, "b.ts", 'import { run } from "./a";\nexport function go() { return run() + 1; }\n');
  expect((await engine.importScip(root, INDEX)).refined).toBe(1);
  expect((await linksOfB()).provider).toBe("scip");
});
