/**
 * What lies below `.git` is the author's, too. Every file and folder there is replaced in turn by a link to the same place
 * of another repository and by a FIFO: nothing of that repository is told, and nothing waits.
 */
import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { readRootLayout } from "../../src/workspace/git-layout.ts";
import { readTree } from "../../src/workspace/git-objects.ts";
import { askGit, type GitAnswer, type GitRequest } from "../../src/workspace/quiet-git.ts";
import { NOTHING_BEFORE, scanWorkspace } from "../../src/workspace/scan.ts";

const OPTIONS = { detectLanguage: () => "typescript", maxBytes: () => 2_000_000, hash: "lazy" } as const;
const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder("clew-gitfolder");
});
afterEach(() => temp.remove());

/** With loose and packed objects and references, reflogs, a commit graph and a second worktree. */
function fullRepository(name: string, file: string): TempFolder {
  const repo = temp.folder(name).repository({ [file]: "one", ".gitignore": "*.o\n" });
  repo.git("tag", "first");
  repo.git("branch", "topic/one");
  repo.git("config", "extensions.worktreeConfig", "true");
  repo.git("gc", "-q");
  repo.git("commit-graph", "write", "--reachable");
  repo.write({ [`more-${file}`]: "two" }).commit();
  repo.git("branch", "topic/two");
  repo.git("worktree", "add", "-q", temp.join(`${name}-second`), "-b", "second");
  repo.git("config", "--worktree", "core.abbrev", "12");
  return repo;
}

/** Written by git and read by nothing that is asked here. */
const UNREAD = /^(hooks|modules|lfs|annex|svn|rr-cache)(\/|$)/;

function entriesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((n) => !UNREAD.test(n));
}

/** What the trees of HEAD and of another commit hold, what is tracked, and all that is said on the way. */
async function tell(root: string, foreign?: string): Promise<string> {
  const layout = readRootLayout(root);
  const said: unknown[] = [layout];
  if (layout.kind === "git") {
    const requests: GitRequest[] = [
      { ask: "head" },
      { ask: "entries" },
      { ask: "staged" },
      { ask: "ignored" },
      { ask: "revision", text: "topic/two" },
      { ask: "revision", text: "HEAD@{1}" },
      { ask: "worktrees" },
    ];
    const answers: GitAnswer[] = [];
    for (const request of requests) answers.push(await askGit(layout.places, request));
    said.push(...answers.map((answer) => (answer.ok ? answer.bytes.toString() : answer.detail)));
    const head = answers[0]?.ok ? answers[0].bytes.toString().trim() : undefined;
    for (const commit of [head, foreign]) {
      if (commit) said.push([...(await readTree(layout.places, commit).catch((error) => [String(error)]))]);
    }
  }
  said.push(await scanWorkspace(root, OPTIONS));
  return JSON.stringify(said, (_, value) => (typeof value === "bigint" ? `${value}` : value));
}

