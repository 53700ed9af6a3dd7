/** Globs of the configuration: over paths relative to a root, a bare name matches at any level, as in ignore files. */
import picomatch from "picomatch";

const MAX_GLOB = 1_000;

/** Null when the glob can be used, otherwise why not. */
export function globFault(glob: string): string | null {
  if (glob === "") return "is empty";
  if (glob.length > MAX_GLOB) return `is longer than ${MAX_GLOB} characters`;
  if (glob.startsWith("/")) return "begins with a slash";
  return glob.split("/").includes("..") ? "leads out of the root" : null;
}

/** Whether a path matches one of the globs, none of which may have a fault. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.flatMap((glob) => {
    const trimmed = glob.replace(/^\.\//, "").replace(/\/+$/, "");
    const rooted = trimmed.includes("/") || glob.endsWith("/") ? trimmed : `**/${trimmed}`;
    // A folder stands for what is in it.
    return [rooted, `${rooted}/**`];
  });
  return picomatch(patterns, { dot: true, nonegate: true });
}
