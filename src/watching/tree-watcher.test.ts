/** Real files, real git, real watches: after every kind of change the watcher must not call the tree unchanged. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  stat,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { openRoot } from "../workspace/path-jail.ts";
import { scanWorkspace } from "../workspace/scan.ts";
import { sourceRules } from "../workspace/source-rules.ts";
import { TRUST_MS, TreeWatcher, type TreeWatcherOptions } from "./tree-watcher.ts";
import { whyNotWatchable } from "./watch-support.ts";

const SCAN = { include: [], exclude: [], hash: "lazy" as const, ...sourceRules({}) };

let scratch: TempFolder;
let watcher: TreeWatcher | null = null;
afterEach(() => {
  watcher?.close();
  scratch.remove();
});

function watchTree(root: string, options: Partial<TreeWatcherOptions> = {}): TreeWatcher {
  watcher = new TreeWatcher(openRoot(root), { onBurstEnded: () => {}, ...options });
  return watcher;
}

/** Scans until the scan is trusted; the first may find folders that were not watched yet. */
async function scan(root: string, watching: TreeWatcher): Promise<string[]> {
  for (let round = 0; round < 5; round += 1) {
    const mark = await watching.beforeScan();
    const seen = await scanWorkspace(root, SCAN);
    if (mark) watching.afterScan(mark, seen);
    await watching.settle();
    if (watching.isUnchanged()) return seen.files.map((file) => file.path);
  }
  throw new Error(`never trusted: ${JSON.stringify(watching.status)}`);
}

function makeRepository(): TempFolder {
  scratch = new TempFolder("clew-watching");
  const library = scratch.folder("library").repository({ "l.ts": "1" });
  const repo = scratch.folder("repo").repository({
    ".gitignore": "dist/\n*.log\n",
    "a.ts": "one",
    "deep/er/b.ts": "two",
    "logs/x.log": "only ignored content",
    "dist/forced/kept.ts": "tracked in an ignored folder",
  });
  repo.git("add", "-f", "dist/forced/kept.ts");
  repo.git("submodule", "--quiet", "add", library.path, "sub");
  repo.commit();
  repo.git("branch", "other");
  mkdirSync(repo.join("empty"));
  mkdirSync(repo.join("logs"), { recursive: true });
  repo.write({ "logs/y.log": "ignored", "dist/built.js": "ignored" });
  return repo;
}

