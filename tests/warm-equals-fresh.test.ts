/**
 * What a served repository keeps exact is what `clew index --semantic` makes of the same tree: after random edits the
 * links are those of a fresh index that a compiler has seen. CLEW_PROPERTY_OPS and CLEW_PROPERTY_SEED make a longer run.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../src/engine/engine.ts";
import { applyRandomOperation, createRandom, git } from "./random-tree.ts";

const OPERATIONS = Number(process.env.CLEW_PROPERTY_OPS ?? 200);
const SEED = Number(process.env.CLEW_PROPERTY_SEED ?? Date.now() % 1_000_000);
const OPERATIONS_PER_COMPARISON = 20;

const scratch = mkdtempSync(join(tmpdir(), "clew-warm-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function dumpOfFreshIndex(root: string): Promise<string> {
  const home = mkdtempSync(join(scratch, "fresh-"));
  const engine = await openEngine({ home });
  try {
    await engine.refine(root);
    return await engine.dump(root);
  } finally {
    await engine.close();
    rmSync(home, { recursive: true, force: true });
  }
}

test(`${OPERATIONS} random edits under a server, seed ${SEED}: its links become those of a fresh index`, {
  timeout: 3_600_000,
}, async () => {
  const random = createRandom(SEED);
  const root = join(scratch, "tree");
  mkdirSync(root);
  git(root, "init", "-q");
  const engine = await openEngine({
    home: join(scratch, "home"),
    isWatching: true,
    warmsSemantics: { lookAfterMs: 0, beginAfterMs: 0 },
  });
  const history: string[] = [];
  try {
    while (history.length < OPERATIONS) {
      for (let n = 0; n < OPERATIONS_PER_COMPARISON; n++) {
        history.push(applyRandomOperation(root, random));
        if (random.below(4) === 0) await engine.update(root);
      }
      await engine.update(root);
      const expected = await dumpOfFreshIndex(root);
      await expect
        .poll(() => engine.dump(root), {
          timeout: 90_000,
          interval: 200,
          message: `seed ${SEED}, ${history.length} operations, the last: ${history.slice(-25).join("; ")}`,
        })
        .toBe(expected);
    }
  } finally {
    await engine.close();
  }
});
