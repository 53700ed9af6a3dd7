/**
 * Which files a root holds: what git tracks, what it would track, and, where there is no git, what a walk finds.
 * Submodules and nested repositories are listed as repositories of their own. Git is asked for names alone: what lies
 * at a name is what the tree says, for git goes on calling a file a link or a submodule until somebody commits.
 */
import { realpathSync } from "node:fs";
import type { HashAlgorithm } from "../core/content-hash.ts";
import type { Problem } from "../core/errors.ts";
import { displayPath, parseRelPath, pathFromBytes, type RelPath } from "../core/rel-path.ts";
import { readHead } from "./git-head.ts";
import { type GitLayout, type PlainLayout, readRootLayout, readTreeLayout } from "./git-layout.ts";
import { whyIgnoreFilesStopGit } from "./ignore-file-guard.ts";
import type { Refusal, RootJail } from "./path-jail.ts";
import { askGit, type GitAnswer, type GitPlaces, splitByNul } from "./quiet-git.ts";
import { readUserExcludesFile } from "./user-excludes.ts";
import { TOOL_FOLDERS, unusableName, walkFolder } from "./walk-folder.ts";

export interface ListedFile {
  path: RelPath;
  /** `local`: not known to git, so it never leaves this machine. */
  origin: "tracked" | "local";
}

export interface UnlistedFile {
  path: RelPath;
  reason: "symlink" | "not-a-file" | "submodule-absent" | "unreadable-folder";
}

export interface Listing {
  /** In no particular order; a path appears once. */
  files: ListedFile[];
  unlisted: UnlistedFile[];
  problems: Problem[];
  /** Commit of the root's repository; null without one or before the first commit. */
  revision: string | null;
  /** What all worktrees of a clone share: the git folder; the root itself for a plain folder. */
  family: string;
  hashAlgorithm: HashAlgorithm;
  /** Git folders that were asked, as real paths: what is tracked or committed changes there. */
  gitFolders: string[];
}

/** A repository inside a repository inside ...: past this, the folders are passed over with a problem. */
const MAX_NESTING = 16;
const SUBMODULE_MODE = "160000";

interface NestedTree {
  path: RelPath;
  /** The repository around it, whose ignore files count when this turns out to be a folder of it. */
  within: RelPath | "";
  admitted: readonly string[];
  depth: number;
  isSubmodule: boolean;
}

export interface ListOptions {
  /** Names of tracked files where repositories lie now. Git says nothing of these before the files are removed. */
  replaced?: readonly RelPath[];
  /** Ignore files that an earlier scan saw. */
  ignoreFiles?: readonly RelPath[];
  /** List what ignore files leave out, too, but for folders that tools fill. */
  includesIgnored?: boolean;
}

/** What ignore files have to say. */
interface Ignoring {
  /** Those that are known of. */
  files: readonly RelPath[];
  isOff: boolean;
}

export async function listFiles(jail: RootJail, options: ListOptions = {}): Promise<Listing> {
  const layout = jail.root.isWellFormed() ? readRootLayout(jail.root) : unnamable(jail.root);
  const listing: Listing = {
    files: [],
    unlisted: [],
    problems: [],
    revision: null,
    family: layout.kind === "git" ? layout.family : jail.root,
    hashAlgorithm: layout.kind === "git" ? layout.objectFormat : "sha1",
    gitFolders: [],
  };
  const nested = (options.replaced ?? []).map(
    (path): NestedTree => ({ path, within: "", admitted: [], depth: 1, isSubmodule: false }),
  );
  const head = layout.kind === "git" ? readHead(layout.places) : null;
  const revision =
    layout.kind === "git" && head === "ask-git" ? askGit(layout.places, { ask: "head" }) : null;
  const ignoring: Ignoring = { files: options.ignoreFiles ?? [], isOff: options.includesIgnored ?? false };
  const isByGit = await listTree(jail, layout, { path: "", depth: 0 }, listing, nested, ignoring);
  for (let tree = nested.pop(); tree !== undefined; tree = nested.pop()) {
    await listNestedTree(jail, tree, listing, nested, ignoring);
  }
  // Where git could not be asked for files, it is not believed for the commit either.
  listing.revision = revision ? revisionFrom(await revision) : isByGit ? head : null;
  return listing;
}

