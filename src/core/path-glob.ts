/** Globs of the configuration match paths relative to a root; null when this one can, otherwise why not. */
export function globFault(glob: string): string | null {
  if (glob === "") return "is empty";
  if (glob.length > MAX_GLOB) return `is longer than ${MAX_GLOB} characters`;
  if (glob.startsWith("/")) return "begins with a slash";
  return glob.split("/").includes("..") ? "leads out of the root" : null;
}

const MAX_GLOB = 1_000;
