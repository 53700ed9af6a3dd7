/**
 * Deciding, apart from doing: a pure function from what the tree is and what the index holds to what must happen.
 */
import type { ContentHash } from "../core/content-hash.ts";
import { type FileStamp, isSameStamp } from "../core/file-stamp.ts";
import { comparePaths, type RelPath } from "../core/rel-path.ts";
import type { SkippedFile, ViewFile } from "../storage/contract.ts";
import type { ScannedFile } from "../workspace/scan.ts";

export interface IndexedState {
  files: readonly ViewFile[];
  skipped: readonly SkippedFile[];
}

export interface TreeState {
  files: readonly ScannedFile[];
  /** By name, by kind, or for a content that has not changed since; the others are found while reading. */
  skipped: readonly SkippedFile[];
}

export interface UpdatePlan {
  /** Same content, language, extractor, stamp and origin: nothing to do. */
  unchanged: ViewFile[];
  /** Same content, but the stamp or origin is news and must be written. */
  restamped: { before: ViewFile; now: ScannedFile }[];
  /** New paths, new content, or facts of an older extractor. */
  changed: ScannedFile[];
  removed: RelPath[];
  upsertSkipped: SkippedFile[];
  removeSkipped: RelPath[];
}

export function planUpdate(indexed: IndexedState, tree: TreeState, extractor: string): UpdatePlan {
  const before = new Map(indexed.files.map((file) => [file.path, file]));
  const skippedBefore = new Map(indexed.skipped.map((file) => [file.path, file]));
  const plan: UpdatePlan = {
    unchanged: [],
    restamped: [],
    changed: [],
    removed: [],
    upsertSkipped: [],
    removeSkipped: [],
  };
  for (const now of tree.files) {
    const file = before.get(now.path);
    if (file && isSameContent(file, now, extractor)) {
      if (file.origin === now.origin && equalStamps(file.stamp, now.stamp)) plan.unchanged.push(file);
      else plan.restamped.push({ before: file, now });
    } else {
      plan.changed.push(now);
    }
  }
  planSkipped(plan, skippedBefore, tree.skipped);
  planRemovals(plan, before, skippedBefore, tree);
  return plan;
}

/** Whether there is nothing to write: no stamp before and none now is no news either. */
function equalStamps(a: FileStamp | null, b: FileStamp | null): boolean {
  return a === null || b === null ? a === b : isSameStamp(a, b);
}

function isSameContent(file: ViewFile, now: ScannedFile, extractor: string): boolean {
  return file.hash === now.hash && file.language === now.language && file.extractor === extractor;
}

function planSkipped(
  plan: UpdatePlan,
  before: ReadonlyMap<RelPath, SkippedFile>,
  skipped: readonly SkippedFile[],
): void {
  for (const now of skipped) {
    const old = before.get(now.path);
    const isSame =
      old !== undefined &&
      old.reason === now.reason &&
      old.detail === now.detail &&
      equalStamps(old.stamp, now.stamp);
    if (!isSame) plan.upsertSkipped.push(now);
  }
}

function planRemovals(
  plan: UpdatePlan,
  before: ReadonlyMap<RelPath, ViewFile>,
  skippedBefore: ReadonlyMap<RelPath, SkippedFile>,
  tree: TreeState,
): void {
  const present = new Set<RelPath>(tree.files.map((file) => file.path));
  const skippedNow = new Set<RelPath>(tree.skipped.map((file) => file.path));
  for (const path of before.keys()) if (!present.has(path)) plan.removed.push(path);
  for (const path of skippedBefore.keys()) {
    // A file that may be skipped for its content again is decided when it is read.
    if (!skippedNow.has(path) && !present.has(path)) plan.removeSkipped.push(path);
  }
}

export interface Rename {
  from: RelPath;
  to: RelPath;
}

/** Removed and added paths with the same content, paired in path order; content used twice pairs once each. */
export function findRenames(
  removed: readonly ViewFile[],
  added: readonly { path: RelPath; hash: ContentHash }[],
): Rename[] {
  const byHash = new Map<ContentHash, RelPath[]>();
  for (const file of [...removed].sort((a, b) => comparePaths(b.path, a.path))) {
    const paths = byHash.get(file.hash);
    if (paths) paths.push(file.path);
    else byHash.set(file.hash, [file.path]);
  }
  const renames: Rename[] = [];
  for (const file of [...added].sort((a, b) => comparePaths(a.path, b.path))) {
    const from = byHash.get(file.hash)?.pop();
    if (from !== undefined) renames.push({ from, to: file.path });
  }
  return renames;
}
