/** Turns the query's groups into groups with postings: other forms of a word, and only compounds that exist in the scope. */
import type { TermGroup } from "../query/query-terms.ts";
import { derivationsOf, rootOf } from "../query/word-root.ts";
import type { Scope } from "../scope/scope.ts";
import { readPostings, type TermPostings } from "./term-postings.ts";

/** One way in which a group of terms occurs in a member. */
export interface TermForm {
  postings: TermPostings;
  factor: number;
}

export interface ScopeTerm extends TermGroup {
  /** By position of the member: the term itself first when it occurs there, then its variants. */
  forms: TermForm[][];
}

/** The rarest and heaviest groups are scored; the rest of a long text adds cost, not direction. */
export const MAX_GROUPS = 64;
const MAX_LOOKUPS = 320;
const MAX_VARIANT_WORDS = 14;
const MAX_VARIANTS = 8;
const VARIANT_FACTOR = 0.45;
/** Of a variant of a word that the scope does not hold itself. */
const SUBSTITUTE_FACTOR = 0.8;
const PREFIX_SCAN = 40;

export async function expandTerms(scope: Scope, groups: readonly TermGroup[]): Promise<ScopeTerm[]> {
  const heaviest = [...groups]
    .sort((a, b) => b.weight - a.weight || compare(a.term, b.term))
    .slice(0, MAX_LOOKUPS);
  const terms = heaviest.flatMap(({ term, standsFor = [] }) => [term, ...standsFor]);
  const own = await scope.ask(({ view }) => readPostings(view, terms));
  const variants = await findVariants(scope, heaviest);
  const others = await scope.ask(({ view }) => readPostings(view, [...variants.values()].flat()));
  const isRead = (position: number) => scope.members[position]!.view.width?.shortForms !== false;
  const expanded: ScopeTerm[] = [];
  for (const group of heaviest) {
    const isHeld = own.some((postings) => postings.has(group.term));
    if (!isHeld && group.source !== "word") continue;
    const { standsFor } = group;
    if (standsFor && !own.some((postings, at) => isRead(at) && isUsedFor(group, standsFor, postings)))
      continue;
    const factor = isHeld ? VARIANT_FACTOR : SUBSTITUTE_FACTOR;
    const forms = scope.members.map(({ position }) => {
      const itself = own[position]!.get(group.term);
      const found: TermForm[] = itself ? [{ postings: itself, factor: 1 }] : [];
      for (const variant of variants.get(group.term) ?? []) {
        const postings = others[position]!.get(variant);
        if (postings) found.push({ postings, factor });
      }
      return found;
    });
    expanded.push({ ...group, forms });
  }
  return keepStrongest(expanded, scope.totals.docs);
}

/** The repository writes the short form beside all words that it stands for: its own names and comments say what it means. */
function isUsedFor(
  { term }: TermGroup,
  words: readonly string[],
  postings: ReadonlyMap<string, TermPostings>,
): boolean {
  const chunks = postings.get(term)?.chunks;
  if (!chunks) return false;
  const common = words.reduce(
    (left, word) => {
      const held = new Set(postings.get(word)?.chunks ?? []);
      return left.filter((chunk) => held.has(chunk));
    },
    [...new Set(chunks)],
  );
  return common.length > 0;
}

function keepStrongest(terms: ScopeTerm[], docCount: number): ScopeTerm[] {
  if (terms.length <= MAX_GROUPS) return terms;
  const strength = (term: ScopeTerm) => {
    let occurrences = 0;
    for (const forms of term.forms) for (const { postings } of forms) occurrences += postings.chunks.length;
    return term.weight * Math.log(1 + (docCount * 4) / (occurrences + 1));
  };
  return terms
    .map((term) => ({ term, strength: strength(term) }))
    .sort((a, b) => b.strength - a.strength || compare(a.term.term, b.term.term))
    .slice(0, MAX_GROUPS)
    .map((entry) => entry.term);
}

/** Other words of the scope with the same root: `serialization` → serialize, serializer. Title words and short queries only. */
async function findVariants(scope: Scope, groups: readonly TermGroup[]): Promise<Map<string, string[]>> {
  const words = groups
    .filter(
      (group) =>
        group.isTitle && (group.source === "word" || group.source === "part") && group.term.length > 2,
    )
    .slice(0, MAX_VARIANT_WORDS)
    .map(({ term }) => ({ term, root: rootOf(term) }));
  const nearBy = await scope.ask(async ({ view }) => {
    const near: string[][] = [];
    for (const { root } of words)
      near.push(root.length < 4 ? [] : await view.reader.startingWith("terms", root, PREFIX_SCAN));
    return near;
  });
  const variants = new Map<string, string[]>();
  words.forEach(({ term, root }, at) => {
    const near = firstOf(nearBy.map((lists) => lists[at]!));
    const same = near.filter((other) => other !== term && rootOf(other) === root);
    // The scan ends before `parser` where many names begin with parse; where it does not end early, it has seen all.
    const isCut = root.length < 4 || nearBy.some((lists) => lists[at]!.length >= PREFIX_SCAN);
    const derived = isCut ? derivationsOf(term).filter((other) => !same.includes(other)) : [];
    const all = [...same.slice(0, MAX_VARIANTS), ...derived];
    if (all.length > 0) variants.set(term, all);
  });
  return variants;
}

/** The terms that one index of all members would have given: the first of all lists together. */
function firstOf(lists: readonly string[][]): string[] {
  if (lists.length === 1) return lists[0]!;
  return [...new Set(lists.flat())].sort(compare).slice(0, PREFIX_SCAN);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
