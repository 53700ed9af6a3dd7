import { linkSync } from "node:fs";
import { expect, it } from "vitest";
import type { RelPath } from "../core/rel-path.ts";
import { TempFolder } from "../testing/git-fixture.ts";
import { openRoot, type RootJail } from "./path-jail.ts";
import { scanWorkspace } from "./scan.ts";
import { sourceRules } from "./source-rules.ts";
import { Spellings } from "./spellings.ts";

/** A volume that lists each folder as given. */
function volume(folders: Record<string, string[]>): Pick<RootJail, "list"> {
  return {
    list: (folder) => ({
      ok: true,
      hasGitEntry: false,
      entries: (folders[folder] ?? []).map((name) => ({ name, kind: "file" })),
    }),
  };
}

it.each([
  [
    "two spellings of one file",
    [
      ["A.ts", 1n],
      ["a.ts", 1n],
    ],
    { "": ["A.ts"] },
    "A.ts",
  ],
  [
    "one file that the volume spells otherwise than both",
    [
      ["Ab.ts", 1n],
      ["aB.ts", 1n],
    ],
    { "": ["ab.ts"] },
    "Ab.ts",
  ],
  [
    "a folder spelled twice",
    [
      ["Dir/x.ts", 1n],
      ["dir/x.ts", 1n],
    ],
    { "": ["dir"], dir: ["x.ts"] },
    "Dir/x.ts",
  ],
  [
    "composed and decomposed accents",
    [
      ["\u00e9.ts", 1n],
      ["e\u0301.ts", 1n],
    ],
    { "": ["\u00e9.ts"] },
    "\u00e9.ts",
  ],
  [
    "two files",
    [
      ["A.ts", 1n],
      ["a.ts", 2n],
    ],
    { "": ["A.ts", "a.ts"] },
    null,
  ],
  [
    "two hard links",
    [
      ["A.ts", 1n],
      ["a.ts", 1n],
    ],
    { "": ["A.ts", "a.ts"] },
    null,
  ],
  [
    "names that have nothing in common",
    [
      ["a.ts", 1n],
      ["b.ts", 1n],
    ],
    { "": ["a.ts"] },
    null,
  ],
] as [string, [string, bigint][], Record<string, string[]>, string | null][])(
  "%s",
  (_, listed, folders, expected) => {
    const spellings = new Spellings(volume(folders));
    const twins = listed.map(([path, inode]) => spellings.twinOf(path as RelPath, inode));
    expect(twins).toEqual([null, expected]);
  },
);

it("hard links whose names differ in case alone stay two files of a tree", async () => {
  const temp = new TempFolder("clew-spellings");
  try {
    temp.write({ "a.ts": "export const a = 1;\n" });
    linkSync(temp.join("a.ts"), temp.join("A.ts"));
    expect(openRoot(temp.path).stat("A.ts" as RelPath)?.stamp.inode).toBe(
      openRoot(temp.path).stat("a.ts" as RelPath)?.stamp.inode,
    );
    const scan = await scanWorkspace(temp.path, { ...sourceRules({ maxBytes: 1_000 }), hash: "eager" });
    expect(scan.files.map(({ path }) => path)).toEqual(["A.ts", "a.ts"]);
    expect(scan.problems).toEqual([]);
  } finally {
    temp.remove();
  }
});
