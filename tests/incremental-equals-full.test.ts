/**
 * Incremental equals full: after any sequence of edits, renames, deletes, moves and branch switches, the index holds
 * exactly what a fresh build of the same tree holds. CLEW_PROPERTY_OPS and CLEW_PROPERTY_SEED make a longer run.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../src/engine/engine.ts";
import { applyRandomOperation, createRandom, git } from "./random-tree.ts";

const OPERATIONS = Number(process.env.CLEW_PROPERTY_OPS ?? 300);
const SEED = Number(process.env.CLEW_PROPERTY_SEED ?? Date.now() % 1_000_000);
/** Comparing costs a fresh build, so several operations share one comparison. */
const OPERATIONS_PER_COMPARISON = 12;

const scratch = mkdtempSync(join(tmpdir(), "clew-property-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function dumpOfFreshIndex(root: string): Promise<string> {
  const home = mkdtempSync(join(scratch, "fresh-"));
  const engine = await openEngine({ home });
  try {
    await engine.update(root);
    return await engine.dump(root);
  } finally {
    await engine.close();
    rmSync(home, { recursive: true, force: true });
  }
}

test(`${OPERATIONS} random operations, seed ${SEED}: the updated index equals a fresh one`, {
  timeout: 3_600_000,
}, async () => {
  const random = createRandom(SEED);
  const root = join(scratch, "tree");
  mkdirSync(root);
  git(root, "init", "-q");
  const engine = await openEngine({ home: join(scratch, "home") });
  const history: string[] = [];
  let comparisons = 0;
  try {
    while (history.length < OPERATIONS) {
      for (let n = 0; n < OPERATIONS_PER_COMPARISON && history.length < OPERATIONS; n++) {
        history.push(applyRandomOperation(root, random));
        if (random.below(3) === 0) await engine.update(root);
      }
      await engine.update(root);
      const expected = await dumpOfFreshIndex(root);
      const actual = await engine.dump(root);
      comparisons += 1;
      expect(
        actual,
        `seed ${SEED}, ${history.length} operations, the last: ${history.slice(-15).join("; ")}`,
      ).toBe(expected);
    }
  } finally {
    await engine.close();
  }
  expect(comparisons).toBe(Math.ceil(OPERATIONS / OPERATIONS_PER_COMPARISON));
});
