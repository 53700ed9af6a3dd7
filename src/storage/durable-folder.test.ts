import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createDurableFolder } from "./durable-folder.ts";

const base = mkdtempSync(join(tmpdir(), "clew-durable-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

function foldersSyncedFor(path: string): string[] {
  const synced: string[] = [];
  createDurableFolder(path, (folder) => synced.push(folder));
  return synced;
}

describe("a folder that outlives a loss of power", () => {
  it("is synced in every folder that got a new entry, and in no other", () => {
    expect(foldersSyncedFor(join(base, "a/b/c"))).toEqual([join(base, "a/b"), join(base, "a"), base]);
    expect(foldersSyncedFor(join(base, "a/b/d"))).toEqual([join(base, "a/b")]);
  });

  it("costs nothing when it is there", () => {
    createDurableFolder(join(base, "there"));
    expect(foldersSyncedFor(join(base, "there"))).toEqual([]);
  });

  it.runIf(process.platform === "linux")("is refused where none can be made, however often one tries", () => {
    expect(() => createDurableFolder("/proc/clew/index")).toThrow(/ENOENT/);
  });

  it("is for its owner alone", () => {
    createDurableFolder(join(base, "mine/too"));
    for (const path of ["mine", "mine/too"]) expect(statSync(join(base, path)).mode & 0o777).toBe(0o700);
  });
});
