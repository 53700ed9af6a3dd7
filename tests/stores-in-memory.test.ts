/** The engine over stores that are no files: it answers the same, and leaves nothing behind. */
import { readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../src/engine/engine.ts";
import { MemoryStoreFactory } from "../src/storage/memory/factory.ts";
import { TempFolder } from "../src/testing/git-fixture.ts";
import { writeTreeFile } from "./random-tree.ts";

const scratch = new TempFolder("clew-memory-stores");
afterAll(() => scratch.remove());

test("an index in memory shows and answers what one in files does", async () => {
  const root = scratch.join("tree");
  writeTreeFile(root, "src/queue.ts", "export function takeFromQueue() {\n  return 1;\n}\n");
  writeTreeFile(
    root,
    "src/worker.ts",
    'import { takeFromQueue } from "./queue.ts";\nexport const work = () => takeFromQueue();\n',
  );
  const told = await Promise.all(
    [undefined, new MemoryStoreFactory()].map(async (stores, at) => {
      const engine = await openEngine({ home: scratch.join(`home-${at}`), stores });
      try {
        await engine.update(root);
        writeTreeFile(root, "src/later.ts", "export const later = 2;\n");
        const search = async () =>
          engine.read(root, async ({ searcher }) => (await searcher.search("take from queue", {})).hits);
        return { hits: await search(), dump: await engine.dump(root), list: (await engine.list()).length };
      } finally {
        await engine.close();
      }
    }),
  );
  expect(told[0]!.hits[0]!.path).toBe("src/queue.ts");
  expect(told[1]).toEqual(told[0]);
  expect(readdirSync(scratch.join("home-1"))).not.toContain("index");
});
