/** Packages that the user listed, with the version of the lock file and the folder their sources lie in. */
import { homedir } from "node:os";
import { parseRelPath } from "../../core/rel-path.ts";
import type { Package } from "../../packages/contract.ts";
import { LOCKS, readLock } from "../../packages/locks/all.ts";
import type { LockEcosystem, LockedPackage } from "../../packages/locks/contract.ts";
import { sourcePlaces } from "../../packages/locks/source-places.ts";
import { wantedPackages } from "../../packages/locks/wanted-packages.ts";
import type { RootJail } from "../../workspace/path-jail.ts";
import { lookForSources } from "./folders-on-disk.ts";

/** Folders of packages whose locks are read: workspaces have one for all. */
const MAX_FOLDERS = 200;
const MAX_LOCK_BYTES = 32_000_000;
/** Of one tree: whoever lists more wants an index of everything, which is a fleet. */
export const MAX_SOURCES = 60;

export interface DependencySource {
  ecosystem: LockEcosystem;
  package: string;
  /** What the lock file says. */
  version: string;
  /** From the root of the tree. */
  lock: string;
  /** Real path; null when nothing is there. */
  folder: string | null;
  /** Why there is no folder, or what is installed instead of what the lock says. */
  note: string | null;
}

export interface SourceQuestion {
  tree: RootJail;
  packages: readonly Package[];
  /** The setting `dependencySources`. */
  listed: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** In the order of ecosystem and name. */
export function findDependencySources({ tree, packages, listed, env }: SourceQuestion): DependencySource[] {
  if (listed.length === 0) return [];
  const folders = [...new Set(["", ...packages.map(({ root }) => root)])].slice(0, MAX_FOLDERS);
  const locks = folders.flatMap((folder) => readLocks(tree, folder));
  const origin = new Map<LockedPackage, (typeof locks)[number]>();
  for (const lock of locks) for (const one of lock.locked) origin.set(one, lock);
  const wanted = wantedPackages([...origin.keys()], listed, packages);
  const home = env.HOME || homedir();
  const sources = wanted.flatMap(({ locked, dependents }): DependencySource[] => {
    const { folder, path: lock } = origin.get(locked)!;
    const { ecosystem, name, version } = locked;
    const told = { ecosystem, package: name, version, lock };
    const places = sourcePlaces({ locked, folder, dependents, env, home });
    const lookup = lookForSources(tree, places, locked);
    if ("missing" in lookup) return [{ ...told, folder: null, note: lookup.missing }];
    return lookup.found.map((one) => ({
      ...told,
      version: one.version ?? version,
      folder: one.folder,
      note: one.version !== null && one.version !== version ? `the lock says ${version}` : null,
    }));
  });
  return sources.sort(
    (a, b) =>
      compare(a.ecosystem, b.ecosystem) ||
      compare(a.package, b.package) ||
      compare(a.folder ?? "", b.folder ?? ""),
  );
}

function readLocks(tree: RootJail, folder: string) {
  return LOCKS.flatMap((format) => {
    const path = folder === "" ? format.basename : `${folder}/${format.basename}`;
    const rel = parseRelPath(path);
    const read = rel && tree.read(rel, { maxBytes: MAX_LOCK_BYTES });
    return read?.ok ? [{ path, folder, locked: readLock(format, read.bytes.toString("utf8")) }] : [];
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
