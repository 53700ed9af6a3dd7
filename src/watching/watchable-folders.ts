/**
 * The folders in which a change can alter what a scan finds. Rather one too many than one too few: a folder is passed
 * over only when no scan would list an untracked file in it, and folders with tracked files are added by the caller.
 */
import { dirname, join } from "node:path";
import { parseRelPath, type RelPath } from "../core/rel-path.ts";
import { readRootLayout } from "../workspace/git-layout.ts";
import { whyIgnoreFilesStopGit } from "../workspace/ignore-file-guard.ts";
import { IgnoreRules } from "../workspace/ignore-rules.ts";
import type { RootJail } from "../workspace/path-jail.ts";
import { askGit, GIT_LIMITS, type GitPlaces } from "../workspace/quiet-git.ts";
import { readUserExcludesFile } from "../workspace/user-excludes.ts";
import { MAX_DEPTH, MAX_IGNORE_FILE_BYTES, TOOL_FOLDERS } from "../workspace/walk-folder.ts";

/** `visit` is called with a full path before the folder is listed, so that nothing made in between is missed. */
export type VisitFolder = (path: string) => "go-on" | "stop";

/** Without an answer more folders are watched than need be. */
const LIMITS = { ...GIT_LIMITS, cpuSeconds: 10 };

interface Waiting {
  folder: RelPath | "";
  depth: number;
  /** In a repository inside the tree; its own rules are not read, so nothing in it is taken for ignored. */
  isNested: boolean;
}

export async function visitWatchableFolders(jail: RootJail, visit: VisitFolder): Promise<void> {
  const layout = readRootLayout(jail.root);
  const ignoredByGit = layout.kind === "git" ? await foldersIgnoredByGit(layout.places, jail) : null;
  if (layout.kind === "git" && !visitAncestors(jail.root, layout.places.workTree, visit)) return;
  const rules = new IgnoreRules();
  const waiting: Waiting[] = [{ folder: "", depth: 0, isNested: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { folder, depth } = next;
    if (visit(fullPath(jail.root, folder)) === "stop") return;
    const listed = jail.list(folder);
    if (!listed.ok) continue;
    const isNested = next.isNested || (folder !== "" && listed.hasGitEntry);
    if (!isNested && listed.entries.some((entry) => entry.name === ".gitignore"))
      readRules(jail, folder, rules);
    for (const entry of listed.entries) {
      if (entry.kind !== "directory" || TOOL_FOLDERS.has(entry.name) || depth >= MAX_DEPTH) continue;
      const path = parseRelPath(folder === "" ? entry.name : `${folder}/${entry.name}`);
      if (path === null) continue;
      // In a repository both must agree: git lists a folder as ignored also when only its present content is.
      const isIgnored =
        !isNested && rules.isFolderIgnored(path) && (ignoredByGit === null || ignoredByGit.has(path));
      if (!isIgnored) waiting.push({ folder: path, depth: depth + 1, isNested });
    }
  }
}

/** Ignore files above a root that is only part of its repository have a say in it. */
function visitAncestors(root: string, workTree: string, visit: VisitFolder): boolean {
  for (let at = root; at !== workTree && at !== dirname(at); ) {
    at = dirname(at);
    if (visit(at) === "stop") return false;
  }
  return true;
}

async function foldersIgnoredByGit(places: GitPlaces, jail: RootJail): Promise<ReadonlySet<string>> {
  if (whyIgnoreFilesStopGit(places, jail, []) !== null) return new Set();
  const answer = await askGit(places, { ask: "ignored", excludesFile: readUserExcludesFile() }, LIMITS);
  if (!answer.ok) return new Set();
  const entries = answer.bytes.toString("utf8").split("\0");
  return new Set(entries.filter((entry) => entry.endsWith("/")).map((entry) => entry.slice(0, -1)));
}

function readRules(jail: RootJail, folder: RelPath | "", rules: IgnoreRules): void {
  const path = parseRelPath(folder === "" ? ".gitignore" : `${folder}/.gitignore`);
  const read = path && jail.read(path, { maxBytes: MAX_IGNORE_FILE_BYTES });
  if (read?.ok) rules.add(folder, read.bytes.toString("utf8"));
}

function fullPath(root: string, folder: RelPath | ""): string {
  return folder === "" ? root : join(root, folder);
}
