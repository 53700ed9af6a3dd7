/** Lists a folder that is not under git, by its .gitignore files. Links are reported, never followed. */
import type { Problem } from "../core/errors.ts";
import { dirname, displayPath, parseRelPath, type RelPath } from "../core/rel-path.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import type { ListedEntry, RootJail } from "./path-jail.ts";

/** Deeper trees are accidents or attacks: the deepest of 40 open-source trees we looked at has 22 levels. */
export const MAX_DEPTH = 128;
export const MAX_IGNORE_FILE_BYTES = 1_000_000;

/** Folders that tools fill. Skipped where no .gitignore speaks for the author: plain folders and untracked files. */
export const TOOL_FOLDERS: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  ".venv",
  "__pycache__",
  ".tox",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".gradle",
  ".hg",
  ".svn",
  ".jj",
  ".terraform",
]);

export interface Walked {
  files: RelPath[];
  links: RelPath[];
  /** FIFOs, sockets, devices. */
  specials: RelPath[];
  /** Folders that this user may not read. */
  closed: RelPath[];
  /** Folders that hold a `.git`; not walked. */
  repositories: RelPath[];
  problems: Problem[];
}

/**
 * Walks below `start` ("" for the root). A `.git` of `start` itself is passed over. Ignore files count from
 * `rulesFrom` on, a folder that contains `start`; null: they do not count.
 */
export function walkFolder(
  jail: RootJail,
  start: RelPath | "",
  rulesFrom: RelPath | "" | null = start,
): Walked {
  const walked: Walked = { files: [], links: [], specials: [], closed: [], repositories: [], problems: [] };
  const rules = new IgnoreRules();
  for (const folder of rulesFrom === null ? [] : foldersAbove(start, rulesFrom)) {
    const listed = jail.list(folder);
    if (listed.ok) readIgnoreFile(jail, folder, listed.entries, rules, walked.problems);
  }
  const waiting: { folder: RelPath | ""; depth: number }[] = [{ folder: start, depth: 0 }];
  let isTooDeep = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { folder, depth } = next;
    const listed = jail.list(folder);
    if (!listed.ok) {
      if (folder !== "" && jail.stat(folder)?.kind === "directory") walked.closed.push(folder);
      else walked.problems.push({ code: "FOLDER_UNREADABLE", message: listed.detail });
      continue;
    }
    if (listed.hasGitEntry && folder !== start) {
      walked.repositories.push(folder as RelPath);
      continue;
    }
    if (rulesFrom !== null) readIgnoreFile(jail, folder, listed.entries, rules, walked.problems);
    for (const entry of listed.entries) {
      const path = childPath(folder, entry.name);
      if (path === null) {
        walked.problems.push(unusableName(folder, entry.name));
      } else if (entry.kind === "directory") {
        if (TOOL_FOLDERS.has(entry.name) || rules.isFolderIgnored(path)) continue;
        if (depth < MAX_DEPTH) waiting.push({ folder: path, depth: depth + 1 });
        else isTooDeep = true;
      } else if (!rules.isIgnored(path)) {
        const kept = { file: walked.files, symlink: walked.links, other: walked.specials }[entry.kind];
        kept.push(path);
      }
    }
  }
  if (isTooDeep) {
    const message = `folders more than ${MAX_DEPTH} levels below ${displayPath(start) || "the root"} are not read`;
    walked.problems.push({ code: "TREE_TOO_DEEP", message });
  }
  return walked;
}

/** From `top` down to the parent of `folder`. */
function foldersAbove(folder: RelPath | "", top: RelPath | ""): (RelPath | "")[] {
  const above: (RelPath | "")[] = [];
  for (let at = folder; at !== top && at !== ""; ) {
    at = dirname(at) as RelPath | "";
    above.unshift(at);
  }
  return above;
}

function readIgnoreFile(
  jail: RootJail,
  folder: RelPath | "",
  entries: readonly ListedEntry[],
  rules: IgnoreRules,
  problems: Problem[],
): void {
  if (!entries.some((entry) => entry.name === ".gitignore")) return;
  const path = childPath(folder, ".gitignore")!;
  const read = jail.read(path, { maxBytes: MAX_IGNORE_FILE_BYTES });
  if (read.ok) rules.add(folder, read.bytes.toString("utf8"));
  else problems.push({ code: "IGNORE_FILE_UNREADABLE", message: read.detail });
}

function childPath(folder: RelPath | "", name: string): RelPath | null {
  return parseRelPath(folder === "" ? name : `${folder}/${name}`);
}

export function unusableName(folder: string, name: string): Problem {
  const shown = displayPath(folder === "" ? name : `${folder}/${name}`).slice(0, 300);
  return { code: "PATH_UNUSABLE", message: `${shown} cannot be named by clew` };
}
