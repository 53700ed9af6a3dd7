import { describe, expect, test } from "vitest";
import type { ContentHash } from "../core/content-hash.ts";
import type { FileStamp } from "../core/file-stamp.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { BlobId, SkippedFile, ViewFile } from "../storage/contract.ts";
import type { ScannedFile } from "../workspace/scan.ts";
import { findRenames, planUpdate } from "./plan.ts";

const stamp = (n: number): FileStamp => ({ size: n, mtimeNs: BigInt(n), ctimeNs: 1n, inode: 1n });
const hash = (text: string) => text as ContentHash;
const path = (text: string) => text as RelPath;

function indexed(name: string, content: string, overrides: Partial<ViewFile> = {}): ViewFile {
  return {
    path: path(name),
    blob: 1 as BlobId,
    hash: hash(content),
    language: "typescript",
    extractor: "1",
    links: null,
    stamp: stamp(1),
    origin: "tracked",
    ...overrides,
  };
}

function present(name: string, content: string | null, overrides: Partial<ScannedFile> = {}): ScannedFile {
  return {
    path: path(name),
    hash: content === null ? null : hash(content),
    stamp: stamp(1),
    language: "typescript",
    size: 1,
    origin: "tracked",
    ...overrides,
  };
}

/** Which list of the plan each path went to. */
function planned(
  before: ViewFile[],
  now: ScannedFile[],
  skippedBefore: SkippedFile[] = [],
  skippedNow: SkippedFile[] = [],
) {
  const plan = planUpdate(
    { files: before, skipped: skippedBefore },
    { files: now, skipped: skippedNow },
    "1",
  );
  return {
    unchanged: plan.unchanged.map((file) => file.path),
    restamped: plan.restamped.map((file) => file.now.path),
    changed: plan.changed.map((file) => file.path),
    removed: plan.removed,
    upsertSkipped: plan.upsertSkipped.map((file) => file.path),
    removeSkipped: plan.removeSkipped,
  };
}

const nothing = {
  unchanged: [],
  restamped: [],
  changed: [],
  removed: [],
  upsertSkipped: [],
  removeSkipped: [],
};

describe("what an update does with one file", () => {
  test.each([
    ["a new file is changed", [], [present("a", "x")], { changed: ["a"] }],
    ["an untouched file costs nothing", [indexed("a", "x")], [present("a", "x")], { unchanged: ["a"] }],
    [
      "a touched file is only restamped",
      [indexed("a", "x")],
      [present("a", "x", { stamp: stamp(2) })],
      { restamped: ["a"] },
    ],
    [
      "a file whose stamp is not to be trusted is written again",
      [indexed("a", "x")],
      [present("a", "x", { stamp: null })],
      { restamped: ["a"] },
    ],
    ["an edited file is changed", [indexed("a", "x")], [present("a", "y")], { changed: ["a"] }],
    ["an unread file is changed", [indexed("a", "x")], [present("a", null)], { changed: ["a"] }],
    ["a deleted file is removed", [indexed("a", "x")], [], { removed: ["a"] }],
    [
      "another language means other facts",
      [indexed("a", "x")],
      [present("a", "x", { language: "python" })],
      { changed: ["a"] },
    ],
    [
      "facts of an older extractor are made again",
      [indexed("a", "x", { extractor: "0" })],
      [present("a", "x")],
      { changed: ["a"] },
    ],
    [
      "a file that git begins to track is rewritten",
      [indexed("a", "x", { origin: "local" })],
      [present("a", "x")],
      { restamped: ["a"] },
    ],
  ])("%s", (_, before, now, expected) => {
    expect(planned(before, now)).toEqual({ ...nothing, ...expected });
  });

  const binary: SkippedFile = { path: path("a"), reason: "binary", stamp: stamp(1) };
  test.each([
    [
      "a skipped file that is worth reading again is read",
      [binary],
      [present("a", null, { stamp: stamp(2) })],
      [],
      { changed: ["a"] },
    ],
    ["a skipped file that goes away is forgotten", [binary], [], [], { removeSkipped: ["a"] }],
    ["a file skipped by name is noted once", [], [], [binary], { upsertSkipped: ["a"] }],
    ["and not again", [binary], [], [binary], {}],
    ["nor when it has no stamp", [{ ...binary, stamp: null }], [], [{ ...binary, stamp: null }], {}],
  ])("%s", (_, skippedBefore, now, skippedNow, expected) => {
    expect(planned([], now, skippedBefore, skippedNow)).toEqual({ ...nothing, ...expected });
  });
});

test("renames pair equal contents in path order, each at most once", () => {
  const removed = [indexed("b", "x"), indexed("a", "x"), indexed("c", "y")];
  const added = [
    { path: path("z"), hash: hash("x") },
    { path: path("y"), hash: hash("x") },
    { path: path("w"), hash: hash("x") },
    { path: path("v"), hash: hash("new") },
  ];
  expect(findRenames(removed, added)).toEqual([
    { from: "a", to: "w" },
    { from: "b", to: "y" },
  ]);
});