describe("every place below .git", () => {
  it("as a link to another repository tells nothing of that repository", async () => {
    const victim = fullRepository("victim", "CANARY-name.ts");
    const planted = fullRepository("planted", "own.ts");
    const foreign = victim.git("rev-parse", "HEAD").trim();
    const told: string[] = [];
    let tried = 0;
    for (const name of [...entriesBelow(victim.join(".git")), ...entriesBelow(planted.join(".git"))]) {
      const place = planted.join(".git", name);
      const target = victim.join(".git", name);
      if (!existsSync(target) && !existsSync(place)) continue;
      if (existsSync(place)) renameSync(place, temp.join("kept"));
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(existsSync(target) ? target : victim.join(".git/HEAD"), place);
      const text = await tell(planted.path, foreign);
      if (text.includes("CANARY")) told.push(name);
      if (!/refused|REFUSED|link in place|not a git folder|is a link/.test(text))
        told.push(`${name} unnoticed`);
      rmSync(place);
      if (existsSync(temp.join("kept"))) renameSync(temp.join("kept"), place);
      tried += 1;
    }
    expect(told).toEqual([]);
    expect(tried).toBeGreaterThan(40);
    expect(await tell(planted.path)).not.toMatch(/REFUSED/);
  }, 120_000);

  it("as a FIFO keeps nobody waiting", async () => {
    const planted = fullRepository("planted", "own.ts");
    const slow: string[] = [];
    for (const name of entriesBelow(planted.join(".git"))) {
      const place = planted.join(".git", name);
      renameSync(place, temp.join("kept"));
      execFileSync("mkfifo", [place]);
      const started = performance.now();
      const text = await tell(planted.path);
      if (performance.now() - started > 3_000) slow.push(name);
      if (!/FIFO|not a git folder|link or not a file|not its own/.test(text)) slow.push(`${name} unnoticed`);
      rmSync(place);
      renameSync(temp.join("kept"), place);
    }
    expect(slow).toEqual([]);
  }, 120_000);

  it("as a link stays unread by another worktree and by a submodule", async () => {
    const victim = fullRepository("victim", "CANARY-name.ts");
    const planted = fullRepository("planted", "own.ts");
    rmSync(planted.join(".git/refs/heads"), { recursive: true });
    symlinkSync(victim.join(".git/refs/heads"), planted.join(".git/refs/heads"));
    const second = await scanWorkspace(temp.join("planted-second"), OPTIONS);
    expect(second.problems.map((problem) => problem.code)).toEqual(["GIT_DIR_REFUSED"]);
    const outer = temp.folder("outer").repository({ "o.ts": "1" });
    outer.git("submodule", "--quiet", "add", victim.path, "sub");
    expect((await scanWorkspace(outer.path, OPTIONS)).problems).toEqual([]);
    rmSync(outer.join(".git/modules/sub/objects/pack"), { recursive: true, force: true });
    symlinkSync(victim.join(".git/objects/pack"), outer.join(".git/modules/sub/objects/pack"));
    expect((await scanWorkspace(outer.path, OPTIONS)).problems).toMatchObject([{ code: "GIT_DIR_REFUSED" }]);
  });

  it("may be a link or a socket where git does not look: hooks, lfs", async () => {
    const repo = fullRepository("repo", "own.ts");
    temp.write({ "shared/pre-commit": "" });
    rmSync(repo.join(".git/hooks"), { recursive: true, force: true });
    symlinkSync(temp.join("shared"), repo.join(".git/hooks"));
    symlinkSync(temp.join("shared"), repo.join(".git/lfs"));
    const scan = await scanWorkspace(repo.path, OPTIONS);
    expect(scan.problems).toEqual([]);
    expect(scan.files.map((file) => file.origin)).toEqual(["tracked", "tracked", "tracked"]);
  });

  it("swapped while git reads makes its answer void", async () => {
    const victim = fullRepository("victim", "CANARY-name.ts");
    const planted = fullRepository("planted", "own.ts");
    const layout = readRootLayout(planted.path);
    if (layout.kind !== "git") throw new Error("no git");
    const asked = askGit(layout.places, { ask: "entries" });
    renameSync(planted.join(".git/index"), planted.join(".git/kept"));
    symlinkSync(victim.join(".git/index"), planted.join(".git/index"));
    expect(await asked).toMatchObject({ ok: false, reason: "refused" });
  });
});

describe("a configuration", () => {
  it.each([
    ["includes a FIFO", (fifo: string) => `[include]\n\tpath = ${fifo}\n`],
    ["includes a FIFO on a condition", (fifo: string) => `[includeIf "gitdir:/"]\n\tpath = "${fifo}"\n`],
    ["includes a FIFO by a name from its own folder", () => "[INCLUDE] path = ../../fifo\n"],
    ["includes a file that includes a FIFO", () => "[include]\n\tpath = ../../second\n"],
    ["includes a link to a FIFO", () => "[include]\n\tpath = ../../linked\n"],
    ["includes itself", () => "[include]\n\tpath = config\n"],
    ["names a FIFO as list of excludes", (fifo: string) => `[core]\n\texcludesFile = ${fifo}\n`],
    ["names a device as list of excludes", () => "[core]\n\texcludesFile = /dev/zero\n"],
  ])("that %s keeps nobody waiting", async (_, text) => {
    const repo = temp.folder("repo").repository({ "a.ts": "1" });
    execFileSync("mkfifo", [temp.join("fifo")]);
    temp.write({ second: "[include]\n\tpath = fifo\n" });
    symlinkSync("fifo", temp.join("linked"));
    appendFileSync(repo.join(".git/config"), text(temp.join("fifo")));
    const started = performance.now();
    const scan = await scanWorkspace(repo.path, OPTIONS);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(scan.problems).toMatchObject([{ code: "GIT_DIR_REFUSED" }]);
    expect(scan.files.map((file) => file.path)).toEqual(["a.ts"]);
  });

  it("that includes a file goes on working", async () => {
    const repo = temp.folder("repo").repository({ "a.ts": "1" });
    temp.write({ second: "[core]\n\tabbrev = 12\n" });
    appendFileSync(repo.join(".git/config"), "[include]\n\tpath = ../../second\n\tpath = ../../absent\n");
    expect((await scanWorkspace(repo.path, OPTIONS)).problems).toEqual([]);
  });
});

