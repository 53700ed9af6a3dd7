/** What past commits tell of files, for who asks. */
import type { PastCommit } from "../../core/past-commit.ts";
import { comparePaths } from "../../core/rel-path.ts";
import {
  CHANGE_CLASSES,
  type ChangeClass,
  changesByFile,
  type FileChanges,
} from "../../history/change-class.ts";
import { type CoChange, changedTogether } from "../../history/changed-together.ts";
import { similarCommits } from "../../retrieval/index.ts";
import type { ViewSession } from "../session.ts";

export interface ToldCommit {
  id: string;
  /** Commits since. */
  age: number;
  /** First line of its message. */
  subject: string;
  /** How many files it changed. */
  files: number;
}

export interface FilePast {
  class: ChangeClass;
  /** Newest first. */
  commits: ToldCommit[];
  together: CoChange[];
  /** Commits that were read. */
  of: number;
}

export interface Past {
  of: number;
  classes: Record<ChangeClass, number>;
  /** Most changes first. */
  files: (FileChanges & { path: string })[];
}

export interface LikeCommit extends ToldCommit {
  /** Share of the text's words that its message holds, by their weight. */
  likeness: number;
  paths: readonly string[];
}

/** The history is read beside the questions; who asks for it alone waits longer for it than a search does. */
const MOST_READS = 10;

async function readCommits({ commits }: ViewSession): Promise<readonly PastCommit[] | null> {
  for (let reads = 0; commits && reads < MOST_READS; reads++) {
    const read = await commits.read();
    if (read) return read;
  }
  return null;
}

export async function pastOfFile(view: ViewSession, path: string): Promise<FilePast | null> {
  const commits = await readCommits(view);
  if (!commits) return null;
  const stands = await standingFiles(view);
  return {
    class: changesByFile(commits).get(path)?.class ?? "dormant",
    commits: commits.flatMap((commit, age) => (commit.paths.includes(path) ? [tell(commit, age)] : [])),
    together: changedTogether(commits, new Set([path]), (other) => stands.has(other)),
    of: commits.length,
  };
}

export async function pastOfTree(view: ViewSession): Promise<Past | null> {
  const commits = await readCommits(view);
  if (!commits) return null;
  const changes = changesByFile(commits);
  const classes = Object.fromEntries(CHANGE_CLASSES.map((name) => [name, 0])) as Record<ChangeClass, number>;
  const files: Past["files"] = [];
  for (const path of await standingFiles(view)) {
    const own = changes.get(path);
    classes[own?.class ?? "dormant"] += 1;
    if (own) files.push({ path, ...own });
  }
  files.sort((a, b) => b.changes - a.changes || comparePaths(a.path, b.path));
  return { of: commits.length, classes, files };
}

export async function commitsLike(
  view: ViewSession,
  text: string,
  most: number,
): Promise<LikeCommit[] | null> {
  const commits = await readCommits(view);
  if (!commits) return null;
  const ages = new Map(commits.map(({ id }, age) => [id, age]));
  return similarCommits(commits, text, most).map(({ commit, share }) => ({
    ...tell(commit, ages.get(commit.id)!),
    likeness: share,
    paths: commit.paths,
  }));
}

async function standingFiles(view: ViewSession): Promise<ReadonlySet<string>> {
  return new Set((await view.reader.files()).map(({ path }) => path));
}

function tell({ id, message, paths }: PastCommit, age: number): ToldCommit {
  return { id, age, subject: message.split("\n", 1)[0]!.trim(), files: paths.length };
}
