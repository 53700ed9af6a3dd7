/** Files that change together: an edge that no text of theirs may show. */
import type { PastCommit } from "../core/past-commit.ts";
import { comparePaths } from "../core/rel-path.ts";
import { isTelling } from "./telling-commits.ts";

/** Twice may be chance. */
const LEAST_SUPPORT = 3;
const LEAST_CONFIDENCE = 0.2;

export interface CoChange {
  path: string;
  /** Commits that changed both. */
  support: number;
  /** Share of the commits that changed the asked file. */
  confidence: number;
}

/** Of the files that were asked for, with which others they change; strongest first. `stands` tells which files are still there. */
export function changedTogether(
  commits: readonly PastCommit[],
  asked: ReadonlySet<string>,
  stands: (path: string) => boolean,
): CoChange[] {
  const counts = new Map<string, number>();
  let changes = 0;
  for (const commit of commits) {
    if (!isTelling(commit) || !commit.paths.some((path) => asked.has(path))) continue;
    changes += 1;
    for (const path of commit.paths) if (!asked.has(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return [...counts]
    .map(([path, support]) => ({ path, support, confidence: support / changes }))
    .filter(
      ({ path, support, confidence }) =>
        support >= LEAST_SUPPORT && confidence >= LEAST_CONFIDENCE && stands(path),
    )
    .sort((a, b) => b.support - a.support || comparePaths(a.path, b.path));
}