describe("in a repository", () => {
  const changes: [name: string, change: (repo: TempFolder) => void][] = [
    ["a file written", (repo) => writeFileSync(repo.join("a.ts"), "new")],
    ["a file written with the same bytes", (repo) => writeFileSync(repo.join("a.ts"), "one")],
    ["a file appended to", (repo) => appendFileSync(repo.join("deep/er/b.ts"), "x")],
    ["a file cut", (repo) => truncateSync(repo.join("a.ts"), 1)],
    ["a file removed", (repo) => unlinkSync(repo.join("a.ts"))],
    ["a file moved", (repo) => renameSync(repo.join("a.ts"), repo.join("deep/a.ts"))],
    ["a mode changed", (repo) => chmodSync(repo.join("a.ts"), 0)],
    ["a link made", (repo) => symlinkSync("a.ts", repo.join("link.ts"))],
    ["a file in a folder that was empty", (repo) => writeFileSync(repo.join("empty/c.ts"), "3")],
    ["a file in a folder of ignored files", (repo) => writeFileSync(repo.join("logs/c.ts"), "3")],
    ["a folder made", (repo) => mkdirSync(repo.join("deep/new/folder"), { recursive: true })],
    ["a folder moved", (repo) => renameSync(repo.join("deep"), repo.join("moved"))],
    ["a folder removed", (repo) => rmSync(repo.join("deep"), { recursive: true })],
    ["a tracked file in an ignored folder", (repo) => writeFileSync(repo.join("dist/forced/kept.ts"), "4")],
    [
      "an ignored folder moved away with a tracked file",
      (repo) => renameSync(repo.join("dist"), scratch.join("away")),
    ],
    ["rules of what is ignored", (repo) => writeFileSync(repo.join(".gitignore"), "")],
    ["rules kept inside .git", (repo) => appendFileSync(repo.join(".git/info/exclude"), "a.ts\n")],
    ["the index", (repo) => void repo.write({ "new.ts": "" }).git("add", "new.ts")],
    ["a commit that changes no file", (repo) => void repo.git("commit", "-q", "--allow-empty", "-m", "x")],
    [
      "a reference set by hand",
      (repo) =>
        void repo.git(
          "update-ref",
          "refs/heads/main",
          repo.git("commit-tree", "-m", "y", "HEAD^{tree}").trim(),
        ),
    ],
    ["another branch with the same files", (repo) => void repo.git("checkout", "-q", "other")],
    ["a file of a submodule", (repo) => writeFileSync(repo.join("sub/l.ts"), "5")],
    ["the index of a submodule", (repo) => void repo.folder("sub").git("rm", "-q", "--cached", "l.ts")],
    ["a repository put inside", (repo) => void repo.folder("empty").repository({ "n.ts": "6" })],
  ];
  it.each(changes)("%s is noticed", async (_, change) => {
    const repo = makeRepository();
    const watching = watchTree(repo.path);
    await scan(repo.path, watching);
    expect(watching.isUnchanged()).toBe(true);
    change(repo);
    await watching.settle();
    expect(watching.isUnchanged()).toBe(false);
    await scan(repo.path, watching);
    expect(watching.isUnchanged()).toBe(true);
  });

  it("what happens in an ignored folder or in a tool's folder goes unnoticed, which saves scans", async () => {
    const repo = makeRepository();
    repo.write({ "node_modules/p/index.js": "1", "dist/deep/x.js": "1" });
    const watching = watchTree(repo.path);
    await scan(repo.path, watching);
    repo.write({ "node_modules/p/index.js": "2", "dist/deep/x.js": "2" });
    await watching.settle();
    expect(watching.isUnchanged()).toBe(true);
  });

  it("a folder that is removed and made anew is watched anew, even with the same inode", async () => {
    const repo = makeRepository();
    const watching = watchTree(repo.path);
    await scan(repo.path, watching);
    for (let round = 0; round < 8; round += 1) {
      rmSync(repo.join("deep"), { recursive: true });
      repo.write({ "deep/er/b.ts": `${round}` });
      await scan(repo.path, watching);
      writeFileSync(repo.join("deep/er/b.ts"), `edited ${round}`);
      await watching.settle();
      expect([round, watching.isUnchanged()]).toEqual([round, false]);
      await scan(repo.path, watching);
    }
  });

  it("a root that is replaced by another folder is noticed", async () => {
    const repo = makeRepository();
    const watching = watchTree(repo.path);
    await scan(repo.path, watching);
    renameSync(repo.path, scratch.join("elsewhere"));
    scratch.folder("repo").repository({ "z.ts": "1" });
    await watching.settle();
    expect(watching.isUnchanged()).toBe(false);
  });

  it("a root that is a part of its repository hears of the rules above it", async () => {
    const repo = makeRepository();
    const watching = watchTree(repo.join("deep"));
    expect(await scan(repo.join("deep"), watching)).toEqual(["er/b.ts"]);
    writeFileSync(repo.join(".gitignore"), "er/\n");
    await watching.settle();
    expect(watching.isUnchanged()).toBe(false);
  });
});

