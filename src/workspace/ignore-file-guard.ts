/**
 * Ignore files that git had better not read: one that is a FIFO keeps it waiting, and a pattern with many wildcards costs it
 * minutes for one long name. Known files are looked at before git is started; of an unknown one git is stopped by
 * its limits, and the walk that takes its place makes it known for the next time.
 */
import { dirname } from "node:path";
import { displayPath, type RelPath } from "../core/rel-path.ts";
import { openRoot, type RootJail } from "./path-jail.ts";
import type { GitPlaces } from "./quiet-git.ts";
import { MAX_IGNORE_FILE_BYTES } from "./walk-folder.ts";

/** Of 400 ignore files of open-source projects none has a pattern with more than five stars. */
const MAX_STARS = 6;

/** Why git must not be asked by its ignore files, for people; null when nothing is known to speak against it. */
export function whyIgnoreFilesStopGit(
  places: GitPlaces,
  jail: RootJail,
  known: readonly RelPath[],
): string | null {
  const info = openRoot(places.commonDir, { includesGitFolder: true });
  const refusal = whyFileStopsGit(info, "info/exclude" as RelPath);
  if (refusal !== null) return refusal;
  for (let folder = places.folder; ; folder = dirname(folder)) {
    const above = whyFileStopsGit(openRoot(folder), ".gitignore" as RelPath);
    if (above !== null) return above;
    if (folder === places.workTree || folder === dirname(folder)) break;
  }
  for (const path of known) {
    const below = whyFileStopsGit(jail, path);
    if (below !== null) return below;
  }
  return null;
}

function whyFileStopsGit(jail: RootJail, path: RelPath): string | null {
  const read = jail.read(path, { maxBytes: MAX_IGNORE_FILE_BYTES });
  if (!read.ok) return read.reason === "not-a-file" ? read.detail : null;
  const lines = read.bytes.toString("latin1").split("\n");
  const line = lines.findIndex((one) => one.split(/\*+/).length - 1 > MAX_STARS);
  return line < 0 ? null : `${displayPath(path)}:${line + 1} has more than ${MAX_STARS} wildcards`;
}
