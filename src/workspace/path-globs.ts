/** Globs of the configuration, over paths relative to the root. */
import { AppError } from "../core/errors.ts";
import { globFault, globMatcher } from "../core/path-glob.ts";

export interface PathGlobs {
  /** When not empty, only matching paths are taken. */
  include?: readonly string[];
  exclude?: readonly string[];
}

export interface PathFilter {
  isTaken(path: string): boolean;
}

export function compileGlobs(globs: PathGlobs): PathFilter {
  const included = compile("include", globs.include);
  const excluded = compile("exclude", globs.exclude);
  return {
    isTaken: (path) => (included === null || included(path)) && (excluded === null || !excluded(path)),
  };
}

function compile(option: string, globs: readonly string[] | undefined): ((path: string) => boolean) | null {
  if (globs === undefined || globs.length === 0) return null;
  const wrong = globs.find((glob) => globFault(glob) !== null);
  if (wrong === undefined) return globMatcher(globs);
  throw new AppError("WORKSPACE_BAD_PATTERN", `${option} has the glob ${JSON.stringify(wrong)}`, {
    hint: "globs are relative to the root, such as `src/**` or `**/*.sql`; no leading slash, no `..`",
  });
}