function revisionFrom(answer: GitAnswer | null): string | null {
  const text = answer?.ok ? answer.bytes.toString("latin1").trim() : "";
  return /^[0-9a-f]{40,64}$/.test(text) ? text : null;
}

async function listNestedTree(
  jail: RootJail,
  tree: NestedTree,
  listing: Listing,
  nested: NestedTree[],
  ignoring: Ignoring,
): Promise<void> {
  const { path } = tree;
  const folder = jail.list(path);
  if (!folder.ok) {
    addWhatLiesThere(jail, path, folder, listing);
    return;
  }
  if (!folder.hasGitEntry) {
    // As git leaves a submodule that is not checked out; with files in it, it is a folder like any other.
    if (folder.entries.length === 0 && tree.isSubmodule) {
      listing.unlisted.push({ path, reason: "submodule-absent" });
    } else addWalked(jail, tree, listing, nested, ignoring.isOff ? null : tree.within);
    return;
  }
  if (tree.depth > MAX_NESTING) {
    const message = `${displayPath(path)} is nested in more than ${MAX_NESTING} repositories and is not read`;
    listing.problems.push({ code: "TREE_TOO_DEEP", message });
    return;
  }
  const place = `${jail.root === "/" ? "" : jail.root}/${path}`;
  const layout: GitLayout | PlainLayout = isRealPath(place)
    ? readTreeLayout(place, { folder: place, admitted: tree.admitted })
    : unnamable(path);
  const below = ignoring.files.filter((file) => file.startsWith(`${path}/`));
  await listTree(jail, layout, tree, listing, nested, { ...ignoring, files: below });
}

/** Git named a repository here and there is no folder: a file, a link or a FIFO took its place, or it is gone. */
function addWhatLiesThere(jail: RootJail, path: RelPath, refusal: Refusal, listing: Listing): void {
  const kind = jail.stat(path)?.kind;
  const isBehindLink = refusal.reason === "symlink" || refusal.reason === "outside-root";
  if (kind === undefined) {
    if (jail.isClosed(path)) listing.unlisted.push({ path, reason: "unreadable-folder" });
    return;
  }
  if (kind === "symlink" || isBehindLink) listing.unlisted.push({ path, reason: "symlink" });
  else if (kind === "other") listing.unlisted.push({ path, reason: "not-a-file" });
  // Git does not know this file, whatever it tracked here.
  else if (kind === "file") listing.files.push({ path, origin: "local" });
  else listing.unlisted.push({ path, reason: "unreadable-folder" });
}

function unnamable(path: string): PlainLayout {
  return {
    kind: "plain",
    problem: { code: "GIT_FAILED", message: `git cannot be given the name ${displayPath(path)}` },
  };
}

/** Also false for names that are not UTF-8, which Node cannot hand to git. */
function isRealPath(path: string): boolean {
  try {
    return realpathSync.native(path).replaceAll("\\", "/") === path;
  } catch {
    return false;
  }
}

