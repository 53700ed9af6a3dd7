/** A generation is a state that answers can show: it changes when they may, and only then. */
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { git, writeTreeFile } from "../random-tree.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-generations-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test("new stamps keep the generation; edits, renames, deletions and commits do not", async () => {
  const root = join(scratch, "tree");
  writeTreeFile(root, "a.ts", "export const a = 1;\n");
  writeTreeFile(root, "b.ts", 'import { a } from "./a";\nexport const b = a;\n');
  git(root, "init", "-q");
  const engine = await openEngine({ home: join(scratch, "home") });
  const generationAfter = async (change: () => void) => {
    change();
    return (await engine.update(root)).generation;
  };
  try {
    expect(await generationAfter(() => {})).toBe(1);
    expect(await generationAfter(() => {})).toBe(1);
    expect(await generationAfter(() => utimesSync(join(root, "a.ts"), 1_000, 1_000))).toBe(1);
    expect(await generationAfter(() => {})).toBe(1);
    expect(await generationAfter(() => writeTreeFile(root, "a.ts", "export const a = 2;\n"))).toBe(2);
    expect(await generationAfter(() => rmSync(join(root, "b.ts")))).toBe(3);
    expect(
      await generationAfter(() => {
        git(root, "add", "-A");
        git(root, "commit", "-q", "-m", "all");
      }),
    ).toBe(4);
  } finally {
    await engine.close();
  }
});
