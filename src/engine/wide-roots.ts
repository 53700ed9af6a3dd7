/** Folders that nobody means to index by accident: the whole file system, a home, or one that holds our own folder. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { isInside } from "../workspace/git-layout.ts";

/** What is wide about a folder, for people; null for an ordinary one. `root` is a real path. */
export function whyTooWide(root: string, clewHome: string, env: NodeJS.ProcessEnv): string | null {
  if (dirname(root) === root) return "is the whole file system";
  if (root === realPath(env.HOME || homedir())) return "is your home folder";
  const own = realPath(clewHome);
  if (own === root || isInside(root, own)) return "holds the folder where clew keeps its indexes";
  return null;
}

/** Of a folder that may not be there yet: of the nearest one above it that is. */
function realPath(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync.native(at) + path.slice(at.length);
    } catch {
      if (dirname(at) === at) return path;
    }
  }
}
