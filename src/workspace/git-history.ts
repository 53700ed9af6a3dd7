/** Past commits as the quiet git tells them: what they changed, and why. The same commit has the same past everywhere. */
import type { PastCommit } from "../core/past-commit.ts";
import { parseRelPath, pathFromBytes, type RelPath } from "../core/rel-path.ts";
import { readObjects } from "./git-objects.ts";
import { askGit, type GitLimits, type GitPlaces, splitByNul } from "./quiet-git.ts";

/** Commits that are looked at; 0.4 s of processor time on a repository of seven thousand files. */
const HISTORY_COMMITS = 5_000;
/** For ages of files: what changed before these commits is as old as what never changed. */
const AGED_COMMITS = 500;
const MAX_MESSAGE = 4_000;
const LIMITS: GitLimits = { timeoutMs: 20_000, maxBytes: 128 * 1024 * 1024, cpuSeconds: 10 };

const COLON = 0x3a;

/**
 * The last commits before and at `revision`, newest first. Merges are left out, they repeat what their commits did; a first
 * commit, in which every file is new, changed nothing. Null when git cannot tell.
 */
export async function readPastCommits(
  places: GitPlaces,
  revision: string,
  most: number = HISTORY_COMMITS,
  /** By id: a commit never changes, so what was read once is not asked again. */
  known: ReadonlyMap<string, PastCommit> = new Map(),
): Promise<PastCommit[] | null> {
  const listed = await askGit(places, { ask: "commits", revision, most }, LIMITS);
  if (!listed.ok) return null;
  const ids = listed.bytes.toString("latin1").split("\n").filter(Boolean);
  const fresh = await readCommits(
    places,
    ids.filter((id) => !known.has(id)),
  );
  return fresh && ids.map((id) => known.get(id) ?? fresh.get(id)!);
}

async function readCommits(
  places: GitPlaces,
  ids: readonly string[],
): Promise<Map<string, PastCommit> | null> {
  if (ids.length === 0) return new Map();
  const changed = await askGit(places, { ask: "changed-paths", commits: ids }, LIMITS);
  if (!changed.ok) return null;
  const changesOf = changesByCommit(changed.bytes, new Set(ids));
  const objects = await readObjects(places, "commit", ids, LIMITS);
  if (!objects) return null;
  return new Map(
    ids.map((id) => [id, { id, message: messageOf(objects.get(id)), ...(changesOf.get(id) ?? NO_CHANGES) }]),
  );
}

type ChangedPaths = Pick<PastCommit, "paths" | "added">;
const NO_CHANGES: ChangedPaths = { paths: [], added: [] };
/** The mode that git tells of what was not there before. */
const ADDED = ":000000 ";

/** `<commit>`, then `:<modes> <ids> <status>` and `<path>` of each change, every field with its NUL. */
function changesByCommit(bytes: Buffer, ids: ReadonlySet<string>): Map<string, ChangedPaths> {
  const known = new Map<string, RelPath | null>();
  const changesOf = new Map<string, ChangedPaths>();
  let current: { paths: RelPath[]; added: RelPath[] } = { paths: [], added: [] };
  let isPath = false;
  let isAdded = false;
  for (const field of splitByNul(bytes)) {
    if (isPath) {
      const text = pathFromBytes(field);
      let path = known.get(text);
      if (path === undefined) {
        path = parseRelPath(text);
        known.set(text, path);
      }
      if (path) current.paths.push(path);
      if (path && isAdded) current.added.push(path);
      isPath = false;
    } else if (field[0] === COLON) {
      isPath = true;
      isAdded = field.toString("latin1", 0, ADDED.length) === ADDED;
    } else {
      const id = field.toString("latin1");
      current = { paths: [], added: [] };
      if (ids.has(id)) changesOf.set(id, current);
    }
  }
  return changesOf;
}

/** What stands behind the headers of a commit. */
function messageOf(object: Buffer | undefined): string {
  if (!object) return "";
  const start = object.indexOf("\n\n");
  return start < 0 ? "" : object.toString("utf8", start + 2, start + 2 + MAX_MESSAGE);
}

/** For every file that one of the last commits changed: commits since, 0 for the newest. */
export function agesOf(commits: readonly PastCommit[], most: number = AGED_COMMITS): Map<string, number> {
  const ages = new Map<string, number>();
  for (const [age, { paths }] of commits.slice(0, most).entries())
    for (const path of paths) if (!ages.has(path)) ages.set(path, age);
  return ages;
}