describe("settling", () => {
  it("counts what was written just before, a thousand times out of a thousand", async () => {
    scratch = new TempFolder("clew-watching").write({ "a.ts": "0", "b/c.ts": "0" });
    const watching = watchTree(scratch.path);
    await scan(scratch.path, watching);
    for (let round = 0; round < 1000; round += 1) {
      // Every other write comes from within the poll phase of the loop, whose own look at the queue is over by then.
      if (round % 4 < 2) await new Promise((resolve) => stat(scratch.path, resolve));
      writeFileSync(scratch.join(round % 2 ? "a.ts" : "b/c.ts"), String(round));
      await watching.settle();
      if (watching.isUnchanged()) expect.unreachable(`write ${round} was missed`);
      // Only the counting is on trial here, so the scan itself is left out.
      const mark = await watching.beforeScan();
      watching.afterScan(mark!, { files: [{ path: "a.ts" }], skipped: [], gitFolders: [] });
      expect(watching.isUnchanged()).toBe(true);
    }
  });

  it("counts what another process wrote before it spoke", async () => {
    scratch = new TempFolder("clew-watching").write({ "a.ts": "0" });
    const watching = watchTree(scratch.path);
    await scan(scratch.path, watching);
    const script = `
      const fs = require("node:fs");
      process.stdin.on("data", (go) => { fs.writeFileSync("a.ts", go); fs.writeSync(1, "done\\n"); });
    `;
    const writer = spawn(process.execPath, ["-e", script], {
      cwd: scratch.path,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface({ input: writer.stdout })[Symbol.asyncIterator]();
    for (let round = 0; round < 300; round += 1) {
      writer.stdin.write(String(round));
      await lines.next();
      await watching.settle();
      if (watching.isUnchanged()) expect.unreachable(`write ${round} was missed`);
      await scan(scratch.path, watching);
    }
    writer.stdin.end();
    await once(writer, "close");
  });
});

describe("a burst", () => {
  it("that overflows the queue of the kernel ends with a scan that sees every file", async () => {
    scratch = new TempFolder("clew-watching").write({ "a.ts": "0", "b/c.ts": "0" });
    let bursts = 0;
    const watching = watchTree(scratch.path, { onBurstEnded: () => (bursts += 1) });
    await scan(scratch.path, watching);
    // The loop stands still meanwhile, so the queue of 16,384 fills and the rest is dropped.
    const script = `for (let i = 0; i < 9000; i += 1) require("node:fs").writeFileSync("b/f" + i + ".ts", String(i))`;
    execFileSync(process.execPath, ["-e", script], { cwd: scratch.path });
    await watching.settle();
    expect(watching.isUnchanged()).toBe(false);
    expect(await scan(scratch.path, watching)).toHaveLength(9002);
    writeFileSync(scratch.join("b/f8999.ts"), "edited");
    await watching.settle();
    expect(watching.isUnchanged()).toBe(false);
    await expect.poll(() => bursts, { timeout: 30_000 }).toBeGreaterThan(0);
  });
});

describe("where watching cannot be relied on, every question scans", () => {
  it("with more folders than may be watched", async () => {
    scratch = new TempFolder("clew-watching").write({ "a/1.ts": "", "b/2.ts": "", "c/3.ts": "" });
    const watching = watchTree(scratch.path, { maxFolders: 3 });
    expect(await watching.beforeScan()).toBeNull();
    expect(watching.status).toEqual({ isWatching: false, reason: "more than 3 folders" });
    expect(watching.isUnchanged()).toBe(false);
    rmSync(scratch.join("c"), { recursive: true });
    expect(await watching.beforeScan()).toBeNull();
  });

  it("and it is tried again later", async () => {
    scratch = new TempFolder("clew-watching").write({ "a/1.ts": "", "b/2.ts": "", "c/3.ts": "" });
    let now = 1_000_000;
    const watching = watchTree(scratch.path, { maxFolders: 3, now: () => now });
    await watching.beforeScan();
    rmSync(scratch.join("c"), { recursive: true });
    now += 120_000;
    await scan(scratch.path, watching);
    expect(watching.status).toMatchObject({ isWatching: true, folders: 3 });
  });

  it("on other systems and on file systems of other machines", () => {
    scratch = new TempFolder("clew-watching");
    expect(whyNotWatchable(scratch.path, "darwin")).toMatch(/darwin/);
    expect(whyNotWatchable("/proc")).toMatch(/file system/);
    expect(whyNotWatchable(scratch.path)).toBeNull();
  });

  it("once a scan is too old", async () => {
    scratch = new TempFolder("clew-watching").write({ "a.ts": "" });
    let now = 1_000_000;
    const watching = watchTree(scratch.path, { now: () => now });
    await scan(scratch.path, watching);
    now += TRUST_MS - 1;
    expect(watching.isUnchanged()).toBe(true);
    now += 1;
    expect(watching.isUnchanged()).toBe(false);
  });
});
