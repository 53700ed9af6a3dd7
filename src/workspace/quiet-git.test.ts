import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { readRootLayout } from "./git-layout.ts";
import {
  askGit,
  GIT_LIMITS,
  type GitPlaces,
  type GitRequest,
  gitArguments,
  gitCommand,
  gitEnvironment,
  splitByNul,
} from "./quiet-git.ts";
import { runGit } from "./run-git.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder();
});
afterEach(() => temp.remove());

function placesOf(folder: TempFolder): GitPlaces {
  const layout = readRootLayout(folder.path);
  if (layout.kind !== "git") throw new Error(layout.problem?.message);
  return layout.places;
}

describe("asking git", () => {
  it("gives the commit of HEAD, or no for one that is unborn", async () => {
    const repo = temp.folder("repo").repository();
    expect(await askGit(placesOf(repo), { ask: "head" })).toMatchObject({ ok: false, reason: "no" });
    repo.write({ a: "1" });
    const commit = repo.commit();
    const answer = await askGit(placesOf(repo), { ask: "head" });
    expect(answer.ok && answer.bytes.toString().trim()).toBe(commit);
  });

  it("gives entries relative to the folder it was asked for", async () => {
    const repo = temp.folder("repo").repository({ "p/a": "1", "q/b": "2", ".gitignore": "*.log\n" });
    repo.write({ "p/new": "3", "p/x.log": "4" });
    const answer = await askGit(placesOf(repo.folder("p")), { ask: "entries" });
    const fields = answer.ok ? [...splitByNul(answer.bytes)].map(String) : [];
    expect(fields).toEqual(["? new", expect.stringMatching(/^H 100644 [0-9a-f]{40} 0\ta$/)]);
  });

  it("reads objects by id, also a tree and a named revision", async () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    const places = placesOf(repo);
    const id = repo.git("rev-parse", "HEAD:a").trim();
    const blob = await askGit(places, { ask: "objects", ids: [id] });
    expect(blob.ok && blob.bytes.toString()).toBe(`${id} blob 1\n1\n`);
    const commit = await askGit(places, { ask: "revision", text: "main~0" });
    const revision = commit.ok ? commit.bytes.toString().trim() : "";
    const tree = await askGit(places, { ask: "tree", revision });
    expect(tree.ok && tree.bytes.toString()).toBe(`100644 blob ${id}\ta\0`);
    const worktrees = await askGit(places, { ask: "worktrees" });
    expect(worktrees.ok && worktrees.bytes.toString()).toContain(`worktree ${repo.path}\0`);
  });

  it("reads no object when they may be another repository's", async () => {
    const victim = temp.folder("victim").repository({ secret: "CANARY" });
    const repo = temp.folder("repo").repository({ a: "1" });
    writeFileSync(repo.join(".git/objects/info/alternates"), `${victim.join(".git/objects")}\n`);
    const id = victim.git("rev-parse", "HEAD:secret").trim();
    const places = placesOf(repo);
    expect((await askGit(places, { ask: "objects", ids: [id] })).ok).toBe(false);
    const claimed = { ...places, ownsObjects: true };
    expect((await askGit(claimed, { ask: "objects", ids: [id] })).ok).toBe(false);
    const unguarded = await runGit(gitCommand(claimed, { ask: "objects", ids: [id] }), GIT_LIMITS);
    expect(unguarded.ok && unguarded.bytes.toString()).toContain("CANARY");
  });

  it("lists the tree it was told, whatever core.worktree and core.bare say", async () => {
    temp.write({ "elsewhere/outside": "CANARY" });
    const repo = temp.folder("repo").repository({ a: "1" });
    repo.git("config", "core.worktree", temp.join("elsewhere"));
    const moved = await askGit(placesOf(repo), { ask: "entries" });
    expect(moved.ok && moved.bytes.toString()).not.toContain("outside");
    repo.git("config", "--unset", "core.worktree");
    repo.git("config", "core.bare", "true");
    expect((await askGit(placesOf(repo), { ask: "entries" })).ok).toBe(true);
  });

  it("is stopped at its time limit and at its output limit", async () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    // A FIFO in place of an ignore file makes git wait for ever.
    execFileSync("mkfifo", [repo.join(".gitignore")]);
    const places = placesOf(repo);
    const slow = await askGit(places, { ask: "entries" }, { ...GIT_LIMITS, timeoutMs: 300 });
    expect(slow).toMatchObject({ ok: false, reason: "timeout" });
    const large = await askGit(places, { ask: "head" }, { ...GIT_LIMITS, maxBytes: 10 });
    expect(large).toMatchObject({ ok: false, reason: "too-much-output" });
  });

  it.skipIf(process.platform !== "linux")(
    "is stopped when it waits for a FIFO",
    async () => {
      const repo = temp.folder("repo").repository({ a: "1" });
      execFileSync("mkfifo", [repo.join(".gitignore")]);
      const started = performance.now();
      expect(await askGit(placesOf(repo), { ask: "entries" })).toMatchObject({
        ok: false,
        reason: "stalled",
      });
      expect(performance.now() - started).toBeLessThan(15_000);
    },
    30_000,
  );

  it("is stopped by the processor time that it may use", async () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    temp.write({ "bin/git": "#!/bin/sh\nwhile :; do :; done\n" });
    chmodSync(temp.join("bin/git"), 0o755);
    const places = placesOf(repo);
    const path = process.env.PATH;
    process.env.PATH = `${temp.join("bin")}:${path}`;
    try {
      expect(await askGit(places, { ask: "head" }, { ...GIT_LIMITS, cpuSeconds: 1 })).toMatchObject({
        ok: false,
        reason: "cpu-time",
      });
    } finally {
      process.env.PATH = path;
    }
  }, 30_000);

  it("says when git is not installed or the folder cannot be named to it", async () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    const places = placesOf(repo);
    const path = process.env.PATH;
    process.env.PATH = "/nonexistent";
    try {
      expect(await askGit(places, { ask: "head" })).toMatchObject({ ok: false, reason: "not-installed" });
    } finally {
      process.env.PATH = path;
    }
    expect(await askGit({ ...places, folder: "/\udcff" }, { ask: "head" })).toMatchObject({
      reason: "failed",
    });
  });

  it("does not start a git that lies in the tree or the current folder", async () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    repo.write({ git: `#!/bin/sh\ntouch ${temp.join("canary")}\n` });
    chmodSync(repo.join("git"), 0o755);
    const path = process.env.PATH;
    const folder = process.cwd();
    process.env.PATH = `.::${path}`;
    process.chdir(repo.path);
    try {
      expect((await askGit(placesOf(repo), { ask: "head" })).ok).toBe(true);
      expect(() => execFileSync("ls", [temp.join("canary")], { stdio: "ignore" })).toThrow();
      // Negative control: started from here, that PATH finds it.
      execFileSync("git", ["rev-parse", "HEAD"], { cwd: repo.path, stdio: "ignore" });
      execFileSync("ls", [temp.join("canary")], { stdio: "ignore" });
    } finally {
      process.chdir(folder);
      process.env.PATH = path;
    }
  });
});

