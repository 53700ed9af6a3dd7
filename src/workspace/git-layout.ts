/**
 * Where a folder's repository lies, read by ourselves and believed only with proof. A `.git` file is content of the
 * tree: one that says `gitdir: /home/you/other/.git` makes git list and serve that repository. A place outside the
 * tree is accepted only when it names this tree in return, which whoever wrote the tree could not arrange.
 */
import { lstatSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { HashAlgorithm } from "../core/content-hash.ts";
import { AppError, type Problem } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import { readConfigValue } from "./git-config-text.ts";
import { borrowsObjects, readText } from "./git-files.ts";
import type { GitPlaces } from "./quiet-git.ts";

export interface GitLayout {
  kind: "git";
  places: GitPlaces;
  /** Equal for all worktrees of one clone: the real path of the shared git folder. */
  family: string;
  objectFormat: HashAlgorithm;
}

export interface PlainLayout {
  kind: "plain";
  /** Why a `.git` that is there is not used. */
  problem: Problem | null;
}

/** Read by ourselves before git is started; the rest is looked at by git-folder-guard whenever git is asked. */
const NEVER_LINKS = [
  "HEAD",
  "config",
  "config.worktree",
  "index",
  "objects",
  "refs",
  "packed-refs",
  "info",
  "modules",
];

/** The layout of a root, looking for a repository around it as git does. `root` is a real path. */
export function readRootLayout(root: string): GitLayout | PlainLayout {
  if (!hasDotGit(root) && looksLikeGitFolder(root)) {
    throw new AppError(
      "WORKSPACE_ROOT_IS_BARE",
      `${displayPath(root)} is a git folder without checked-out files`,
      {
        hint: "run `git worktree add <folder>` there and index that folder",
      },
    );
  }
  for (let folder = root; ; folder = dirname(folder)) {
    if (hasDotGit(folder)) {
      // A repository around the root could be planted by another user, in a shared folder such as /tmp.
      if (folder !== root && !isSameOwner(folder, root)) return { kind: "plain", problem: null };
      return readTreeLayout(folder, { folder: root, admitted: [] });
    }
    if (dirname(folder) === folder) return { kind: "plain", problem: null };
  }
}

export interface TreeOptions {
  /** Where git will run: the tree itself or a folder of it. */
  folder: string;
  /** Git folders of the enclosing repository: its submodules keep theirs below `modules/` there. */
  admitted: readonly string[];
}

/** The layout of a tree that has a `.git` of its own. `tree` is a real path. */
export function readTreeLayout(tree: string, options: TreeOptions): GitLayout | PlainLayout {
  try {
    const gitDir = findGitDir(tree, options.admitted);
    const commonDir = findCommonDir(gitDir);
    refuseLinks(gitDir);
    if (commonDir !== gitDir) refuseLinks(commonDir);
    if (readText(gitDir, "HEAD") === null || !isFolder(join(commonDir, "objects"))) {
      throw new Refused("is not a git folder");
    }
    const format = readConfigValue(readText(commonDir, "config") ?? "", "extensions", "objectformat");
    return {
      kind: "git",
      places: {
        folder: options.folder,
        workTree: tree,
        gitDir,
        commonDir,
        ownsObjects: !borrowsObjects(commonDir),
      },
      family: commonDir,
      objectFormat: format?.toLowerCase() === "sha256" ? "sha256" : "sha1",
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const message = `${displayPath(join(tree, ".git"))} ${error.message}; read as a plain folder`;
    return { kind: "plain", problem: { code: "GIT_DIR_REFUSED", message } };
  }
}

class Refused extends Error {}

function findGitDir(tree: string, admitted: readonly string[]): string {
  const dotGit = join(tree, ".git");
  const stats = lstatSync(dotGit, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return dotGit;
  if (!stats?.isFile()) throw new Refused("is a link or not a file");
  const text = readText(tree, ".git");
  const target = /^gitdir: ([^\n\r]+)\s*$/.exec(text ?? "")?.[1];
  if (target === undefined) throw new Refused("does not say where the git folder is");
  const gitDir = realPath(resolve(tree, target));
  if (gitDir === null) throw new Refused("points to nothing");
  const isOwn =
    isInside(tree, gitDir) ||
    admitted.some((folder) => isInside(join(folder, "modules"), gitDir)) ||
    namesTree(gitDir, tree);
  if (!isOwn) throw new Refused("points to a git folder outside that does not name this tree");
  return gitDir;
}

/** The back-link: a worktree's `gitdir` file, or `core.worktree` of a submodule opened on its own. */
function namesTree(gitDir: string, tree: string): boolean {
  const backLink = readText(gitDir, "gitdir")?.trim();
  if (backLink !== undefined && backLink !== "") {
    const named = resolve(gitDir, backLink);
    return named.endsWith(`${sep}.git`) && realPath(dirname(named)) === tree;
  }
  const workTree = readConfigValue(readText(gitDir, "config") ?? "", "core", "worktree");
  return workTree !== null && workTree !== "" && realPath(resolve(gitDir, workTree)) === tree;
}

/** A `commondir` is right only in `<common>/worktrees/<name>`; anywhere else it leads to another repository. */
function findCommonDir(gitDir: string): string {
  if (lstatSync(join(gitDir, "commondir"), { throwIfNoEntry: false }) === undefined) return gitDir;
  const text = readText(gitDir, "commondir")?.trim();
  const commonDir = text ? realPath(resolve(gitDir, text)) : null;
  if (commonDir === null || dirname(gitDir) !== join(commonDir, "worktrees")) {
    throw new Refused("shares a git folder that is not its own");
  }
  return commonDir;
}

function refuseLinks(gitDir: string): void {
  for (const name of NEVER_LINKS) {
    if (lstatSync(join(gitDir, name), { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new Refused(`has a link in place of ${name}`);
    }
  }
}

function hasDotGit(folder: string): boolean {
  return lstatSync(join(folder, ".git"), { throwIfNoEntry: false }) !== undefined;
}

function looksLikeGitFolder(folder: string): boolean {
  return (
    readText(folder, "HEAD") !== null && isFolder(join(folder, "objects")) && isFolder(join(folder, "refs"))
  );
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isSameOwner(folder: string, root: string): boolean {
  const owner = lstatSync(join(folder, ".git")).uid;
  return owner === process.getuid?.() || owner === lstatSync(root).uid;
}

/** By component: `root-evil` is not inside `root`. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
