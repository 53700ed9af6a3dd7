/** T19: a tree that borrows another repository's git folder shows nothing of it. */
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitIn, TempFolder } from "../../src/testing/git-fixture.ts";
import { scanWorkspace } from "../../src/workspace/scan.ts";

let temp: TempFolder;
let victim: TempFolder;
let victimHead: string;
let tree: TempFolder;
beforeEach(() => {
  temp = new TempFolder("clew-planted");
  victim = temp.folder("victim").repository({ "canary.ts": "CANARY", "shared.ts": "CANARY" });
  victimHead = victim.git("rev-parse", "HEAD").trim();
  tree = temp.folder("tree");
});
afterEach(() => temp.remove());

const OPTIONS = { detectLanguage: () => "typescript", maxBytes: () => 1_000, hash: "eager" } as const;

/** Ways to plant, each returning what the listing must be. */
const PLANTS: Record<string, () => void> = {
  "a .git file to its git folder": () => {
    tree.write({ ".git": `gitdir: ${victim.join(".git")}\n` });
  },
  "a relative .git file to its git folder": () => {
    tree.write({ ".git": "gitdir: ../victim/.git\n" });
  },
  "a link to its git folder": () => {
    symlinkSync(victim.join(".git"), tree.join(".git"));
  },
  "a .git file through a link inside the tree": () => {
    symlinkSync(victim.join(".git"), tree.join("innocent"));
    tree.write({ ".git": "gitdir: innocent\n" });
  },
  "a commondir": () => {
    tree.repository();
    writeFileSync(tree.join(".git/commondir"), `${victim.join(".git")}\n`);
  },
  "a link to its index and objects": () => {
    tree.repository();
    rmSync(tree.join(".git/objects"), { recursive: true });
    symlinkSync(victim.join(".git/objects"), tree.join(".git/objects"));
    symlinkSync(victim.join(".git/index"), tree.join(".git/index"));
  },
  "a .git file that claims to be a submodule": () => {
    mkdirSync(victim.join(".git/modules"));
    renameSync(victim.join(".git"), temp.join("moved"));
    mkdirSync(victim.join(".git/modules"), { recursive: true });
    renameSync(temp.join("moved"), victim.join(".git/modules/x"));
    tree.write({ ".git": "gitdir: ../victim/.git/modules/x\n" });
  },
};

describe("a tree that plants", () => {
  it.each(Object.entries(PLANTS))("%s is read as a plain folder", async (_name, plant) => {
    plant();
    tree.write({ "own.ts": "own" });
    const scan = await scanWorkspace(tree.path, OPTIONS);
    expect(scan.problems.map((problem) => problem.code)).toEqual(["GIT_DIR_REFUSED"]);
    expect(scan.files.map((file) => file.path)).toEqual(["own.ts"]);
    expect(scan.revision).toBeNull();
    expect(scan.family).toBe(tree.path);
  });

  it("the same in a folder of a good repository costs that folder its repository only", async () => {
    tree.repository({ "good.ts": "1" });
    tree.write({ "bad/.git": `gitdir: ${victim.join(".git")}\n`, "bad/own.ts": "own" });
    const scan = await scanWorkspace(tree.path, OPTIONS);
    expect(scan.problems.map((problem) => problem.code)).toEqual(["GIT_DIR_REFUSED"]);
    expect(scan.files.map((file) => `${file.origin} ${file.path}`)).toEqual([
      "local bad/own.ts",
      "tracked good.ts",
    ]);
    expect(scan.revision).toMatch(/^[0-9a-f]{40}$/);
  });

  it("a submodule entry whose folder is a link to another repository is skipped", async () => {
    tree.repository({ "good.ts": "1" });
    tree.git("update-index", "--add", "--cacheinfo", `160000,${victimHead},sub`);
    symlinkSync(victim.path, tree.join("sub"));
    const scan = await scanWorkspace(tree.path, OPTIONS);
    expect(scan.files.map((file) => file.path)).toEqual(["good.ts"]);
    expect(scan.skipped.map((file) => `${file.path} ${file.reason}`)).toEqual(["sub symlink"]);
  });

  it("a git folder copied whole is its own: it lists by name, and reads only what lies in the tree", async () => {
    cpSync(victim.join(".git"), tree.join(".git"), { recursive: true });
    tree.write({ "shared.ts": "mine" });
    const scan = await scanWorkspace(tree.path, OPTIONS);
    expect(scan.files.map((file) => [file.path, file.size])).toEqual([["shared.ts", 4]]);
  });

  it("negative control: plain git believes the planted file", () => {
    PLANTS["a .git file to its git folder"]!();
    expect(gitIn(tree.path, "ls-files")).toContain("canary.ts");
    expect(gitIn(tree.path, "rev-parse", "HEAD").trim()).toBe(victimHead);
    expect(gitIn(tree.path, "show", "HEAD:canary.ts")).toBe("CANARY");
  });
});
