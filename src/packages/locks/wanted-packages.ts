/** Which of the locked packages the user listed. */
import type { Package } from "../contract.ts";
import { normalPythonName } from "../python-names.ts";
import type { LockedPackage } from "./contract.ts";

export interface WantedPackage {
  locked: LockedPackage;
  /** Folders of packages of the tree that name it in their manifests. */
  dependents: string[];
}

/**
 * A name means the package wherever the lock has it; a pattern with `*` only what the tree's own manifests ask for, since
 * a lock of a large application names a thousand packages that nobody there has ever looked at.
 */
export function wantedPackages(
  locked: readonly LockedPackage[],
  listed: readonly string[],
  packages: readonly Package[],
): WantedPackage[] {
  const dependents = dependentsOf(packages);
  const matchers = listed.map((text) => ({ isPattern: text.includes("*"), matches: matcherOf(text) }));
  const found = new Map<string, WantedPackage>();
  for (const one of locked) {
    const key = keyOf(one.ecosystem, one.name);
    const folders = dependents.get(key) ?? [];
    const isWanted = matchers.some(
      ({ isPattern, matches }) => matches(one.name) && (!isPattern || folders.length > 0),
    );
    if (isWanted && !found.has(key)) found.set(key, { locked: one, dependents: folders });
  }
  return [...found.values()];
}

function dependentsOf(packages: readonly Package[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const { ecosystem, root, dependencies } of packages)
    for (const { name } of dependencies) {
      const key = keyOf(ecosystem, name);
      folders.set(key, [...new Set([...(folders.get(key) ?? []), root])]);
    }
  return folders;
}

function keyOf(ecosystem: string, name: string): string {
  // Python's names are equal whatever their case and separators; NuGet's whatever their case.
  const spelled =
    ecosystem === "python"
      ? normalPythonName(name)
      : ecosystem === "dotnet" || ecosystem === "composer"
        ? name.toLowerCase()
        : name;
  return `${ecosystem} ${spelled}`;
}

function matcherOf(listed: string): (name: string) => boolean {
  const parts = listed.toLowerCase().split("*");
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`^${escaped.join(".*")}$`);
  return (name) => pattern.test(name.toLowerCase());
}
