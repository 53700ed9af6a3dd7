import { parseRelPath, pathFromBytes, type RelPath } from "../core/rel-path.ts";
import { readRootLayout } from "./git-layout.ts";
import { askGit, type GitLimits, splitByNul } from "./quiet-git.ts";

const LIMITS: GitLimits = { timeoutMs: 10_000, maxBytes: 16 * 1024 * 1024, cpuSeconds: 5 };

/** Files that git says were renamed between two commits; none where git cannot tell. */
export async function readGitRenames(
  root: string,
  before: string,
  after: string,
): Promise<{ from: RelPath; to: RelPath }[]> {
  const layout = readRootLayout(root);
  if (layout.kind !== "git") return [];
  const answer = await askGit(layout.places, { ask: "renames", before, after }, LIMITS);
  if (!answer.ok) return [];
  const renames: { from: RelPath; to: RelPath }[] = [];
  // `:<modes> <ids> R<score>`, then the old and the new path, every field with its NUL.
  const fields = [...splitByNul(answer.bytes)];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [from, to] = [fields[at + 1]!, fields[at + 2]!].map((bytes) => parseRelPath(pathFromBytes(bytes)));
    if (from && to) renames.push({ from, to });
  }
  return renames;
}
