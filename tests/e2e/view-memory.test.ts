/** Views that are held ready for questions, within the memory that the user allows them. */
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { writeTreeFile } from "../random-tree.ts";

const scratch = new TempFolder("clew-view-memory");
afterAll(() => scratch.remove());

const ROOTS = ["first", "second"].map((name) => {
  const root = scratch.join(name);
  writeTreeFile(root, "src/queue.ts", `export function takeFrom_${name}() {\n  return 1;\n}\n`);
  return root;
});

/** Whether the first repository is still open after the second one was asked. */
async function isHeld(viewMemoryMb: number): Promise<boolean> {
  const env = { ...process.env, CLEW_VIEW_MEMORY_MB: String(viewMemoryMb) };
  const engine = await openEngine({ home: scratch.join(`home-${viewMemoryMb}`), env });
  try {
    const open = (root: string) =>
      engine.readView(root, async (session) => (await session.openSearchable()).index);
    const [first, second] = [await open(ROOTS[0]!), await open(ROOTS[1]!)];
    expect(second).not.toBe(first);
    // The one that was asked last stays, however small the budget.
    expect(await open(ROOTS[1]!)).toBe(second);
    return (await open(ROOTS[0]!)) === first;
  } finally {
    await engine.close();
  }
}

test("the view that was not asked for longest goes when the budget is used up", async () => {
  expect(await isHeld(0)).toBe(false);
});

test("both views stay while there is room", async () => {
  expect(await isHeld(512)).toBe(true);
});
