/** Globs of the configuration, over paths relative to the root. */
import { AppError } from "../core/errors.ts";
import { compilePath, type PathMatcher } from "./path-pattern.ts";

export interface PathGlobs {
  /** When not empty, only matching paths are taken. */
  include?: readonly string[];
  exclude?: readonly string[];
  /** Matching paths are taken and ranked lower. */
  deprioritise?: readonly string[];
}

export interface PathFilter {
  isTaken(path: string): boolean;
  isDeprioritised(path: string): boolean;
}

export function compileGlobs(globs: PathGlobs): PathFilter {
  const included = compile("include", globs.include);
  const excluded = compile("exclude", globs.exclude);
  const deprioritised = compile("deprioritise", globs.deprioritise);
  return {
    isTaken: (path) => (included === null || included(path)) && (excluded === null || !excluded(path)),
    isDeprioritised: (path) => deprioritised?.(path) ?? false,
  };
}

/** One glob may stand for this many; `{a,b}{c,d}` stands for four. */
const MAX_ALTERNATIVES = 1_000;

function compile(option: string, globs: readonly string[] | undefined): ((path: string) => boolean) | null {
  if (globs === undefined || globs.length === 0) return null;
  const matchers: PathMatcher[] = [];
  for (const glob of globs) {
    if (glob === "" || glob.startsWith("/") || glob.split("/").includes("..")) {
      throw unusable(
        option,
        glob,
        "globs are relative to the root, such as `src/**` or `**/*.sql`; no leading slash, no `..`",
      );
    }
    if (/[?*+@!]\(/.test(glob)) {
      throw unusable(option, glob, "groups such as `+(a|b)` are not known; write `{a,b}`");
    }
    // A folder stands for what is in it; a bare name matches at any level, as in ignore files.
    const trimmed = glob.replace(/^\.\//, "").replace(/\/+$/, "");
    const rooted = trimmed.includes("/") || glob.endsWith("/") ? trimmed : `**/${trimmed}`;
    const alternatives = expandBraces(rooted);
    if (alternatives.length > MAX_ALTERNATIVES) throw unusable(option, glob, "it has too many alternatives");
    for (const one of alternatives) {
      matchers.push(compilePath(one), compilePath(`${one}/**`));
      // `src/**` takes a file named `src`, too; `*/**` takes no file at the top.
      if (/[^*]\/\*\*$/.test(one)) matchers.push(compilePath(one.slice(0, -"/**".length)));
    }
  }
  return (path) => {
    const names = path.split("/");
    return matchers.some((matches) => matches(names));
  };
}

function unusable(option: string, glob: string, hint: string): AppError {
  return new AppError("WORKSPACE_BAD_PATTERN", `${option} has the glob ${JSON.stringify(glob)}`, { hint });
}

/** `a{b,c{d,e}}` → `ab`, `acd`, `ace`. Braces without a comma stand for themselves. Stops once there are too many. */
function expandBraces(glob: string): string[] {
  const done: string[] = [];
  const waiting = [glob];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // The innermost braces with a comma; a backslash takes the meaning away.
    const braces = /(?<!\\)\{([^{}]*,[^{}]*)(?<!\\)\}/.exec(next);
    if (braces === null) done.push(next);
    else {
      const before = next.slice(0, braces.index);
      const after = next.slice(braces.index + braces[0].length);
      for (const one of braces[1]!.split(",")) waiting.push(before + one + after);
    }
    if (done.length + waiting.length > MAX_ALTERNATIVES) return [...done, ...waiting];
  }
  return done;
}
