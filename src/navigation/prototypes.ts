/** Prototypes of a definition, and definitions of a prototype: one symbol to whoever asks (C, C++). */
import { type Handle, handleOf } from "../core/edges.ts";
import type { SymbolFact } from "../core/facts.ts";
import type { SymbolHit, ViewReader } from "../storage/contract.ts";
import type { SymbolGroup } from "./find-symbol.ts";

/** Of each group; a call of a function that several files define is a call of what announces it. */
export async function announcementsOf(
  reader: ViewReader,
  groups: readonly SymbolGroup[],
): Promise<Handle[][]> {
  const names = [...new Set(groups.flatMap((group) => nameOf(group) ?? []))];
  const found = names.length > 0 ? await reader.symbolsNamed(names) : [];
  const named = new Map(names.map((name, at) => [name, found[at]!]));
  return groups.map((group) => {
    const name = nameOf(group);
    return name === null ? [] : announcing(group, named.get(name)!);
  });
}

function nameOf({ isFile, hits }: SymbolGroup): string | null {
  return isFile ? null : hits[0]!.symbol.name;
}

function announcing(group: SymbolGroup, named: readonly SymbolHit[]): Handle[] {
  const isAnnounced = group.hits.some((hit) => isPrototype(hit.symbol));
  const { name } = group.hits[0]!.symbol;
  return named
    .filter(({ symbol }) => symbol.qualifiedName === group.qualifiedName && symbol.name === name)
    .filter(({ symbol }) => isAnnounced || isPrototype(symbol))
    .map((hit) => handleOf(hit.path, hit.symbol));
}

function isPrototype({ modifiers }: SymbolFact): boolean {
  return modifiers.includes("declaration");
}
