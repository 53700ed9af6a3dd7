/**
 * Globs of the configuration: over paths relative to a root, a bare name matches at any level, as in ignore files. They may
 * come with the tree, so they are matched in linear time.
 */
import { compilePath } from "./path-pattern.ts";

const MAX_GLOB = 1_000;
/** One glob may stand for this many; `{a,b}{c,d}` stands for four. */
export const MAX_ALTERNATIVES = 1_000;

/** Null when the glob can be used, otherwise why not. */
export function globFault(glob: string): string | null {
  if (glob === "") return "is empty";
  if (glob.length > MAX_GLOB) return `is longer than ${MAX_GLOB} characters`;
  if (glob.startsWith("/")) return "begins with a slash";
  if (/[?*+@!]\(/.test(glob)) return "has a group such as `+(a|b)`, where `{a,b}` is meant";
  if (expandBraces(glob).length > MAX_ALTERNATIVES) return `stands for more than ${MAX_ALTERNATIVES} globs`;
  return glob.split("/").includes("..") ? "leads out of the root" : null;
}

/** Whether a path matches one of the globs, none of which may have a fault. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.flatMap((glob) => {
    const trimmed = glob.replace(/^\.\//, "").replace(/\/+$/, "");
    const rooted = trimmed.includes("/") || glob.endsWith("/") ? trimmed : `**/${trimmed}`;
    return expandBraces(rooted).flatMap((one) => [
      compilePath(one),
      // A folder stands for what is in it.
      compilePath(`${one}/**`),
      // `src/**` takes a file named `src`, too; `*/**` takes no file at the top.
      ...(/[^*]\/\*\*$/.test(one) ? [compilePath(one.slice(0, -"/**".length))] : []),
    ]);
  });
  return (path) => {
    const names = path.split("/");
    return matchers.some((matches) => matches(names));
  };
}

/** `a{b,c{d,e}}` → `ab`, `acd`, `ace`. Braces without a comma stand for themselves. Stops once there are too many. */
export function expandBraces(glob: string): string[] {
  const done: string[] = [];
  const waiting = [glob];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // Braces with a comma and none inside; a backslash takes the meaning away.
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
