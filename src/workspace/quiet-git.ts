/**
 * The one place that starts git. Opening a hostile repository with plain git runs code: `status` and `ls-files`
 * start `core.fsmonitor`, `diff` and `ls-files -m` run clean filters, a missing object in a planted partial clone
 * runs `core.sshCommand`. So only commands that were seen to stay quiet are possible here, with a fixed
 * environment and fixed overrides; tests/hostile holds a canary for every key that can start a program.
 */
import { devNull } from "node:os";
import { AppError } from "../core/errors.ts";
import { whyGitMustNotRead } from "./git-folder-guard.ts";
import { type GitAnswer, type GitCommand, type GitLimits, runGit } from "./run-git.ts";

export type { GitAnswer, GitLimits } from "./run-git.ts";

/** A repository whose places were verified by git-layout; git is told all of them and discovers nothing. */
export interface GitPlaces {
  /** Folder that git runs in: the work tree or a folder of it. Real path. */
  folder: string;
  workTree: string;
  gitDir: string;
  commonDir: string;
  /** False when objects may come from a repository that is not this one; then no object is read. */
  ownsObjects: boolean;
}

/** Everything git is ever asked. A request outside this type cannot be written, nor run. */
export type GitRequest =
  | { ask: "head" }
  /**
   * Tracked and untracked-but-not-ignored entries below `folder`, in `ls-files -t -s` form; with the user's own ignore file.
   * `includesIgnored`: ignored ones, too.
   */
  | { ask: "entries"; excludesFile?: string | null; includesIgnored?: boolean }
  /** Ignored entries, whole folders as one with a slash at the end; nothing inside them is looked at. */
  | { ask: "ignored"; excludesFile?: string | null }
  /** What is staged: mode, blob and path of every entry of the index below `folder`. */
  | { ask: "staged" }
  /** A revision in a user's words; only a strict grammar passes. */
  | { ask: "revision"; text: string }
  | { ask: "tree"; revision: string }
  | { ask: "objects"; ids: readonly string[] }
  /** Ids of the last commits without merges, newest first. */
  | { ask: "commits"; revision: string; most: number }
  /** Of each commit its id and what it changed in raw form, relative to `folder`; trees are compared, contents are not read. */
  | { ask: "changed-paths"; commits: readonly string[] }
  /** Paths that one commit has and another has under a new name, as git compares their contents; relative to `folder`. */
  | { ask: "renames"; before: string; after: string }
  /** Short names of the tags of a commit, ascending by version. */
  | { ask: "tags"; revision: string }
  | { ask: "worktrees" };

/**
 * A cold listing of a million files takes tens of seconds, few of them of processor time; output past half a gigabyte is
 * not a source tree.
 */
export const GIT_LIMITS: GitLimits = { timeoutMs: 120_000, maxBytes: 512 * 1024 * 1024, cpuSeconds: 30 };

const OVERRIDES: readonly string[] = [
  "core.fsmonitor=false",
  `core.hooksPath=${devNull}`,
  "safe.bareRepository=explicit",
  "core.bare=false",
  "core.untrackedCache=false",
  "core.pager=cat",
  "core.alternateRefsCommand=",
  // A program started by `ls-files` in the fork of git for virtual file systems.
  "core.virtualFilesystem=",
  "protocol.allow=never",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "log.showSignature=false",
];

/** Passed on when present; nothing else of the caller's environment is, so no GIT_*, SSH_* or PAGER. */
const INHERITED = [
  "PATH",
  "HOME",
  "XDG_CONFIG_HOME",
  "USERPROFILE",
  "SYSTEMROOT",
  "TMPDIR",
  "TEMP",
  "TMP",
] as const;

const FIXED_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_PAGER: "cat",
  GIT_ASKPASS: "",
  LC_ALL: "C",
};

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Names, `~2`, `^`, `@{1}`, full ids. No leading dash or dot, no colon (a path), no white space. */
const REVISION = /^[A-Za-z0-9_@][A-Za-z0-9_@{}~^/.+-]{0,254}$/;

