/** Where a working tree comes from: its remote, and the tags of the commit that it is at. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readRemoteUrl } from "./git-config-text.ts";
import { readRootLayout } from "./git-layout.ts";
import { askGit, type GitLimits } from "./quiet-git.ts";

const LIMITS: GitLimits = { timeoutMs: 5_000, maxBytes: 1024 * 1024, cpuSeconds: 5 };

export interface GitOrigin {
  /** Of the commit, as git sorts them. */
  tags: readonly string[];
  /** As the configuration writes it. */
  remote: string | null;
}

/** Nothing is known of a folder that is no repository of its own. */
export async function readOrigin(root: string, revision: string | null): Promise<GitOrigin> {
  const layout = readRootLayout(root);
  if (layout.kind !== "git") return { tags: [], remote: null };
  const remote = readRemoteUrl(readConfig(layout.places.commonDir));
  if (revision === null) return { tags: [], remote };
  const answer = await askGit(layout.places, { ask: "tags", revision }, LIMITS);
  const tags = answer.ok ? answer.bytes.toString("utf8").split("\n").filter(Boolean) : [];
  return { tags, remote };
}

/** The layout was verified: the folder holds a plain file of this name or none. */
function readConfig(commonDir: string): string {
  try {
    return readFileSync(join(commonDir, "config"), "utf8");
  } catch {
    return "";
  }
}
