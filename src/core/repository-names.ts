/** Names of repositories: what people type, and what stands before a path where several repositories are spoken of. */
import { comparePaths } from "./rel-path.ts";

/** At least two characters: a name never looks like the letter of a drive. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/;
const MAX_NAME = 64;

export function isRepositoryName(text: string): boolean {
  return NAME.test(text);
}

/**
 * A name for each folder, unique among them: the given one; else the folder's own name; where several folders share it,
 * with as many of the folders above as tell them apart. A pure function of the sets, whatever the order of indexing.
 */
export function nameRepositories(
  roots: Iterable<string>,
  given: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const all = [...new Set(roots)];
  const named = new Map(all.flatMap((root) => (given.has(root) ? [[root, given.get(root)!] as const] : [])));
  const taken = new Set(named.values());
  for (const [root, name] of nameByFolders(all.filter((one) => !named.has(one)))) {
    const free = freeName(name, taken);
    taken.add(free);
    named.set(root, free);
  }
  return named;
}

function nameByFolders(roots: readonly string[]): Map<string, string> {
  const sorted = [...roots].sort(comparePaths);
  const parts = new Map(sorted.map((root) => [root, root.split("/").filter(Boolean)]));
  const taken = new Map(sorted.map((root) => [root, 1]));
  const nameOf = (root: string) => safeName(parts.get(root)!.slice(-taken.get(root)!));
  for (;;) {
    const groups = groupBy(sorted, nameOf);
    const clashing = [...groups.values()].filter((group) => group.length > 1).flat();
    const growing = clashing.filter((root) => taken.get(root)! < parts.get(root)!.length);
    if (growing.length === 0) return numberEqual(groups);
    for (const root of growing) taken.set(root, taken.get(root)! + 1);
  }
}

/** Folders whose whole paths become the same text: told apart by a number, in the order of the paths. */
function numberEqual(groups: ReadonlyMap<string, readonly string[]>): Map<string, string> {
  const names = new Map<string, string>();
  const used = new Set(groups.keys());
  for (const [name, [first, ...others]] of groups) {
    names.set(first!, name);
    for (const root of others) {
      const free = freeName(name, used);
      used.add(free);
      names.set(root, free);
    }
  }
  return names;
}

/** The name itself, else with the first number that makes it new. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

function safeName(parts: readonly string[]): string {
  const name = parts
    .map((part) => part.normalize("NFKD").replace(/[^A-Za-z0-9._-]+/g, "-"))
    .join("-")
    .replace(/-{2,}/g, "-")
    .slice(-MAX_NAME)
    .replace(/^[-._]+|[-.]+$/g, "");
  return isRepositoryName(name) ? name : name === "" ? "repository" : `repository-${name}`;
}

function groupBy(roots: readonly string[], keyOf: (root: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const root of roots) {
    const key = keyOf(root);
    const group = groups.get(key);
    if (group) group.push(root);
    else groups.set(key, [root]);
  }
  return groups;
}