/** The exact arguments of a request, after the fixed ones. Throws on anything that is not one of the known shapes. */
export function gitArguments(request: GitRequest): string[] {
  switch (request.ask) {
    case "head":
      return ["rev-parse", "--verify", "--quiet", "HEAD"];
    case "entries":
      return [
        ...["ls-files", "-z", "-t", "-s", "-c", "-o"],
        ...(request.includesIgnored ? [] : ["--exclude-standard"]),
        "--",
      ];
    case "ignored":
      return ["ls-files", "-z", "-o", "-i", "--exclude-standard", "--directory", "--"];
    case "staged":
      return ["ls-files", "-z", "-s", "-c", "--"];
    case "revision":
      if (!REVISION.test(request.text) || request.text.includes("..")) throw refused("is not a revision");
      return ["rev-parse", "--verify", "--quiet", "--end-of-options", request.text];
    case "tree":
      if (!OBJECT_ID.test(request.revision)) throw refused("is not an object id");
      return ["ls-tree", "-r", "-z", request.revision];
    case "objects":
      if (!request.ids.every((id) => OBJECT_ID.test(id))) throw refused("is not an object id");
      return ["cat-file", "--batch"];
    case "commits":
      if (!OBJECT_ID.test(request.revision)) throw refused("is not an object id");
      if (!Number.isSafeInteger(request.most) || request.most < 1) throw refused("is not a count");
      return ["rev-list", `--max-count=${request.most}`, "--no-merges", request.revision, "--"];
    case "changed-paths":
      if (!request.commits.every((id) => OBJECT_ID.test(id))) throw refused("is not an object id");
      return [
        "diff-tree",
        "--stdin",
        "-r",
        "-z",
        "--raw",
        "--relative",
        "--no-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--ignore-submodules=all",
      ];
    case "renames":
      if (![request.before, request.after].every((id) => OBJECT_ID.test(id)))
        throw refused("is not an object id");
      return [
        "diff-tree",
        "-r",
        "-z",
        "--raw",
        "--relative",
        "--find-renames",
        "-l400",
        "--diff-filter=R",
        "--no-ext-diff",
        "--no-textconv",
        "--ignore-submodules=all",
        request.before,
        request.after,
        "--",
      ];
    case "tags":
      if (!OBJECT_ID.test(request.revision)) throw refused("is not an object id");
      return [
        "for-each-ref",
        `--points-at=${request.revision}`,
        "--format=%(refname:strip=2)",
        "--sort=version:refname",
        "refs/tags",
      ];
    case "worktrees":
      return ["worktree", "list", "--porcelain", "-z"];
    default:
      throw refused("is not a known request");
  }
}

function refused(what: string): AppError {
  return new AppError("GIT_COMMAND_REFUSED", `the argument ${what}`, {
    hint: "give a branch, tag or commit id without options or paths",
  });
}

/** The whole environment of a git process. */
export function gitEnvironment(
  places: GitPlaces,
  own: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of INHERITED) {
    const value = own[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...FIXED_ENVIRONMENT, GIT_COMMON_DIR: places.commonDir };
}

/** The whole command of a request: fixed arguments, overrides, then what is asked. */
export function gitCommand(places: GitPlaces, request: GitRequest): GitCommand {
  const args = [
    "-C",
    places.folder,
    `--git-dir=${places.gitDir}`,
    `--work-tree=${places.workTree}`,
    "--no-pager",
    "--no-optional-locks",
    "--literal-pathspecs",
    ...[...OVERRIDES, ...ownExcludes(request)].flatMap((pair) => ["-c", pair]),
    ...gitArguments(request),
  ];
  return { args, env: gitEnvironment(places), input: inputOf(request) };
}

function inputOf(request: GitRequest): string {
  const ids =
    request.ask === "objects" ? request.ids : request.ask === "changed-paths" ? request.commits : [];
  return ids.map((id) => `${id}\n`).join("");
}

const READS_OBJECTS: ReadonlySet<GitRequest["ask"]> = new Set([
  "objects",
  "tree",
  "commits",
  "changed-paths",
  "renames",
  "tags",
]);

function ownExcludes(request: GitRequest): string[] {
  return (request.ask === "entries" || request.ask === "ignored") && request.excludesFile
    ? [`core.excludesFile=${request.excludesFile}`]
    : [];
}

/**
 * Runs one quiet command, between two looks at what it can read. Never throws for what a repository or the machine does;
 * only for a refused request.
 */
export async function askGit(
  places: GitPlaces,
  request: GitRequest,
  limits: GitLimits = GIT_LIMITS,
): Promise<GitAnswer> {
  const command = gitCommand(places, request);
  const readsObjects = READS_OBJECTS.has(request.ask);
  if (readsObjects && !places.ownsObjects) {
    return { ok: false, reason: "failed", detail: "objects may belong to another repository" };
  }
  // Node hands arguments over as UTF-8, so a folder whose name is not cannot be named to git.
  const named = [places.folder, places.workTree, places.gitDir, places.commonDir];
  if (!named.every((path) => path.isWellFormed())) {
    return { ok: false, reason: "failed", detail: "the folder's name is not UTF-8" };
  }
  const before = whyGitMustNotRead(places, readsObjects);
  if (before !== null) return refusedBecause(before);
  const answer = await runGit(command, limits);
  const after = whyGitMustNotRead(places, readsObjects);
  return after === null ? answer : refusedBecause(after);
}

function refusedBecause(detail: string): GitAnswer {
  return { ok: false, reason: "refused", detail: `the git folder ${detail}` };
}

/** Fields that end with NUL, as views into the buffer; a last one without its NUL is dropped as cut off. */
export function* splitByNul(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}
