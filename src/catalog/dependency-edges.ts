/** Who depends on whom, joined by the names of packages when asked: nothing of it is stored, so nothing can be stale. */
import type { DependencyKind, Package, PackageDependency } from "../packages/contract.ts";
import type { CatalogEntry } from "./entry.ts";

export interface PackageEdge {
  /** Names of repositories; equal inside one. */
  from: string;
  to: string;
  fromPackage: Package;
  toPackage: Package;
  kind: DependencyKind;
  /** The range that is asked for, empty when none is. */
  asked: string;
  /** What is indexed; null when it has no version. */
  indexed: string | null;
}

/** What edges are found by; a repository need not be indexed to have it. */
export type PackageHolder = Pick<CatalogEntry, "name" | "packages" | "dependsOn">;

type Offer = { entry: PackageHolder; offered: Package };

/** In the order of the entries, their packages and dependencies. A need that its own repository meets goes nowhere else. */
export function packageEdges(entries: readonly PackageHolder[]): PackageEdge[] {
  const offers = new Map<string, Offer[]>();
  for (const entry of entries)
    for (const offered of entry.packages) {
      const key = keyOf(offered.ecosystem, offered.name);
      const known = offers.get(key);
      if (known) known.push({ entry, offered });
      else offers.set(key, [{ entry, offered }]);
    }
  return entries.flatMap((entry) =>
    entry.packages.flatMap((needing) =>
      needing.dependencies.flatMap((dependency) => metBy(entry, needing, dependency, offers)),
    ),
  );
}

function metBy(
  entry: PackageHolder,
  needing: Package,
  dependency: PackageDependency,
  offers: ReadonlyMap<string, readonly Offer[]>,
): PackageEdge[] {
  const { name, kind, version, folder } = dependency;
  const inTree = entry.packages.find(
    (one) =>
      one.ecosystem === needing.ecosystem && (folder === undefined ? one.name === name : one.root === folder),
  );
  if (inTree === needing) return [];
  const edge = (to: string, toPackage: Package): PackageEdge => ({
    from: entry.name,
    to,
    fromPackage: needing,
    toPackage,
    kind,
    asked: version,
    indexed: toPackage.version,
  });
  if (inTree) return [edge(entry.name, inTree)];
  const met = offers.get(keyOf(needing.ecosystem, name)) ?? [];
  return met
    .filter(
      ({ entry: other }) =>
        other !== entry && (entry.dependsOn === null || entry.dependsOn.includes(other.name)),
    )
    .map(({ entry: other, offered }) => edge(other.name, offered));
}

function keyOf(ecosystem: string, name: string): string {
  return `${ecosystem} ${name}`;
}

/** `web needs @shop/auth ^2 (runtime), 3.1.0 is indexed`. */
export function describeEdge({ from, fromPackage, toPackage, kind, asked, indexed }: PackageEdge): string {
  const who = fromPackage.root === "" ? from : `${from}/${fromPackage.root}`;
  const range = asked === "" ? "" : ` ${asked}`;
  const differs = versionDiffers(asked, indexed) ? `, ${indexed} is indexed` : "";
  return `${who} needs ${toPackage.name}${range} (${kind})${differs}`;
}

/** What a manifest says whose version is set when it is released. */
export function isPlaceholder(version: string): boolean {
  return /^v?0\.0\.0(?![.\d])/.test(version);
}

/**
 * Whether the indexed version is plainly outside of the range: of another major version, or of another minor one below 1.
 * Ranges that are no plain version with `^`, `~`, `=`, `v` or `>=` before it say nothing.
 */
export function versionDiffers(asked: string, indexed: string | null): boolean {
  const [, operator, major, minor] =
    /^([\^~=v]*|>=)\s*v?(\d+)(?:\.(\d+))?(?:\.\d+)?[\w.+-]*$/.exec(asked.trim()) ?? [];
  const [, ownMajor, ownMinor] = /^v?(\d+)(?:\.(\d+))?/.exec(indexed ?? "") ?? [];
  if (major === undefined || ownMajor === undefined || isPlaceholder(indexed!)) return false;
  if (operator === ">=") return Number(ownMajor) < Number(major);
  if (major !== ownMajor) return true;
  return major === "0" && minor !== undefined && ownMinor !== undefined && minor !== ownMinor;
}
