import type { PastCommit } from "../core/past-commit.ts";

/** A change of more files was a sweep through the tree: it ties nothing together. */
const MAX_FILES = 30;

/** Those that changed something and were no sweeps, with how many commits lie after each. */
export function tellingCommits(commits: readonly PastCommit[]): { commit: PastCommit; age: number }[] {
  return commits.flatMap((commit, age) => (isTelling(commit) ? [{ commit, age }] : []));
}

export function isTelling({ paths }: PastCommit): boolean {
  return paths.length > 0 && paths.length <= MAX_FILES;
}
