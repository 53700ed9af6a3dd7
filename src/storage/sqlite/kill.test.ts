import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleScript } from "../../testing/bundle-script.ts";
import { openReadConnection } from "./connection.ts";
import { openSqliteStore } from "./open.ts";

let folder: string;
let file: string;
let script: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-kill-"));
  file = join(folder, "index.db");
  script = await bundleScript(new URL("../storage-process.ts", import.meta.url));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lets a process publish and kills it somewhere between its nth line and the next; returns the last line it said. */
async function publishAndKill(generations: number, delayMs: number): Promise<number> {
  const child = spawn(process.execPath, [script, "publish", file], { stdio: ["ignore", "pipe", "inherit"] });
  let said = 0;
  const lines = createInterface({ input: child.stdout! });
  for await (const line of lines) {
    const isFirst = said === 0;
    said = Number(line);
    if (isFirst) setTimeout(() => child.kill("SIGKILL"), generations * 3 + delayMs);
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return said;
}

describe("a writer that is killed", () => {
  it("leaves a complete generation, sound to the last row, every time", async () => {
    for (let round = 0; round < 6; round++) {
      const said = await publishAndKill(10 + round * 7, round * 1.3);
      const { store, damaged } = await openSqliteStore({ file });
      expect(damaged).toBeNull();
      expect((await store.verify({ deep: true })).problems).toEqual([]);
      const view = await store.openView("/tree");
      expect(view.generation === said || view.generation === said + 1).toBe(true);
      // Every publish names its newest function in the revision: a torn one would name one that is not there.
      const reader = await store.read(view.id);
      expect((await reader.symbolsNamed([view.revision!]))[0]!.length).toBe(1);
      expect((await reader.edges("into", ["f0#shared" as never]))[0]!.length).toBe(
        Math.min(view.generation, 20),
      );
      await store.close();
    }
  });
});

describe("a writer that is killed while it makes the file", () => {
  it("leaves a file that the next start makes anew", async () => {
    const begun = join(folder, "begun.db");
    const child = spawn(process.execPath, [script, "leave-journal", begun], { stdio: "inherit" });
    await once(child, "exit");
    expect(statSync(begun).size).toBeGreaterThan(0);
    expect(statSync(`${begun}-journal`).size).toBeGreaterThan(0);
    expect(() => openReadConnection(begun).prepare("SELECT 1 FROM sqlite_schema").get()).toThrow(/readonly/);
    const { store, damaged } = await openSqliteStore({ file: begun });
    expect(damaged).toBeNull();
    expect((await store.openView("/tree")).generation).toBe(0);
    expect((await store.verify({ deep: true })).problems).toEqual([]);
    await store.close();
  });
});

describe("readers beside a writer in another process", () => {
  it("each sees one generation that agrees with itself", async () => {
    const child = spawn(process.execPath, [script, "publish", file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout!, "data");
    const { store } = await openSqliteStore({ file, check: "head" });
    const { id } = await store.openView("/tree");
    const seen = new Set<number>();
    // On a busy machine the writer may not get to its next generation for many rounds.
    for (let round = 0; round < 60 || seen.size < 2; round++) {
      const reader = await store.read(id);
      seen.add(reader.info.generation);
      expect((await reader.files()).length).toBe(reader.info.files);
      const [hits] = await reader.symbolsNamed([reader.info.revision!]);
      expect(hits![0]?.path).toBe(`f${(reader.info.generation - 1) % 20}`);
      const lengths = await reader.chunkLengths();
      expect((await reader.postings(["common"])).get("common")!.blobs.length).toBe(lengths.size * 2);
      await new Promise((resolve) => setImmediate(resolve));
      expect((await reader.edges("into", ["f0#shared" as never]))[0]!.length).toBe(
        Math.min(reader.info.generation, 20),
      );
      await reader.close();
    }
    child.kill("SIGKILL");
    await once(child, "exit");
    await store.close();
  });
});
