import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";

let folder: string;
let root: string;
let engines: Engine[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-shared-"));
  root = join(folder, "tree");
  mkdirSync(root);
  writeFileSync(join(root, "a.ts"), "export function first() {}\n");
  // Engines know nothing of each other, like those of different processes.
  engines = await Promise.all(Array.from({ length: 6 }, () => openEngine({ home: join(folder, "home") })));
  await engines[0]!.update(root);
});
afterEach(async () => {
  for (const engine of engines) await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("updates that several processes ask for at once", () => {
  it("are made once or twice, and all who asked see the tree as it was when they asked", async () => {
    writeFileSync(join(root, "a.ts"), "export function second() {}\n");
    let scans = 0;
    const onProgress = ({ phase, done }: { phase: string; done: number }) => {
      if (phase === "scan" && done === 0) scans += 1;
    };
    const reports = await Promise.all(engines.map((engine) => engine.update(root, { onProgress })));
    expect(scans).toBeGreaterThan(0);
    expect(scans).toBeLessThanOrEqual(3);
    expect(new Set(reports.map(({ generation }) => generation)).size).toBe(1);
    for (const engine of engines) {
      const found = await engine.read(root, (session) => session.searcher.symbols("second"), {
        isStaleAllowed: true,
      });
      expect(found.groups.map(({ path }) => path)).toEqual(["a.ts"]);
    }
  });

  it("an edit after the last one is seen by the next", async () => {
    await Promise.all(engines.map((engine) => engine.update(root)));
    writeFileSync(join(root, "a.ts"), "export function third() {}\n");
    const found = await engines[5]!.read(root, (session) => session.searcher.symbols("third"));
    expect(found.groups).toHaveLength(1);
  });
});
