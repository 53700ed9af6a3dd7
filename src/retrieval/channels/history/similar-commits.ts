/** The commits that a ranking would look at, for who asks for them alone. */
import type { PastCommit } from "../../../core/past-commit.ts";
import { understandQuery } from "../../query/understand.ts";
import { CommitIndex, type SimilarCommit } from "./commit-index.ts";

export type { SimilarCommit };

/** By the list itself, which the engine keeps for as long as the revision stands. */
const indexes = new WeakMap<readonly PastCommit[], CommitIndex>();

export function commitIndexOf(commits: readonly PastCommit[]): CommitIndex {
  let index = indexes.get(commits);
  if (!index) {
    index = new CommitIndex(commits);
    indexes.set(commits, index);
  }
  return index;
}

/** Messages are sentences: two words of the query that code may write as one are there two words. */
export function isOwnWord({ source }: { source: string }): boolean {
  return source !== "joined";
}

/** Best first. */
export function similarCommits(commits: readonly PastCommit[], text: string, most: number): SimilarCommit[] {
  const terms = understandQuery(text).groups.filter(isOwnWord);
  return commitIndexOf(commits).similar(terms, most);
}
