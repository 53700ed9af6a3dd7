/** T1: opening a repository starts nothing that the repository, its author or the environment names. */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { readRootLayout } from "../../src/workspace/git-layout.ts";
import { askGit, type GitPlaces, type GitRequest, gitCommand } from "../../src/workspace/quiet-git.ts";
import { scanWorkspace } from "../../src/workspace/scan.ts";
import { Canaries } from "./canaries.ts";

const MISSING_OBJECT = "1234567890123456789012345678901234567890";

/** Every key whose value git may run; `!` marks shell form where git asks for it. */
const KEYS_WITH_PROGRAMS = [
  "core.fsmonitor",
  "core.sshCommand",
  "core.gitProxy",
  "core.pager",
  "core.editor",
  "core.askPass",
  "core.alternateRefsCommand",
  "core.virtualFilesystem",
  "sequence.editor",
  "pager.ls-files",
  "pager.rev-parse",
  "pager.cat-file",
  "pager.ls-tree",
  "pager.worktree",
  "diff.external",
  "diff.evil.command",
  "diff.evil.textconv",
  "merge.evil.driver",
  "filter.evil.clean",
  "filter.evil.smudge",
  "filter.evil.process",
  "gpg.program",
  "gpg.ssh.program",
  "gpg.ssh.defaultKeyCommand",
  "gpg.x509.program",
  "interactive.diffFilter",
  "uploadpack.packObjectsHook",
  "remote.origin.uploadpack",
  "remote.origin.receivepack",
  "trailer.evil.command",
  "trailer.evil.cmd",
  "tar.tgz.command",
  "web.browser",
  "browser.evil.cmd",
  "difftool.evil.cmd",
  "mergetool.evil.cmd",
  "man.evil.cmd",
  "imap.tunnel",
  "sendemail.smtpserver",
];
const KEYS_WITH_SHELL = [
  "alias.ls-files",
  "alias.rev-parse",
  "alias.cat-file",
  "credential.helper",
  "submodule.sub.update",
];
const HOOKS =
  `applypatch-msg fsmonitor-watchman post-applypatch post-checkout post-commit post-index-change post-merge
  post-rewrite pre-applypatch pre-auto-gc pre-commit pre-merge-commit pre-push pre-rebase prepare-commit-msg
  proc-receive push-to-checkout query-watchman reference-transaction update virtualFilesystem`.split(/\s+/);
const VARIABLES_WITH_PROGRAMS = [
  "GIT_SSH_COMMAND",
  "GIT_SSH",
  "GIT_EXTERNAL_DIFF",
  "GIT_PAGER",
  "GIT_EDITOR",
  "GIT_ASKPASS",
  "GIT_PROXY_COMMAND",
  "SSH_ASKPASS",
  "PAGER",
  "EDITOR",
];

let temp: TempFolder;
let canaries: Canaries;
let repo: TempFolder;
let places: GitPlaces;
const saved = { ...process.env };

function configText(keys: readonly string[], prefix: string): string {
  const lines = keys.map((key) => {
    const parts = key.split(".");
    const name = parts.at(-1)!;
    const header = parts.length === 2 ? `[${parts[0]}]` : `[${parts[0]} "${parts.slice(1, -1).join(".")}"]`;
    const bang = KEYS_WITH_SHELL.includes(key) ? "!" : "";
    return `${header}\n\t${name} = "${bang}${canaries.program(`${prefix} ${key}`)}"\n`;
  });
  return lines.join("");
}

