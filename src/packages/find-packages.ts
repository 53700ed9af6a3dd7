/** All packages of a tree: every manager asked, each one's trouble its own. */
import type { Problem } from "../core/errors.ts";
import { basename, comparePaths, displayPath } from "../core/rel-path.ts";
import type { FoundPackages, ManifestTree, Package } from "./contract.ts";
import { MANAGERS } from "./managers/all.ts";

/** A tree with more is no workspace of people; the first ones by path count. */
export const MAX_MANIFESTS = 10_000;
/** Larger manifests are generated or hostile. */
export const MAX_MANIFEST_BYTES = 1_000_000;

export function isManifest(path: string): boolean {
  const name = basename(path);
  return MANAGERS.some((manager) => manager.isManifest(name));
}

export function findPackages(tree: ManifestTree): FoundPackages {
  const all = MANAGERS.map((manager) => {
    const paths = tree.paths.filter((path) => manager.isManifest(basename(path)));
    return manager.find({ ...tree, paths, read: (path) => tree.read(path), has: (path) => tree.has(path) });
  });
  const problems: Problem[] = all.flatMap((one) => one.problems);
  return {
    packages: withoutRepeats(
      all.flatMap((one) => one.packages),
      problems,
    ).sort((a, b) => comparePaths(a.root, b.root) || comparePaths(a.manifest, b.manifest)),
    workspaces: all.flatMap((one) => one.workspaces),
    problems,
  };
}

/** A name that two packages of an ecosystem have means the declared one, then the one nearest to the root. */
function withoutRepeats(packages: readonly Package[], problems: Problem[]): Package[] {
  const byKey = new Map<string, Package>();
  const ordered = [...packages].sort(
    (a, b) =>
      Number(b.isDeclared) - Number(a.isDeclared) ||
      a.root.split("/").length - b.root.split("/").length ||
      comparePaths(a.manifest, b.manifest),
  );
  const kept: Package[] = [];
  for (const one of ordered) {
    const key = `${one.ecosystem} ${one.name}`;
    const first = byKey.get(key);
    if (first && !one.isDeclared) continue;
    if (first && first.root !== one.root)
      problems.push({
        code: "PACKAGE_NAME_TWICE",
        message: `${displayPath(one.manifest)} and ${displayPath(first.manifest)} have the same name`,
      });
    if (!first) byKey.set(key, one);
    kept.push(one);
  }
  return kept;
}
