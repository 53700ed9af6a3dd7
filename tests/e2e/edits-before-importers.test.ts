/** An edited file is exact again before the files that use it were looked at, and these are not forgotten. */
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RelPath } from "../../src/core/rel-path.ts";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import type { ProviderDefinition } from "../../src/semantics/contract.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { writeTreeFile } from "../random-tree.ts";

let folder: TempFolder;
let engine: Engine;
let root: string;
/** What the provider was asked for, request by request. */
let asked: string[][];
let pauseMs: number;

beforeEach(() => {
  folder = new TempFolder("clew-first");
  root = folder.join("tree");
  asked = [];
  pauseMs = 0;
  writeTreeFile(root, "a.ts", "export function run() { return 1; }\n");
  writeTreeFile(root, "b.ts", "export function go() { return 2; }\n");
});
afterEach(async () => {
  await engine.close();
  rmSync(folder.path, { recursive: true, force: true });
});

const links = { extractor: "slow/1", edges: [], unresolved: [], unknown: [], dependencies: [], shown: [] };

/** Speaks of `a.ts` when it is asked, then long of something else, and of `b.ts` in the end. */
const slow: ProviderDefinition = {
  id: "slow",
  revision: "1",
  open: () => ({
    edgeKinds: ["calls"],
    speaksFor: (path) => path.endsWith(".ts"),
    seesTargetsIn: () => true,
    analyse: async function* ({ wanted, signal }) {
      asked.push([...wanted]);
      for (const path of wanted) yield { path, links };
      for (let waited = 0; waited < pauseMs; waited += 50) {
        await sleep(50);
        signal?.throwIfAborted();
        yield { path: "none.ts", skipped: "unreadable", detail: "" };
      }
      yield { path: "b.ts", links };
    },
  }),
};

async function open(): Promise<void> {
  engine = await openEngine({
    home: folder.join("home"),
    isWatching: true,
    warmsSemantics: { lookAfterMs: 0, beginAfterMs: 0 },
    providers: [slow],
  });
  await engine.update(root);
}

async function isExact(path: string): Promise<boolean> {
  const [found] = await engine.readView(root, ({ reader }) => reader.linksOf([path as RelPath]), {
    isStaleAllowed: true,
  });
  return found?.refinedBy?.provider === "slow";
}

const soon = { timeout: 20_000, interval: 50 };

test("what was edited is published first; a process that comes after goes on with the rest", async () => {
  await open();
  await expect.poll(() => isExact("b.ts"), soon).toBe(true);
  pauseMs = 600_000;
  writeTreeFile(root, "a.ts", "export function run() { return 3; }\n");
  await engine.update(root);
  expect(await isExact("a.ts")).toBe(false);
  await expect.poll(() => isExact("a.ts"), soon).toBe(true);
  expect(asked.at(-1)).toEqual(["a.ts"]);
  // Gone in the middle of it: the links of all files are exact, and yet not all may be as the tree is.
  await engine.close();
  asked = [];
  pauseMs = 0;
  await open();
  await engine.readView(root, async () => {});
  await expect.poll(() => asked, soon).toEqual([["a.ts"]]);
  await sleep(500);
  await engine.refine(root);
  expect(asked).toEqual([["a.ts"]]);
}, 60_000);
