/** Ages of files for the ranking, read once per commit and kept. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FileAges } from "../retrieval/index.ts";
import { readFileAges } from "../workspace/git-history.ts";
import { readRootLayout } from "../workspace/git-layout.ts";

/** A question does not wait longer for history; the next one finds it read. */
const WAIT_MS = 2_000;

export class FileHistory {
  #last: { revision: string; ages: Promise<ReadonlyMap<string, number> | null> } | null = null;

  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Null without a commit: then no file is older than another. */
  agesAt(revision: string | null): FileAges | null {
    if (revision === null) return null;
    return {
      version: revision,
      read: async (problems) => {
        const late = new AbortController();
        const ages = await Promise.race([
          this.#read(revision),
          sleep(WAIT_MS, "late" as const, { signal: late.signal }).catch(() => null),
        ]);
        late.abort();
        if (ages !== "late") return ages;
        problems.push("history: git is still reading the last commits");
        return null;
      },
    };
  }

  #read(revision: string): Promise<ReadonlyMap<string, number> | null> {
    if (this.#last?.revision !== revision) {
      const layout = readRootLayout(this.#root);
      const ages = layout.kind === "git" ? readFileAges(layout.places, revision) : Promise.resolve(null);
      this.#last = { revision, ages };
    }
    return this.#last.ages;
  }
}
