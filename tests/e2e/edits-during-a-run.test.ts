/** A tree that changes while a compiler is at work: the newest edit goes first, and what was made is kept. */
import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FileLinks } from "../../src/core/edges.ts";
import type { RelPath } from "../../src/core/rel-path.ts";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import type { AnalyseRequest, ProviderDefinition } from "../../src/semantics/contract.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { writeTreeFile } from "../random-tree.ts";

let folder: TempFolder;
let engine: Engine;
let root: string;
let asked: Pick<AnalyseRequest, "wanted" | "behind">[];
/** Files of which links were not kept. */
let owed: string[];

/** What it is asked about and `user.py`, then nothing more until it is told to stop, but for its first run. */
const slow: ProviderDefinition = {
  id: "slow",
  revision: "1",
  open: () => ({
    edgeKinds: ["calls"],
    speaksFor: (path) => path.endsWith(".py"),
    seesTargetsIn: () => false,
    owe: (_, paths) => owed.push(...paths),
    async *analyse({ wanted, behind = [], signal }) {
      const run = asked.push({ wanted: [...wanted], behind: [...behind] });
      const lists = { edges: [], unresolved: [], unknown: [], dependencies: [], shown: [] };
      const links: FileLinks = { extractor: `slow-${run}/1`, ...lists };
      for (const path of [...wanted, "user.py"]) yield { path, links };
      if (run === 1) return;
      await new Promise((resolve) => signal!.addEventListener("abort", resolve));
      throw signal!.reason;
    },
  }),
};

beforeEach(async () => {
  asked = [];
  owed = [];
  folder = new TempFolder("clew-edits");
  root = folder.join("tree");
  for (const name of ["first", "second", "user"])
    writeTreeFile(root, `${name}.py`, "def f():\n    return 1\n");
  engine = await openEngine({
    home: folder.join("home"),
    providers: [slow],
    isWatching: true,
    warmsSemantics: { lookAfterMs: 0, beginAfterMs: 0 },
  });
});
afterEach(async () => {
  await engine.close();
  rmSync(folder.path, { recursive: true, force: true });
});

async function madeIn(path: string): Promise<string | undefined> {
  const read = () =>
    engine.readView(root, ({ reader }) => reader.linksOf([path as RelPath]), { isStaleAllowed: true });
  return (await read())[0]?.refinedBy?.version;
}

const soon = { timeout: 20_000, interval: 50 };

test("a run is broken off for a newer edit, and what it made stands", async () => {
  await engine.update(root);
  await expect.poll(() => madeIn("user.py"), soon).toBe("slow-1/1");
  writeTreeFile(root, "first.py", "def f():\n    return 2\n");
  await expect.poll(() => asked.length, soon).toBe(2);
  expect(asked[1]).toEqual({ wanted: ["first.py"], behind: [] });
  writeTreeFile(root, "second.py", "def f():\n    return 2\n");
  await expect.poll(() => asked.length, soon).toBe(3);
  expect(asked[2]).toEqual({ wanted: ["second.py"], behind: ["first.py"] });
  await expect.poll(() => madeIn("second.py"), soon).toBe("slow-3/1");
  expect(await madeIn("first.py")).toBe("slow-2/1");
  expect(owed).toEqual([]);
}, 60_000);

test("links over a generation that somebody else published stand where nothing changed", async () => {
  await engine.update(root);
  await expect.poll(() => madeIn("user.py"), soon).toBe("slow-1/1");
  writeTreeFile(root, "first.py", "def f():\n    return 2\n");
  await expect.poll(() => asked.length, soon).toBe(2);
  // At once, so that the links of the run before are not published yet.
  writeTreeFile(root, "first.py", "def f():\n    return 3\n");
  await engine.update(root);
  await expect.poll(() => asked.length, soon).toBe(3);
  expect(asked[2]?.wanted).toEqual(["first.py"]);
  await expect.poll(() => madeIn("first.py"), soon).toBe("slow-3/1");
  await expect.poll(() => madeIn("user.py"), soon).toBe("slow-3/1");
}, 60_000);
