/**
 * Globs of the configuration: over paths relative to a root, a bare name matches at any level, as in ignore files. Known are
 * `*`, `?`, `[a-z]`, `{a,b}` and `**`.
 *
 * A cloned repository brings globs along, so matching takes time in proportion to path and glob whatever they hold. As a regular
 * expression, six stars in one name took 35 s on a name of 100 letters.
 */
import { expandBraces } from "./expand-braces.ts";
import { compileSegment, type SegmentTest } from "./glob-segment.ts";

const MAX_GLOB = 1_000;

/** Null when the glob can be used, otherwise why not. */
export function globFault(glob: string): string | null {
  if (glob === "") return "is empty";
  if (glob.length > MAX_GLOB) return `is longer than ${MAX_GLOB} characters`;
  if (glob.startsWith("/")) return "begins with a slash";
  if (glob.split("/").includes("..")) return "leads out of the root";
  if (/[@!+*?]\(/.test(glob)) return "has a group in parentheses, `{a,b}` is the way to say it";
  return expandBraces(glob) === null ? "has too many alternatives" : null;
}

/** Whether a path matches one of the globs, none of which may have a fault. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.flatMap((glob) => (expandBraces(glob) ?? []).map(compile));
  return (path) => {
    const segments = path.split("/");
    return patterns.some((pattern) => matches(pattern, segments));
  };
}

/** Any number of folders. */
const FOLDERS = null;
type Pattern = readonly (SegmentTest | typeof FOLDERS)[];

function compile(glob: string): Pattern {
  const trimmed = glob.replace(/^\.\//, "").replace(/\/+$/, "");
  const isRooted = trimmed.includes("/") || glob.endsWith("/");
  const segments = trimmed
    .split("/")
    .map((segment) => (segment === "**" ? FOLDERS : compileSegment(segment)));
  // `folder/**` is what lies in the folder, not a file of that name.
  const inside = segments.length > 1 && segments.at(-1) === FOLDERS ? [() => true] : [];
  // A folder stands for what is in it.
  return [...(isRooted ? [] : [FOLDERS]), ...segments, ...inside, FOLDERS];
}

/** Where a `**` took too little it takes one folder more; only the last one need be tried again. */
function matches(pattern: Pattern, segments: readonly string[]): boolean {
  let at = 0;
  let part = 0;
  let retry: { at: number; part: number } | null = null;
  while (at < segments.length) {
    const test = pattern[part];
    if (test === FOLDERS) {
      retry = { at, part };
      part += 1;
    } else if (test?.(segments[at]!)) {
      at += 1;
      part += 1;
    } else if (retry) {
      retry.at += 1;
      at = retry.at;
      part = retry.part + 1;
    } else return false;
  }
  return pattern.slice(part).every((rest) => rest === FOLDERS);
}
