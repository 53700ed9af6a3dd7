/**
 * How a file changes, in one word. Counted in commits before the revision, not in days: the same revision gives the same
 * word, and a project that rests does not grow old.
 */
import type { PastCommit } from "../core/past-commit.ts";
import { tellingCommits } from "./telling-commits.ts";

export const CHANGE_CLASSES = ["hot", "active", "new", "stable", "dormant"] as const;
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** What is told of a class where it is listed. */
export const ABOUT_CLASSES: Record<ChangeClass, string> = {
  hot: "changed by at least 6 of the last 200 commits",
  active: "changed by one of the last 200",
  new: "added by one of the last 200",
  stable: "changed before those, within 1,000",
  dormant: "not changed by the last 1,000",
};

const RECENT = 200;
const HOT_CHANGES = 6;
const DORMANT_FROM = 1_000;

export interface FileChanges {
  changes: number;
  /** Commits since the last change. */
  last: number;
  class: ChangeClass;
}

/** Of every file that a commit changed; one that is not named was never changed by those that were read. */
export function changesByFile(commits: readonly PastCommit[]): Map<string, FileChanges> {
  const tallies = new Map<string, { changes: number; recent: number; last: number; isNew: boolean }>();
  for (const { commit, age } of tellingCommits(commits)) {
    for (const path of commit.paths) {
      const tally = tallies.get(path) ?? { changes: 0, recent: 0, last: age, isNew: false };
      tally.changes += 1;
      if (age < RECENT) tally.recent += 1;
      tallies.set(path, tally);
    }
    if (age < RECENT)
      for (const path of commit.added) {
        const tally = tallies.get(path);
        if (tally) tally.isNew = true;
      }
  }
  return new Map(
    [...tallies].map(([path, tally]) => [
      path,
      { changes: tally.changes, last: tally.last, class: classOf(tally) },
    ]),
  );
}

function classOf({ recent, last, isNew }: { recent: number; last: number; isNew: boolean }): ChangeClass {
  if (recent >= HOT_CHANGES) return "hot";
  if (isNew) return "new";
  if (recent > 0) return "active";
  return last < DORMANT_FROM ? "stable" : "dormant";
}
