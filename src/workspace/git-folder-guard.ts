/**
 * What git reads below a git folder must lie in it and be a file. Whoever wrote the tree may have written the git folder,
 * too: a link in place of a reference, a pack or a folder of objects makes git list another repository, and a FIFO or a
 * device in place of any file keeps it waiting. So git is not started before the places that it can read were
 * looked at, and its answer is not used when they are not as before.
 *
 * Links are refused even when they stay inside; git itself makes none since HEAD is a file. Tests: tests/hostile/git-folder.test.ts.
 */
import { readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { displayPath } from "../core/rel-path.ts";
import { namedFiles } from "./git-config-text.ts";
import { borrowsObjects, readGitFile } from "./git-files.ts";

export interface GuardedPlaces {
  gitDir: string;
  commonDir: string;
  ownsObjects: boolean;
}

/** Never opened by what we ask git, and often links, sockets or full of other programs' files. */
const NEVER_READ: ReadonlySet<string> = new Set([
  "annex",
  "fsmonitor--daemon",
  "fsmonitor--daemon.ipc",
  "hooks",
  "lfs",
  "modules",
  "rr-cache",
  "svn",
]);
/** Folders and how many levels of them git can read. */
const WALKED: readonly [folder: string, levels: number][] = [
  ["info", 2],
  ["logs", 128],
  ["refs", 128],
  ["reftable", 2],
  ["worktrees", 128],
  ["objects", 1],
  ["objects/info", 3],
  ["objects/pack", 2],
];
/** More loose references and objects than this are looked at by nobody; `git gc` packs them. */
const MAX_ENTRIES = 300_000;
const MAX_MS = 5_000;
/** As git. */
const MAX_INCLUDES = 10;

/** Why git must not read there, for people; null when nothing speaks against it. */
export function whyGitMustNotRead(places: GuardedPlaces, readsObjects: boolean): string | null {
  const look = new GitFolderLook();
  const folders = new Set([places.gitDir, places.commonDir]);
  for (const folder of folders) {
    look.at(folder, "", 1);
    for (const [name, levels] of WALKED) look.at(folder, name, levels);
  }
  if (readsObjects) look.at(places.commonDir, "objects", 2);
  if (look.found !== null) return look.found;
  if (places.ownsObjects && borrowsObjects(places.commonDir)) return "borrows objects of another repository";
  for (const folder of folders) {
    const refusal = whyConfigMustNotBeRead(folder);
    if (refusal !== null) return refusal;
  }
  return null;
}

class GitFolderLook {
  found: string | null = null;
  #entries = 0;
  readonly #until = performance.now() + MAX_MS;

  /** Looks at a folder of a git folder and `levels - 1` below it. Names are bytes, held as Latin-1. */
  at(gitFolder: string, name: string, levels: number): void {
    const start = Buffer.from(name === "" ? gitFolder : join(gitFolder, name)).toString("latin1");
    const waiting: [path: string, levels: number][] = [[start, levels]];
    for (let next = waiting.pop(); next !== undefined && this.found === null; next = waiting.pop()) {
      const [path, left] = next;
      for (const entry of entriesOf(path)) {
        this.#count(gitFolder);
        const isTop = path === start && name === "";
        if (isTop && NEVER_READ.has(entry.name)) continue;
        const full = `${path}/${entry.name}`;
        if (entry.isDirectory()) {
          if (left > 1) waiting.push([full, left - 1]);
        } else if (!entry.isFile()) {
          const shown = displayPath(
            Buffer.from(full, "latin1")
              .toString("utf8")
              .slice(gitFolder.length + 1),
          );
          this.found = `has ${entry.isSymbolicLink() ? "a link" : "a FIFO, socket or device"} in place of ${shown}`;
          return;
        }
      }
    }
  }

  #count(gitFolder: string): void {
    this.#entries += 1;
    if (this.#entries <= MAX_ENTRIES && (this.#entries % 1_000 !== 0 || performance.now() < this.#until))
      return;
    this.found ??= `has more loose references and objects than can be looked at (try \`git gc\` in ${displayPath(dirname(gitFolder))})`;
  }
}

function entriesOf(path: string) {
  try {
    // The type comes with the listing; file systems that do not tell it are asked by Node for each entry.
    return readdirSync(Buffer.from(path, "latin1"), { withFileTypes: true, encoding: "latin1" });
  } catch {
    // Not there, or a file: then its own entry was looked at in the folder around it.
    return [];
  }
}

/** Files that a configuration names and git opens: includes, a list of excludes. Conditions are taken as met. */
function whyConfigMustNotBeRead(folder: string): string | null {
  const waiting = ["config", "config.worktree"].map((name) => ({ file: join(folder, name), depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { file, depth } = next;
    const text = readGitFile(file);
    if (text === null) continue;
    for (const { name, isInclude } of namedFiles(text)) {
      const place = resolvedFrom(dirname(file), name);
      if (!isFileOrNothing(place))
        return `has a configuration that names ${displayPath(name)}, which is not a file`;
      if (!isInclude) continue;
      if (depth >= MAX_INCLUDES) return "has a configuration with too many includes";
      waiting.push({ file: place, depth: depth + 1 });
    }
  }
  return null;
}

function resolvedFrom(folder: string, name: string): string {
  if (name.startsWith("~/")) return join(process.env.HOME ?? homedir(), name.slice(2));
  return isAbsolute(name) ? name : resolve(folder, name);
}

/** Links are followed, as people link their configuration; a folder is refused by git without waiting. */
function isFileOrNothing(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined || stats.isFile() || stats.isDirectory();
  } catch {
    return true;
  }
}
