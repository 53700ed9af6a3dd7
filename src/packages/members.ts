/** From the patterns of a workspace to manifests of the tree. Patterns choose among them, so none can lead out of it. */
import type { Problem } from "../core/errors.ts";
import { joinPath } from "../core/join-path.ts";
import { expandBraces, MAX_ALTERNATIVES } from "../core/path-glob.ts";
import { compilePath, type PathMatcher } from "../core/path-pattern.ts";
import { displayPath } from "../core/rel-path.ts";

/** More than any workspace lists, and few enough to be tried on every manifest. */
const MAX_PATTERNS = 2_000;
const MAX_PATTERN_LENGTH = 1_000;

export interface MemberQuestion {
  /** The file that holds the patterns, for problems. */
  config: string;
  /** Folder that they start from. */
  base: string;
  /** In order; one that begins with `!` takes away. */
  patterns: readonly string[];
  /** Name of the manifests that are meant. */
  basename: string;
}

export interface Members {
  manifests: string[];
  problems: Problem[];
}

export function membersOf(
  { config, base, patterns, basename }: MemberQuestion,
  paths: readonly string[],
): Members {
  const problems: Problem[] = [];
  if (patterns.length > MAX_PATTERNS)
    problems.push(patternProblem(config, `has ${patterns.length} patterns; the first ${MAX_PATTERNS} count`));
  const rules: { isExcluding: boolean; matches: PathMatcher }[] = [];
  for (const pattern of patterns.slice(0, MAX_PATTERNS)) {
    const isExcluding = pattern.startsWith("!");
    const bare = isExcluding ? pattern.slice(1) : pattern;
    const rooted = bare.length > MAX_PATTERN_LENGTH || bare.startsWith("/") ? null : joinPath(base, bare);
    if (rooted === null) {
      problems.push(patternProblem(config, `names ${quote(bare)}, which is not in the tree`));
      continue;
    }
    const spelled = expandBraces(rooted);
    if (spelled.length > MAX_ALTERNATIVES) {
      problems.push(patternProblem(config, `has ${quote(bare)}, which stands for too many patterns`));
      continue;
    }
    for (const one of spelled)
      rules.push({ isExcluding, matches: compilePath(one === "" ? basename : `${one}/${basename}`) });
  }
  const wanted = paths.filter((path) => path === basename || path.endsWith(`/${basename}`));
  const manifests = wanted.filter((path) => {
    const names = path.split("/");
    if (names.includes("node_modules")) return false;
    let isIn = false;
    for (const { isExcluding, matches } of rules)
      if (isIn === isExcluding && matches(names)) isIn = !isExcluding;
    return isIn;
  });
  return { manifests, problems };
}

export function patternProblem(config: string, what: string): Problem {
  return { code: "PACKAGE_PATTERN", message: `${displayPath(config)} ${what}` };
}

export function unreadable(manifest: string, why: string): Problem {
  return { code: "PACKAGE_MANIFEST", message: `${displayPath(manifest)} ${why}` };
}

function quote(pattern: string): string {
  const text = JSON.stringify(pattern.slice(0, 80));
  return displayPath(text);
}