describe("a request that could be read as an option", () => {
  it.each([
    { ask: "revision", text: "--output=/tmp/x" },
    { ask: "revision", text: "-c" },
    { ask: "revision", text: "HEAD:secret" },
    { ask: "revision", text: "main..other" },
    { ask: "revision", text: "a b" },
    { ask: "revision", text: "a\nb" },
    { ask: "revision", text: "" },
    { ask: "tree", revision: "--help" },
    { ask: "tree", revision: "HEAD" },
    { ask: "objects", ids: ["HEAD"] },
    { ask: "objects", ids: ["a".repeat(40), "-\n"] },
    { ask: "commits", revision: "HEAD", most: 10 },
    { ask: "commits", revision: "a".repeat(40), most: -1 },
    { ask: "changed-paths", commits: ["a".repeat(40), "--stdin"] },
    { ask: "renames", before: "a".repeat(40), after: "HEAD" },
    { ask: "renames", before: "--output=x", after: "a".repeat(40) },
    { ask: "status" } as unknown as GitRequest,
  ] as GitRequest[])("is refused: %j", (request) => {
    expect(() => gitArguments(request)).toThrowError(
      expect.objectContaining({ code: "GIT_COMMAND_REFUSED" }),
    );
  });
});

describe("the environment of git", () => {
  it("has nothing of the caller's GIT_* and always the guards", () => {
    const places = {
      folder: "/r",
      workTree: "/r",
      gitDir: "/r/.git",
      commonDir: "/r/.git",
      ownsObjects: true,
    };
    const env = gitEnvironment(places, {
      PATH: "/bin",
      GIT_DIR: "/evil",
      GIT_SSH_COMMAND: "x",
      PAGER: "x",
      LD_PRELOAD: "x",
    });
    expect(env).not.toHaveProperty("GIT_DIR");
    expect(Object.values(env)).not.toContain("x");
    expect(env).toMatchObject({
      PATH: "/bin",
      GIT_NO_LAZY_FETCH: "1",
      GIT_ALLOW_PROTOCOL: "none",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      LC_ALL: "C",
    });
  });
});