/** Whether git told what is there. */
async function listTree(
  jail: RootJail,
  layout: GitLayout | PlainLayout,
  tree: { path: RelPath | ""; depth: number },
  listing: Listing,
  nested: NestedTree[],
  ignoring: Ignoring,
): Promise<boolean> {
  const rulesFrom = ignoring.isOff ? null : tree.path;
  if (layout.kind === "plain") {
    if (layout.problem !== null) listing.problems.push(layout.problem);
    addWalked(jail, tree, listing, nested, rulesFrom);
    return false;
  }
  listing.gitFolders.push(...new Set([layout.places.gitDir, layout.places.commonDir]));
  const answer = await askForEntries(layout.places, jail, ignoring);
  if (!answer.ok) {
    const code =
      answer.reason === "not-installed"
        ? "GIT_MISSING"
        : answer.reason === "refused"
          ? "GIT_DIR_REFUSED"
          : "GIT_FAILED";
    const message = `${answer.detail}; ${displayPath(tree.path) || "the root"} is read as a plain folder`;
    listing.problems.push({ code, message });
    addWalked(jail, tree, listing, nested, rulesFrom);
    return false;
  }
  const isPartOfTree = layout.places.folder !== layout.places.workTree;
  if (answer.bytes.length === 0 && isPartOfTree) {
    // The root lies in a folder that the repository around it ignores: it has nothing to say about it.
    addWalked(jail, tree, listing, nested, rulesFrom);
    return true;
  }
  addGitEntries(answer.bytes, tree, [layout.places.commonDir, layout.places.gitDir], listing, nested);
  return true;
}

function askForEntries(places: GitPlaces, jail: RootJail, { files, isOff }: Ignoring): Promise<GitAnswer> {
  if (isOff) return askGit(places, { ask: "entries", includesIgnored: true });
  const refusal = whyIgnoreFilesStopGit(places, jail, files);
  if (refusal !== null) return Promise.resolve({ ok: false, reason: "refused", detail: refusal });
  return askGit(places, { ask: "entries", excludesFile: readUserExcludesFile() });
}

function addGitEntries(
  bytes: Buffer,
  tree: { path: RelPath | ""; depth: number },
  admitted: readonly string[],
  listing: Listing,
  nested: NestedTree[],
): void {
  const prefix = tree.path === "" ? "" : `${tree.path}/`;
  const depth = tree.depth + 1;
  let previous = "";
  for (const record of decodeRecords(bytes)) {
    const isTracked = record.charCodeAt(0) !== 0x3f;
    const name = record.slice(isTracked ? record.indexOf("\t") + 1 : 2);
    // A path in conflict has one record per stage.
    if (name === previous) continue;
    previous = name;
    const isFolder = name.endsWith("/");
    const path = parseRelPath(prefix + (isFolder ? name.slice(0, -1) : name));
    if (path === null) {
      listing.problems.push(unusableName(tree.path, name));
      continue;
    }
    const mode = isTracked ? record.slice(2, 8) : "";
    if (isFolder || mode === SUBMODULE_MODE)
      nested.push({ path, within: tree.path, admitted, depth, isSubmodule: isTracked });
    else if (isTracked) listing.files.push({ path, origin: "tracked" });
    else if (!isInToolFolder(name)) listing.files.push({ path, origin: "local" });
  }
}

/** One decoding for all when every name is UTF-8, which is nearly always; otherwise name by name. */
function decodeRecords(bytes: Buffer): Iterable<string> {
  const text = bytes.toString("utf8");
  if (text.includes("\ufffd")) return [...splitByNul(bytes)].map(pathFromBytes);
  const records = text.split("\0");
  records.pop();
  return records;
}

function isInToolFolder(path: string): boolean {
  if (!path.includes("/")) return false;
  return path
    .split("/")
    .slice(0, -1)
    .some((part) => TOOL_FOLDERS.has(part));
}

function addWalked(
  jail: RootJail,
  tree: { path: RelPath | ""; depth: number },
  listing: Listing,
  nested: NestedTree[],
  rulesFrom: RelPath | "" | null,
): void {
  const walked = walkFolder(jail, tree.path, rulesFrom);
  for (const path of walked.files) listing.files.push({ path, origin: "local" });
  for (const path of walked.links) listing.unlisted.push({ path, reason: "symlink" });
  for (const path of walked.specials) listing.unlisted.push({ path, reason: "not-a-file" });
  for (const path of walked.closed) listing.unlisted.push({ path, reason: "unreadable-folder" });
  for (const path of walked.repositories) {
    nested.push({ path, within: tree.path, admitted: [], depth: tree.depth + 1, isSubmodule: false });
  }
  // Not push(...): a hostile tree can hold more problems than a call may have arguments.
  for (const problem of walked.problems) listing.problems.push(problem);
}
