/** What lies at a name is what the tree says, whatever git recorded there: every kind replaced by every other. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { scanWorkspace } from "../../src/workspace/scan.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder("clew-types");
});
afterEach(() => temp.remove());

const OPTIONS = { detectLanguage: () => "typescript", maxBytes: () => 2_000_000, hash: "eager" } as const;
const NAME = "entry.ts";

type Put = (tree: TempFolder) => void;

/** What can lie at a name, how it gets there, and what a scan then says of the name and of what is below it. */
const KINDS: Record<string, { put: Put; expected: string[] }> = {
  file: { put: (tree) => writeFileSync(tree.join(NAME), "file"), expected: [NAME] },
  "link to a file": {
    put: (tree) => symlinkSync("other.ts", tree.join(NAME)),
    expected: [`${NAME} symlink`],
  },
  "link to a folder outside": {
    put: (tree) => symlinkSync("../outside", tree.join(NAME)),
    expected: [`${NAME} symlink`],
  },
  "folder of files": {
    put: (tree) => tree.write({ [`${NAME}/in.ts`]: "in", [`${NAME}/deep/in.ts`]: "in", [`${NAME}/x.o`]: "" }),
    expected: [`${NAME}/deep/in.ts`, `${NAME}/in.ts`],
  },
  "repository of its own": {
    put: (tree) => void tree.folder(NAME).repository({ "own.ts": "own" }),
    expected: [`${NAME}/own.ts`],
  },
  FIFO: {
    put: (tree) => void execFileSync("mkfifo", [tree.join(NAME)]),
    expected: [`${NAME} not-a-file`],
  },
  nothing: { put: () => {}, expected: [] },
};
/** Kinds that git can record; a folder is recorded by its files. */
const RECORDED = [
  "file",
  "link to a file",
  "link to a folder outside",
  "folder of files",
  "repository of its own",
];

describe.each(RECORDED)("a tracked %s", (recorded) => {
  it.each(Object.keys(KINDS))("with a %s in its place is what it is now", async (present) => {
    temp.write({ "outside/canary.ts": "CANARY", "outside/in.ts": "CANARY" });
    const tree = temp.folder("tree").repository({ "other.ts": "other", ".gitignore": "*.o\n" });
    KINDS[recorded]!.put(tree);
    tree.commit();
    rmSync(tree.join(NAME), { recursive: true });
    KINDS[present]!.put(tree);
    const scan = await scanWorkspace(tree.path, OPTIONS);
    const seen = [
      ...scan.files.map((file) => file.path),
      ...scan.skipped.map((file) => `${file.path} ${file.reason}`),
    ];
    const { expected } = KINDS[present]!;
    // Git does not list a FIFO that it does not track.
    const isUnseen = present === "FIFO" && recorded === "folder of files";
    const behindLink = seen.filter((line) => /^entry\.ts\/.* symlink$/.test(line));
    expect(seen.filter((line) => !behindLink.includes(line)).sort()).toEqual(
      [".gitignore", ...(isUnseen ? [] : expected), "other.ts"].sort(),
    );
    expect(scan.problems).toEqual([]);
  });
});

describe("an absent submodule", () => {
  it("is named as such while its folder is empty, and only then", async () => {
    const tree = temp.folder("tree").repository({ "other.ts": "other" });
    tree.folder(NAME).repository({ "own.ts": "own" });
    tree.commit();
    rmSync(tree.join(NAME), { recursive: true });
    mkdirSync(tree.join(NAME));
    const { skipped } = await scanWorkspace(tree.path, OPTIONS);
    expect(skipped.map((file) => `${file.path} ${file.reason}`)).toEqual([`${NAME} submodule-absent`]);
  });
});
