/**
 * What decides how the modules of a project are found, seen from the files that a compiler has linked: the
 * configuration and the lock files in their folder and in those above. Linking itself asks configuration files
 * one by one and never reads a lock file.
 */
import { basename, dirname } from "../core/rel-path.ts";
import { linkConfigOf } from "./link-configs.ts";
import { QUESTION, questionKey } from "./questions-keys.ts";

const LOCK_FILES: ReadonlySet<string> = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
]);

export function isProjectLock(path: string): boolean {
  return LOCK_FILES.has(basename(path));
}

/** Dependencies of what a compiler said about the file at `path`. */
export function projectKeysAbove(path: string): number[] {
  const keys: number[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    keys.push(questionKey(QUESTION.project, folder));
    if (folder === "") return keys;
  }
}

/** Keys whose answer may differ once the lock file at `path` has changed. */
export function keysOfLock(path: string): number[] {
  return [questionKey(QUESTION.project, dirname(path))];
}

/**
 * Keys whose answer may differ once the configuration file at `path` has changed, whatever it said before; null
 * when that cannot be told without knowing.
 */
export function keysOfUnknownConfigChange(path: string): number[] | null {
  const config = linkConfigOf(path);
  // Others ask for a package by its name, and the old one is not known.
  if (!config || config.packageNameOf) return null;
  return [
    questionKey(QUESTION.config, path),
    questionKey(QUESTION.configKind, config.kind),
    questionKey(QUESTION.project, dirname(path)),
  ];
}