beforeAll(() => {
  temp = new TempFolder("clew-hostile");
  canaries = new Canaries(temp.path);
  repo = temp.folder("repo").repository({
    "a.ts": "one",
    "sub/b.ts": "two",
    ".gitattributes": "* filter=evil diff=evil merge=evil\n",
  });
  // Same size, other content and time: a git that refreshes its index must run the clean filter.
  writeFileSync(repo.join("a.ts"), "eno");
  utimesSync(repo.join("a.ts"), new Date(0), new Date(0));
  repo.write({ "untracked.ts": "three" });
  appendFileSync(repo.join(".git/config"), configText([...KEYS_WITH_PROGRAMS, ...KEYS_WITH_SHELL], "config"));
  // A partial clone: a missing object is asked of the remote, by a program of the repository's choice.
  appendFileSync(
    repo.join(".git/config"),
    `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = ssh://evil.invalid/x\n\tpromisor = true\n\tpartialclonefilter = blob:none\n[protocol]\n\tallow = always\n[protocol "ext"]\n\tallow = always\n`,
  );
  writeFileSync(temp.join("included"), configText(["core.fsmonitor", "core.sshCommand"], "included"));
  appendFileSync(
    repo.join(".git/config"),
    `[include]\n\tpath = ${temp.join("included")}\n[includeIf "gitdir:${repo.path}/"]\n\tpath = ${temp.join("included")}\n[core]\n\thooksPath = ${temp.join("hooks")}\n`,
  );
  mkdirSync(temp.join("hooks"));
  for (const hook of HOOKS) {
    canaries.writeProgram(repo.join(".git/hooks", hook), `hook ${hook}`);
    canaries.writeProgram(temp.join("hooks", hook), `hooksPath ${hook}`);
  }
  temp.write({ "home/.gitconfig": configText([...KEYS_WITH_PROGRAMS, ...KEYS_WITH_SHELL], "home") });
  for (const name of VARIABLES_WITH_PROGRAMS) process.env[name] = canaries.program(`env ${name}`);
  Object.assign(process.env, {
    HOME: temp.join("home"),
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "core.fsmonitor",
    GIT_CONFIG_VALUE_0: canaries.program("env GIT_CONFIG_COUNT"),
    GIT_EXEC_PATH: temp.join("hooks"),
    GIT_TRACE: temp.join("marks/env GIT_TRACE"),
    GIT_DIR: "/nonexistent",
  });
  const layout = readRootLayout(repo.path);
  if (layout.kind !== "git") throw new Error(layout.problem?.message);
  places = layout.places;
});
afterAll(() => {
  process.env = saved;
  temp.remove();
});

function requests(): GitRequest[] {
  const head = repo.git("rev-parse", "HEAD").trim();
  canaries.seen();
  return [
    { ask: "head" },
    { ask: "entries" },
    { ask: "staged" },
    { ask: "revision", text: "main" },
    { ask: "revision", text: MISSING_OBJECT },
    { ask: "tree", revision: head },
    { ask: "tree", revision: MISSING_OBJECT },
    { ask: "objects", ids: [head, MISSING_OBJECT] },
    { ask: "commits", revision: head, most: 100 },
    { ask: "changed-paths", commits: [head] },
    { ask: "renames", before: head, after: head },
    { ask: "renames", before: head, after: MISSING_OBJECT },
    { ask: "ignored" },
    { ask: "tags", revision: head },
    { ask: "tags", revision: MISSING_OBJECT },
    { ask: "worktrees" },
  ];
}

