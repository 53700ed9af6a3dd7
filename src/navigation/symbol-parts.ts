/** Declarations in several files that are one symbol: partial classes, classes that are opened again. */
import { comparePaths } from "../core/rel-path.ts";
import { languageOfPath } from "../languages/detect.ts";
import { isTestPath } from "../languages/test-paths.ts";
import type { SymbolHit, ViewReader } from "../storage/contract.ts";
import type { SymbolGroup } from "./find-symbol.ts";

export function isPart({ path, symbol }: SymbolHit): boolean {
  return languageOfPath(path)?.isPart?.(symbol) ?? false;
}

/** Groups that are parts of one symbol as one, in the place of the first; the order of the others stays. */
export async function joinParts(reader: ViewReader, groups: readonly SymbolGroup[]): Promise<SymbolGroup[]> {
  const parts = groups.filter(({ hits }) => hits.every(isPart));
  if (parts.length < 2) return [...groups];
  const outlines = await reader.outlines(parts.map(({ hits }) => hits[0]!.blob));
  const byKey = new Map<string, SymbolGroup[]>();
  for (const [at, part] of parts.entries()) {
    const { typeArity = 0 } = part.hits[0]!.symbol;
    const { packageName } = outlines[at]!;
    const key = [languageOfPath(part.path)!.id, packageName, part.qualifiedName, typeArity].join(" ");
    byKey.set(key, [...(byKey.get(key) ?? []), part]);
  }
  const joined = new Map<SymbolGroup, SymbolGroup>();
  const gone = new Set<SymbolGroup>();
  for (const [first, ...others] of byKey.values()) {
    joined.set(first!, joinGroups([first!, ...others]));
    for (const other of others) gone.add(other);
  }
  return groups.filter((group) => !gone.has(group)).map((group) => joined.get(group) ?? group);
}

/** The primary part comes first: code before tests, then by path. */
function joinGroups(groups: readonly SymbolGroup[]): SymbolGroup {
  const ordered = [...groups].sort(
    (a, b) => Number(isTestPath(a.path)) - Number(isTestPath(b.path)) || comparePaths(a.path, b.path),
  );
  return { ...ordered[0]!, hits: ordered.flatMap(({ hits }) => hits) };
}