describe("an ignore file", () => {
  const costly = `${"*q".repeat(30)}z\n`;
  const name = "q".repeat(240);

  it.each([
    [".gitignore", "FIFO"],
    [".gitignore", "pattern"],
    [".git/info/exclude", "FIFO"],
    [".git/info/exclude", "pattern"],
  ])("%s with a %s does not stop an answer", async (file, kind) => {
    const repo = temp.folder("repo").repository({ "a.ts": "1", [`${name}.ts`]: "2" });
    repo.write({ [name]: "" });
    rmSync(repo.join(file), { force: true });
    if (kind === "FIFO") execFileSync("mkfifo", [repo.join(file)]);
    else writeFileSync(repo.join(file), costly);
    const started = performance.now();
    const scan = await scanWorkspace(repo.path, OPTIONS);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(scan.problems.map((problem) => problem.code)).toContain("GIT_DIR_REFUSED");
    expect(scan.files.map((found) => found.path)).toContain("a.ts");
  });

  it.skipIf(process.platform !== "linux")(
    "deep in the tree stops git once, and is known the next time",
    async () => {
      const repo = temp.folder("repo").repository({ "a.ts": "1", "deep/er/b.ts": "2" });
      execFileSync("mkfifo", [repo.join("deep/er/.gitignore")]);
      const first = await scanWorkspace(repo.path, OPTIONS);
      expect(first.problems.map((problem) => problem.code)).toEqual(["GIT_FAILED", "IGNORE_FILE_UNREADABLE"]);
      const previous = {
        ...NOTHING_BEFORE,
        skipped: new Map(first.skipped.map((file) => [file.path, file])),
      };
      const started = performance.now();
      const second = await scanWorkspace(repo.path, OPTIONS, previous);
      expect(performance.now() - started).toBeLessThan(2_000);
      expect(second.problems[0]!.code).toBe("GIT_DIR_REFUSED");
      rmSync(repo.join("deep/er/.gitignore"));
      expect((await scanWorkspace(repo.path, OPTIONS, previous)).problems).toEqual([]);
    },
    30_000,
  );
});

describe.skipIf(process.platform !== "linux")("a clew that is killed", () => {
  it("leaves no git behind, neither one that waits nor one that computes", async () => {
    const waiting = temp.folder("waiting").repository({ "a.ts": "1", "deep/b.ts": "2" });
    execFileSync("mkfifo", [waiting.join("deep/.gitignore")]);
    const child = spawn(process.execPath, [CLI, "index", waiting.path], {
      env: { ...process.env, CLEW_HOME: temp.join("home") },
      stdio: "ignore",
    });
    await until(() => gitsBelow(temp.path).length > 0);
    child.kill("SIGKILL");
    await until(() => gitsBelow(temp.path).length === 0);
  }, 60_000);
});

/** Processes named git that were told of a folder. */
function gitsBelow(folder: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return (
        command.some((part) => part.startsWith(`--git-dir=${folder}`)) &&
        lstatSync(`/proc/${pid}`).isDirectory()
      );
    } catch {
      return false;
    }
  });
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (isSo()) return;
    await sleep(50);
  }
  throw new Error("it did not come to pass");
}
