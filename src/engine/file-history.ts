/** The past of the tree for the ranking, read once per commit and kept. */
import { setTimeout as sleep } from "node:timers/promises";
import type { PastCommit } from "../core/past-commit.ts";
import type { FileAges, PastCommits } from "../retrieval/index.ts";
import { agesOf, readPastCommits } from "../workspace/git-history.ts";
import { readRootLayout } from "../workspace/git-layout.ts";

/** A question does not wait longer for history; the next one finds it read. */
const WAIT_MS = 2_000;

interface Past {
  commits: readonly PastCommit[];
  ages: ReadonlyMap<string, number>;
}

export class FileHistory {
  #last: { revision: string; past: Promise<Past | null> } | null = null;

  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Null without a commit: then no file is older than another. */
  agesAt(revision: string | null): FileAges | null {
    if (revision === null) return null;
    return {
      version: revision,
      read: async (problems) => (await this.#wait(revision, problems))?.ages ?? null,
    };
  }

  /** Null without a commit. */
  commitsAt(revision: string | null): PastCommits | null {
    if (revision === null) return null;
    // What is late is said once, by who reads ages.
    return { version: revision, read: async () => (await this.#wait(revision, []))?.commits ?? null };
  }

  async #wait(revision: string, problems: string[]): Promise<Past | null> {
    const late = new AbortController();
    const past = await Promise.race([
      this.#read(revision),
      sleep(WAIT_MS, "late" as const, { signal: late.signal }).catch(() => null),
    ]);
    late.abort();
    if (past !== "late") return past;
    problems.push("history: git is still reading the last commits");
    return null;
  }

  #read(revision: string): Promise<Past | null> {
    if (this.#last?.revision !== revision) {
      const layout = readRootLayout(this.#root);
      const before = this.#last?.past ?? Promise.resolve(null);
      const past = layout.kind === "git" ? readPast(layout.places, revision, before) : Promise.resolve(null);
      this.#last = { revision, past };
    }
    return this.#last.past;
  }
}

async function readPast(
  places: Parameters<typeof readPastCommits>[0],
  revision: string,
  before: Promise<Past | null>,
): Promise<Past | null> {
  const known = new Map((await before)?.commits.map((commit) => [commit.id, commit]));
  const commits = await readPastCommits(places, revision, undefined, known);
  return commits && { commits, ages: agesOf(commits) };
}
