import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Moment } from "../moment.ts";
import { findFinishedUpdate, noteFinishedUpdate } from "./finished-update.ts";
import { acquireWriterLockUnless, tryAcquireWriterLock } from "./writer-lock.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-finished-"));
  file = join(folder, "index.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (wallMs: number, sinceBootNs: number): Moment => ({ wallMs, sinceBootNs: BigInt(sinceBootNs) });

describe("the last update of an index", () => {
  it.each([
    ["asked before it began", "tree", at(9, 9), { files: 3 }],
    ["asked when it had begun", "tree", at(11, 11), null],
    ["asked at the same tick", "tree", at(10, 10), null],
    ["asked after the clock was set back", "tree", at(5, 11), null],
    ["asked after the machine started anew", "tree", at(11, 5), null],
    ["asked about another tree", "other", at(9, 9), null],
  ])("%s", (_, what, askedAt, expected) => {
    noteFinishedUpdate(file, "tree", at(10, 10), { files: 3 });
    expect(findFinishedUpdate(file, what, askedAt)).toEqual(expected);
  });

  it("is unknown when nothing was noted, or nonsense", () => {
    expect(findFinishedUpdate(file, "tree", at(0, 0))).toBeNull();
    writeFileSync(`${file}.lock.done`, "{");
    expect(findFinishedUpdate(file, "tree", at(0, 0))).toBeNull();
  });

  it("ends the wait for the lock", async () => {
    const held = tryAcquireWriterLock(file)!;
    const waiting = acquireWriterLockUnless(
      file,
      { timeoutMs: 20_000 },
      async () => findFinishedUpdate(file, "tree", at(9, 9)) !== null,
    );
    noteFinishedUpdate(file, "tree", at(10, 10), {});
    expect(await waiting).toBeNull();
    held.release();
  });
});
