/** Turns the query's groups into groups with postings: other forms of a word, and only compounds that exist. */
import type { TermGroup } from "../query/query-terms.ts";
import { rootOf } from "../query/word-root.ts";
import type { LexicalGroup, TermPostings } from "./lexical.ts";

export interface TermSource {
  postings(terms: readonly string[]): Promise<Map<string, TermPostings>>;
  termsWithPrefix(prefix: string, limit: number): Promise<string[]>;
}

/** The rarest and heaviest groups are scored; the rest of a long text adds cost, not direction. */
export const MAX_GROUPS = 64;
const MAX_LOOKUPS = 320;
const MAX_VARIANT_WORDS = 14;
const VARIANT_FACTOR = 0.45;
const PREFIX_SCAN = 40;

export async function expandTerms(
  source: TermSource,
  groups: readonly TermGroup[],
  docCount: number,
): Promise<LexicalGroup[]> {
  const heaviest = [...groups]
    .sort((a, b) => b.weight - a.weight || compare(a.term, b.term))
    .slice(0, MAX_LOOKUPS);
  const postings = await source.postings(heaviest.map((group) => group.term));
  const variants = await findVariants(source, heaviest);
  const variantPostings = await source.postings([...new Set([...variants.values()].flat())]);
  const expanded: LexicalGroup[] = [];
  for (const group of heaviest) {
    const own = postings.get(group.term);
    if (!own && group.source !== "word") continue;
    const members = own ? [{ postings: own, factor: 1 }] : [];
    for (const variant of variants.get(group.term) ?? []) {
      const found = variantPostings.get(variant);
      if (found) members.push({ postings: found, factor: own ? VARIANT_FACTOR : 0.8 });
    }
    expanded.push({ ...group, members });
  }
  return keepStrongest(expanded, docCount);
}

function keepStrongest(groups: LexicalGroup[], docCount: number): LexicalGroup[] {
  if (groups.length <= MAX_GROUPS) return groups;
  const strength = (group: LexicalGroup) => {
    const occurrences = group.members.reduce((sum, member) => sum + member.postings.chunks.length, 0);
    return group.weight * Math.log(1 + (docCount * 4) / (occurrences + 1));
  };
  return groups
    .map((group) => ({ group, strength: strength(group) }))
    .sort((a, b) => b.strength - a.strength || compare(a.group.term, b.group.term))
    .slice(0, MAX_GROUPS)
    .map((entry) => entry.group);
}

/** Other words of the index with the same root: `serialization` → serialize, serializer. Title words and short queries only. */
async function findVariants(
  source: TermSource,
  groups: readonly TermGroup[],
): Promise<Map<string, string[]>> {
  const variants = new Map<string, string[]>();
  const words = groups.filter(
    (group) =>
      group.isTitle && group.source !== "joined" && group.source !== "whole" && group.term.length > 4,
  );
  for (const group of words.slice(0, MAX_VARIANT_WORDS)) {
    const root = rootOf(group.term);
    if (root.length < 4) continue;
    const near = await source.termsWithPrefix(root, PREFIX_SCAN);
    const same = near.filter((term) => term !== group.term && rootOf(term) === root);
    if (same.length > 0) variants.set(group.term, same.slice(0, 8));
  }
  return variants;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
