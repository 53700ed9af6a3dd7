import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { isInside, readRootLayout, readTreeLayout } from "./git-layout.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder();
});
afterEach(() => temp.remove());

function expectRefused(folder: TempFolder, words: RegExp): void {
  const layout = readRootLayout(folder.path);
  expect(layout).toMatchObject({ kind: "plain", problem: { code: "GIT_DIR_REFUSED" } });
  expect(layout.kind === "plain" && layout.problem?.message).toMatch(words);
}

describe("the layout of a root", () => {
  it("is plain without a repository", () => {
    expect(readRootLayout(temp.path)).toEqual({ kind: "plain", problem: null });
  });

  it("names the git folder of an ordinary clone", () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    expect(readRootLayout(repo.path)).toEqual({
      kind: "git",
      places: {
        folder: repo.path,
        workTree: repo.path,
        gitDir: repo.join(".git"),
        commonDir: repo.join(".git"),
        ownsObjects: true,
      },
      family: repo.join(".git"),
      objectFormat: "sha1",
    });
  });

  it("finds the repository around a folder of it", () => {
    const repo = temp.folder("repo").repository({ "packages/a/x.ts": "1" });
    const layout = readRootLayout(repo.join("packages/a"));
    expect(layout).toMatchObject({
      kind: "git",
      places: { folder: repo.join("packages/a"), workTree: repo.path },
    });
  });

  it("knows repositories with SHA-256 ids", () => {
    const repo = temp.folder("repo");
    repo.git("init", "-q", "--object-format=sha256");
    expect(readRootLayout(repo.path)).toMatchObject({ objectFormat: "sha256" });
  });

  it("is one family for all worktrees of a clone", () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    repo.git("worktree", "add", "-q", temp.join("second"), "-b", "second");
    repo.git("worktree", "add", "-q", repo.join("inside"), "-b", "inside");
    for (const path of [temp.join("second"), repo.join("inside")]) {
      const layout = readRootLayout(path);
      expect(layout).toMatchObject({ kind: "git", family: repo.join(".git"), places: { workTree: path } });
    }
  });

  it("accepts a submodule opened on its own and inside its superproject", () => {
    const library = temp.folder("library").repository({ l: "1" });
    const repo = temp.folder("repo").repository({ a: "1" });
    repo.git("submodule", "--quiet", "add", library.path, "sub");
    expect(readRootLayout(repo.join("sub"))).toMatchObject({
      kind: "git",
      family: repo.join(".git/modules/sub"),
    });
    // Even when the back-link is lost, the superproject vouches for what lies in its own folder.
    repo.git("config", "--file", ".git/modules/sub/config", "--unset", "core.worktree");
    const tree = repo.join("sub");
    expect(readTreeLayout(tree, { folder: tree, admitted: [repo.join(".git")] }).kind).toBe("git");
    expect(readTreeLayout(tree, { folder: tree, admitted: [] }).kind).toBe("plain");
  });

  it("refuses a bare repository and says what to do", () => {
    const bare = temp.folder("bare.git");
    bare.git("init", "-q", "--bare");
    expect(() => readRootLayout(bare.path)).toThrowError(
      expect.objectContaining({
        code: "WORKSPACE_ROOT_IS_BARE",
        hint: expect.stringContaining("worktree add"),
      }),
    );
    const repo = temp.folder("repo").repository({ a: "1" });
    expect(() => readRootLayout(repo.join(".git"))).toThrowError(
      expect.objectContaining({ code: "WORKSPACE_ROOT_IS_BARE" }),
    );
  });
});

describe("a planted .git", () => {
  it("file that points to another repository is refused", () => {
    const victim = temp.folder("victim").repository({ secret: "CANARY" });
    const planted = temp.folder("planted").write({ ".git": `gitdir: ${victim.join(".git")}\n` });
    expectRefused(planted, /does not name this tree/);
  });

  it("file that points to another's worktree folder is refused", () => {
    const victim = temp.folder("victim").repository({ secret: "CANARY" });
    victim.git("worktree", "add", "-q", temp.join("second"), "-b", "second");
    const planted = temp.folder("planted").write({ ".git": `gitdir: ../victim/.git/worktrees/second\n` });
    expectRefused(planted, /does not name this tree/);
  });

  it("commondir that borrows another repository is refused", () => {
    const victim = temp.folder("victim").repository({ secret: "CANARY" });
    const planted = temp.folder("planted").repository({ a: "1" });
    writeFileSync(planted.join(".git/commondir"), victim.join(".git"));
    expectRefused(planted, /not its own/);
  });

  it("fake worktree folder inside the tree that borrows another repository is refused", () => {
    const victim = temp.folder("victim").repository({ secret: "CANARY" });
    const planted = temp.folder("planted").write({
      ".git": "gitdir: fake/worktrees/x\n",
      "fake/worktrees/x/HEAD": "ref: refs/heads/main\n",
      "fake/worktrees/x/commondir": victim.join(".git"),
      "fake/worktrees/x/gitdir": `${temp.join("planted/.git")}\n`,
    });
    expectRefused(planted, /not its own/);
  });

  it.each(["objects", "index", "refs", "HEAD", "config"])("link in place of %s is refused", (name) => {
    const victim = temp.folder("victim").repository({ secret: "CANARY" });
    const planted = temp.folder("planted").repository({ a: "1" });
    rmSync(planted.join(".git", name), { recursive: true });
    symlinkSync(victim.join(".git", name), planted.join(".git", name));
    expectRefused(planted, /link in place/);
  });

  it("symlink, empty folder, or file without a target is refused", () => {
    const victim = temp.folder("victim").repository({ secret: "CANARY" });
    const linked = temp.folder("linked");
    symlinkSync(victim.join(".git"), linked.join(".git"));
    expectRefused(linked, /is a link/);
    mkdirSync(temp.join("empty/.git"), { recursive: true });
    expectRefused(temp.folder("empty"), /is not a git folder/);
    expectRefused(temp.folder("text").write({ ".git": "hello" }), /does not say where/);
    expectRefused(temp.folder("gone").write({ ".git": "gitdir: ../nothing" }), /points to nothing/);
  });

  it("moved worktree is refused, because its back-link names the old place", () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    repo.git("worktree", "add", "-q", temp.join("second"), "-b", "second");
    renameSync(temp.join("second"), temp.join("moved"));
    expectRefused(temp.folder("moved"), /does not name this tree/);
  });

  it("alternates keep git from reading objects", () => {
    const victim = temp.folder("victim").repository({ secret: "CANARY" });
    const planted = temp.folder("planted").repository({ a: "1" });
    writeFileSync(planted.join(".git/objects/info/alternates"), `${victim.join(".git/objects")}\n`);
    expect(readRootLayout(planted.path)).toMatchObject({ kind: "git", places: { ownsObjects: false } });
    writeFileSync(planted.join(".git/objects/info/alternates"), "# none\n");
    expect(readRootLayout(planted.path)).toMatchObject({ kind: "git", places: { ownsObjects: true } });
  });
});

describe("inside", () => {
  it.each([
    ["/a/b", "/a/b/c", true],
    ["/a/b", "/a/b", false],
    ["/a/b", "/a/b-evil/c", false],
    ["/a/b", "/a", false],
    ["/a/b", "/a/b/..c", true],
    ["/", "/a", true],
  ])("%s: %s is %s", (folder, path, expected) => {
    expect(isInside(folder, path)).toBe(expected);
  });
});