describe("a repository with a program on every key", () => {
  it("starts none of them, whatever is asked", async () => {
    const started: string[] = [];
    const failed: string[] = [];
    for (const request of requests()) {
      const answer = await askGit(places, request);
      if (!answer.ok) failed.push(`${request.ask} ${answer.reason}`);
      started.push(...canaries.seen().map((mark) => `${request.ask}: ${mark}`));
    }
    expect(started).toEqual([]);
    // The questions that have an answer got it: quiet does not mean broken.
    expect(failed).toEqual(["tree failed", "renames failed"]);
  });

  it("is scanned and hashed without starting any", async () => {
    canaries.seen();
    const options = { detectLanguage: () => "typescript", maxBytes: () => 1_000, hash: "eager" } as const;
    const scan = await scanWorkspace(repo.path, options);
    expect(canaries.seen()).toEqual([]);
    expect(scan.problems).toEqual([]);
    expect(scan.files.map((file) => file.path)).toEqual([
      ".gitattributes",
      "a.ts",
      "sub/b.ts",
      "untracked.ts",
    ]);
  });

  it("is scanned without starting any when it is nested, a submodule or a worktree", async () => {
    const outer = temp.folder("outer").repository({ "o.ts": "1" });
    outer.folder("nested").repository({ "n.ts": "1" });
    appendFileSync(outer.join("nested/.git/config"), configText(["core.fsmonitor"], "nested"));
    const library = temp.folder("library").repository({ "l.ts": "1" });
    outer.git("submodule", "--quiet", "add", library.path, "sub");
    appendFileSync(outer.join(".git/modules/sub/config"), configText(["core.fsmonitor"], "submodule"));
    outer.git("worktree", "add", "-q", temp.join("second"), "-b", "second");
    appendFileSync(outer.join(".git/config"), configText(["core.fsmonitor"], "outer"));
    canaries.seen();
    const options = { detectLanguage: () => "typescript", maxBytes: () => 1_000, hash: "lazy" } as const;
    const scan = await scanWorkspace(outer.path, options);
    const second = await scanWorkspace(temp.join("second"), options);
    expect(canaries.seen()).toEqual([]);
    expect(scan.files.map((file) => file.path)).toEqual([".gitmodules", "nested/n.ts", "o.ts", "sub/l.ts"]);
    expect(second.files.map((file) => file.path)).toEqual(["o.ts"]);
  });

  it("hidden as a bare repository among the files is not opened", async () => {
    const outer = temp.folder("carrier").repository({ "o.ts": "1" });
    const bare = outer.folder("docs/hidden");
    bare.git("init", "-q", "--bare");
    appendFileSync(bare.join("config"), configText(["core.fsmonitor"], "bare"));
    canaries.seen();
    const options = { detectLanguage: () => "typescript", maxBytes: () => 1_000, hash: "lazy" } as const;
    await scanWorkspace(outer.path, options);
    await scanWorkspace(outer.join("docs"), options);
    await expect(scanWorkspace(bare.path, options)).rejects.toMatchObject({ code: "WORKSPACE_ROOT_IS_BARE" });
    expect(canaries.seen()).toEqual([]);
  });
});

describe("negative control: without the guards", () => {
  const plainEnvironment = () => ({ PATH: saved.PATH, HOME: "/nonexistent" });

  it.each([
    { args: ["ls-files", "-o"], mark: "config core.fsmonitor" },
    { args: ["status"], mark: "config filter.evil.process" },
    { args: ["diff"], mark: "config filter.evil.process" },
    { args: ["hash-object", "a.ts"], mark: "config filter.evil.process" },
    { args: ["cat-file", "-p", MISSING_OBJECT], mark: "config core.sshCommand" },
  ])("git $args starts $mark", ({ args, mark }) => {
    canaries.seen();
    // The last value of a key wins, so the included file's programs would hide the repository's own.
    const own = mark.startsWith("config core.") ? ["-c", `${mark.slice(7)}=${canaries.program(mark)}`] : [];
    spawnSync("git", [...own, ...args], { cwd: repo.path, env: plainEnvironment() });
    expect(canaries.seen()).toContain(mark);
  });

  it("our own listing without its override starts the file system monitor", () => {
    const { args, env } = gitCommand(places, { ask: "entries" });
    const at = args.indexOf("core.fsmonitor=false");
    const unguarded = args.toSpliced(at - 1, 2);
    canaries.seen();
    spawnSync("git", unguarded, { env });
    expect(canaries.seen()).toContain("included core.fsmonitor");
  });

  it("our own reading of objects without its protocol guards starts the ssh command", () => {
    const { args, env, input } = gitCommand(places, { ask: "objects", ids: [MISSING_OBJECT] });
    const at = args.indexOf("protocol.allow=never");
    const unguarded = args.toSpliced(at - 1, 2);
    const { GIT_ALLOW_PROTOCOL: _protocol, GIT_NO_LAZY_FETCH: _fetch, ...rest } = env;
    canaries.seen();
    spawnSync("git", unguarded, { env: rest, input });
    expect(canaries.seen()).toContain("included core.sshCommand");
  });

  it("our own listing with the user's configuration and environment starts theirs", () => {
    const clean = temp.folder("clean").repository({ "a.ts": "1" });
    canaries.seen();
    spawnSync("git", ["ls-files", "-o"], {
      cwd: clean.path,
      env: { PATH: saved.PATH, HOME: temp.join("home") },
    });
    expect(canaries.seen()).toContain("home core.fsmonitor");
    rmSync(clean.path, { recursive: true });
  });
});
