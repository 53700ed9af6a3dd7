import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { readHead } from "./git-head.ts";
import { readRootLayout } from "./git-layout.ts";

let temp: TempFolder;
let repo: TempFolder;
beforeEach(() => {
  temp = new TempFolder();
  repo = temp.folder("repo").repository({ a: "1" });
});
afterEach(() => temp.remove());

function headOf(folder: TempFolder): string | null {
  const layout = readRootLayout(folder.path);
  if (layout.kind !== "git") throw new Error("no repository");
  return readHead(layout.places);
}

describe("the commit of HEAD is what git says", () => {
  it("on a branch, loose or packed, moved after it was packed", () => {
    expect(headOf(repo)).toBe(repo.git("rev-parse", "HEAD").trim());
    repo.git("branch", "main2");
    repo.git("pack-refs", "--all");
    expect(headOf(repo)).toBe(repo.git("rev-parse", "HEAD").trim());
    repo.write({ b: "2" }).commit();
    expect(headOf(repo)).toBe(repo.git("rev-parse", "HEAD").trim());
  });

  it("on a branch in folders, at a tag's commit, before the first commit", () => {
    repo.git("switch", "-q", "-c", "fix/deep/it.2");
    expect(headOf(repo)).toBe(repo.git("rev-parse", "HEAD").trim());
    repo.git("checkout", "-q", "--detach");
    expect(headOf(repo)).toBe(repo.git("rev-parse", "HEAD").trim());
    expect(headOf(temp.folder("unborn").repository())).toBe(null);
  });

  it("in another worktree, which has a HEAD and no branches of its own", () => {
    repo.git("worktree", "add", "-q", "-b", "other", "../other");
    const other = temp.folder("other").write({ c: "3" });
    const made = other.commit();
    expect(headOf(other)).toBe(made);
    expect(headOf(repo)).not.toBe(made);
  });

  it("with longer ids", () => {
    const long = temp.folder("long");
    long.git("init", "-q", "--object-format=sha256");
    const made = long.write({ a: "1" }).commit();
    expect(made).toHaveLength(64);
    expect(headOf(long)).toBe(made);
  });
});

describe("git is asked", () => {
  it("about a branch that stands for another, or whose name is not plain", () => {
    repo.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
    repo.git("symbolic-ref", "HEAD", "refs/heads/alias");
    expect(headOf(repo)).toBe("ask-git");
    repo.git("symbolic-ref", "HEAD", "refs/heads/größe");
    expect(headOf(repo)).toBe("ask-git");
    repo.write({ ".git/HEAD": "ref: refs/heads/.invalid\n" });
    expect(headOf(repo)).toBe("ask-git");
    repo.write({ ".git/HEAD": "ref: refs/heads/../../../../other\n" });
    expect(headOf(repo)).toBe("ask-git");
  });

  it("when something else lies in place of the branch", () => {
    const branch = repo.join(".git/refs/heads/main");
    rmSync(branch);
    symlinkSync("/etc/passwd", branch);
    expect(headOf(repo)).toBe("ask-git");
    rmSync(branch);
    mkdirSync(branch);
    expect(headOf(repo)).toBe("ask-git");
    rmSync(branch, { recursive: true });
    repo.write({ ".git/refs/heads/main": "not an id\n" });
    expect(headOf(repo)).toBe("ask-git");
  });
});
