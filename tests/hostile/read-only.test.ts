/** P2: nothing is written inside the working tree or `.git`. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { readRootLayout } from "../../src/workspace/git-layout.ts";
import { askGit, type GitRequest } from "../../src/workspace/quiet-git.ts";
import { NOTHING_BEFORE, scanWorkspace } from "../../src/workspace/scan.ts";

let temp: TempFolder;
let repo: TempFolder;
beforeAll(() => {
  temp = new TempFolder("clew-readonly");
  const library = temp.folder("library").repository({ "l.ts": "1" });
  repo = temp.folder("repo").repository({ "a.ts": "one", "dir/b.ts": "two", ".gitignore": "*.log\n" });
  repo.git("submodule", "--quiet", "add", library.path, "sub");
  repo.commit();
  repo.git("config", "core.untrackedCache", "true");
  repo.git("config", "core.splitIndex", "true");
  repo.git("config", "gc.auto", "1");
  // Stale times in the index invite git to refresh and rewrite it.
  utimesSync(repo.join("a.ts"), new Date(1_000_000), new Date(1_000_000));
  repo.write({ "new.ts": "three", "x.log": "four" });
  symlinkSync("a.ts", repo.join("link"));
});
afterAll(() => temp.remove());

/** Every entry with its inode, mode, times of content, and content. Access times are the reader's. */
function imageOf(folder: string): string {
  const lines: string[] = [];
  const visit = (path: string) => {
    const stats = lstatSync(path, { bigint: true });
    const content = stats.isSymbolicLink()
      ? readlinkSync(path)
      : stats.isFile()
        ? createHash("sha256").update(readFileSync(path)).digest("hex")
        : "";
    lines.push([path, stats.ino, stats.mode, stats.mtimeNs, stats.ctimeNs, stats.size, content].join(" "));
    if (stats.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
  };
  visit(folder);
  return lines.join("\n");
}

it("scans and every question to git leave the tree and .git untouched", async () => {
  const layout = readRootLayout(repo.path);
  if (layout.kind !== "git") throw new Error("not a repository");
  const head = repo.git("rev-parse", "HEAD").trim();
  const requests: GitRequest[] = [
    { ask: "head" },
    { ask: "entries" },
    { ask: "staged" },
    { ask: "revision", text: "HEAD" },
    { ask: "tree", revision: head },
    { ask: "objects", ids: [head] },
    { ask: "ignored" },
    { ask: "worktrees" },
  ];
  const before = imageOf(repo.path);
  for (const hash of ["lazy", "eager"] as const) {
    await scanWorkspace(
      repo.path,
      { detectLanguage: () => "typescript", maxBytes: () => 100, hash },
      NOTHING_BEFORE,
    );
  }
  for (const request of requests) expect((await askGit(layout.places, request)).ok).toBe(true);
  expect(imageOf(repo.path)).toBe(before);
});

it("negative control: plain git status rewrites the index", () => {
  const before = imageOf(repo.path);
  repo.git("status");
  expect(imageOf(repo.path)).not.toBe(before);
});
