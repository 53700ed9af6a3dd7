/** How long ago files changed, counted in commits: the same commit gives the same ages on every day and machine. */
import { parseRelPath, pathFromBytes, type RelPath } from "../core/rel-path.ts";
import { askGit, type GitLimits, type GitPlaces, splitByNul } from "./quiet-git.ts";

/** Commits that are looked at; what changed before them is as old as what never changed. */
const HISTORY_COMMITS = 500;
const LIMITS: GitLimits = { timeoutMs: 10_000, maxBytes: 64 * 1024 * 1024, cpuSeconds: 10 };

const COLON = 0x3a;

/**
 * For every file that one of the last commits before and at `revision` changed: commits since, 0 for the newest. Merges are
 * left out, they repeat what their commits did; so is a first commit, in which every file is new. Null when git cannot tell.
 */
export async function readFileAges(
  places: GitPlaces,
  revision: string,
  most: number = HISTORY_COMMITS,
): Promise<Map<RelPath, number> | null> {
  const listed = await askGit(places, { ask: "commits", revision, most }, LIMITS);
  if (!listed.ok) return null;
  const commits = listed.bytes.toString("latin1").split("\n").filter(Boolean);
  const changed = await askGit(places, { ask: "changed-paths", commits }, LIMITS);
  if (!changed.ok) return null;
  const ageOfCommit = new Map(commits.map((commit, age) => [commit, age]));
  const ages = new Map<RelPath, number>();
  let age: number | undefined;
  let isPath = false;
  // `<commit>`, then `:<modes> <ids> <status>` and `<path>` of each change, every field with its NUL.
  for (const field of splitByNul(changed.bytes)) {
    if (isPath) {
      const path = parseRelPath(pathFromBytes(field));
      if (path && age !== undefined && !ages.has(path)) ages.set(path, age);
      isPath = false;
    } else if (field[0] === COLON) isPath = true;
    else age = ageOfCommit.get(field.toString("latin1"));
  }
  return ages;
}
