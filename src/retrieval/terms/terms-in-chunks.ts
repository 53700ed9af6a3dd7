import type { ScopeTerm } from "./expand-terms.ts";

/** Which of the query's terms occur in each of the wanted chunks of a member, heaviest first. */
export function termsInChunks(
  terms: readonly ScopeTerm[],
  member: number,
  idf: readonly number[],
  wanted: ReadonlySet<number>,
): Map<number, string[]> {
  const found = new Map<number, string[]>();
  const order = terms
    .map((term, at) => ({ term, mass: term.weight * (idf[at] ?? 0) }))
    .sort((a, b) => b.mass - a.mass || (a.term.term < b.term.term ? -1 : 1));
  for (const { term } of order) {
    const main = term.forms[member]![0];
    if (!main) continue;
    let last = -1;
    for (const chunk of main.postings.chunks) {
      if (chunk === last || !wanted.has(chunk)) continue;
      last = chunk;
      const known = found.get(chunk);
      if (!known) found.set(chunk, [term.term]);
      else if (known.at(-1) !== term.term) known.push(term.term);
    }
  }
  return found;
}
