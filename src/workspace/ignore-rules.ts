/** Ignore files in git's syntax, any number of them at any level; deeper files overrule shallower ones. */

import { compileName, type NameMatcher } from "../core/name-pattern.ts";
import { compilePath, type PathMatcher } from "../core/path-pattern.ts";
import { basename, dirname } from "../core/rel-path.ts";

interface Rule {
  isNegated: boolean;
  isFolderOnly: boolean;
  /** A pattern without a slash speaks of names at any depth; others of paths from their file's folder on. */
  matchesName: NameMatcher | null;
  matchesPath: PathMatcher | null;
}

export class IgnoreRules {
  readonly #byFolder = new Map<string, Rule[]>();
  readonly #ignoredFolders = new Map<string, boolean>();

  /** Rules of the ignore file that lies in `folder` ("" for the root). Add a folder's rules before asking below it. */
  add(folder: string, text: string): void {
    const rules = parseRules(text);
    if (rules.length > 0) this.#byFolder.set(folder, [...(this.#byFolder.get(folder) ?? []), ...rules]);
  }

  get isEmpty(): boolean {
    return this.#byFolder.size === 0;
  }

  /** As git decides: nothing below an ignored folder can be brought back. */
  isIgnored(path: string): boolean {
    if (this.isEmpty) return false;
    return this.isFolderIgnored(dirname(path)) || this.#decide(path, false);
  }

  isFolderIgnored(folder: string): boolean {
    if (folder === "" || this.isEmpty) return false;
    const known = this.#ignoredFolders.get(folder);
    if (known !== undefined) return known;
    const isIgnored = this.isFolderIgnored(dirname(folder)) || this.#decide(folder, true);
    this.#ignoredFolders.set(folder, isIgnored);
    return isIgnored;
  }

  /** The verdict on the path itself; its parents are known to be kept. The last rule of the deepest file wins. */
  #decide(path: string, isFolder: boolean): boolean {
    const name = basename(path);
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const rules = this.#byFolder.get(folder);
      if (rules !== undefined) {
        let names: string[] | undefined;
        const rule = rules.findLast(({ isFolderOnly, matchesName, matchesPath }) => {
          if (isFolderOnly && !isFolder) return false;
          if (matchesName !== null) return matchesName(name);
          names ??= (folder === "" ? path : path.slice(folder.length + 1)).split("/");
          return matchesPath!(names);
        });
        if (rule !== undefined) return !rule.isNegated;
      }
      if (folder === "") return false;
    }
  }
}

function parseRules(text: string): Rule[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .flatMap((line) => parseRule(line) ?? []);
}

function parseRule(line: string): Rule | null {
  let pattern = withoutTrailingSpaces(line);
  if (pattern === "" || pattern.startsWith("#")) return null;
  const isNegated = pattern.startsWith("!");
  if (isNegated) pattern = pattern.slice(1);
  const isFolderOnly = pattern.endsWith("/");
  if (isFolderOnly) pattern = pattern.slice(0, -1);
  if (pattern === "") return null;
  if (!pattern.includes("/")) {
    return { isNegated, isFolderOnly, matchesName: compileName(pattern), matchesPath: null };
  }
  const matchesPath = compilePath(pattern.startsWith("/") ? pattern.slice(1) : pattern);
  return { isNegated, isFolderOnly, matchesName: null, matchesPath };
}

/** Those behind a backslash stay. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end -= 1;
  if (end === line.length) return line;
  let slashes = 0;
  while (line[end - 1 - slashes] === "\\") slashes += 1;
  return line.slice(0, slashes % 2 === 1 ? end + 1 : end);
}
