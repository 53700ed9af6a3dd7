/**
 * Of many repositories few files are candidates of a question. Where members are opened as overviews, the words of the question
 * choose the docs of all of them together, and only these are ranked: with all features, exactly, by statistics of the whole.
 */

import { isTestPath } from "../../languages/test-paths.ts";
import { wordsAsNames } from "../channels/names/words-as-names.ts";
import { readPathFacts } from "../corpus/path-facts.ts";
import { filesTest } from "../filter-files.ts";
import { mergeFilters, type QueryFilters } from "../query/filters.ts";
import { titleOf, type Understanding, understandQuery } from "../query/understand.ts";
import type { SearchMember } from "../scope/member.ts";
import { Scope } from "../scope/scope.ts";
import { expandTerms } from "../terms/expand-terms.ts";
import { askedUnits } from "../unit-places.ts";
import type { Overview } from "./overview.ts";
import { docsNamed, scoreDocs } from "./score-docs.ts";

/** Docs that are looked at closely, of all members together, and the best of each member whatever the others have. */
const MOST_DOCS = 700;
const LEAST_OF_MEMBER = 3;
/** Of each name that the question gives, wherever its words put the file. */
const MOST_DEFINING = 20;
/** Tests seldom are what is looked for; one that is keeps its place by its words. */
const TEST_FACTOR = 0.6;
/** Copies of one content. */
const MOST_PLACES = 8;

export interface FocusOptions {
  filters?: Partial<QueryFilters> | undefined;
  hasSeveral: boolean;
  memberMs: number;
}

/** The members as they are, where they are opened whole. Throws `MembersLost` like the question itself. */
export async function focusMembers(
  members: readonly SearchMember[],
  query: string,
  options: FocusOptions,
): Promise<readonly SearchMember[]> {
  if (members.every(({ view }) => !view.focus)) return members;
  const understanding = understandQuery(query);
  const scope = new Scope(members, options);
  const terms = await expandTerms(scope, understanding.groups);
  const scores = scoreDocs(scope, terms);
  await addNamed(scope, understanding, scores);
  const chosen = await choosePlaces(scope, mergeFilters(understanding.filters, options.filters), scores);
  const views = await scope.ask(async ({ view, position }) => {
    const places = [...chosen[position]!].sort((a, b) => a - b);
    return { ...view, ...(await view.focus!({ places })), focus: undefined };
  });
  const positions = new Map(scope.members.map(({ name, position }) => [name, position]));
  return members.map((member) => ({ ...member, view: views[positions.get(member.name)!]! }));
}

/** Files that the question names, or that define what it names, come first. */
async function addNamed(scope: Scope, understanding: Understanding, scores: Float64Array[]): Promise<void> {
  let best = 1;
  for (const own of scores) for (const score of own) if (score > best) best = score;
  for (const { path } of understanding.entities.paths) {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    for (const { view, position } of scope.members)
      for (const doc of docsNamed(view.index.overview!, name)) scores[position]![doc]! += best;
  }
  const { symbols } = understanding.entities;
  const names = [...symbols, ...wordsAsNames(titleOf(understanding))].map(({ name }) => name);
  if (names.length === 0) return;
  await scope.ask(async ({ view, position }) => {
    for (const hits of await view.reader.symbolsNamed(names)) {
      const docs = new Set(hits.map(({ blob }) => view.index.docOfBlob.get(blob)!));
      if (docs.size <= MOST_DEFINING) for (const doc of docs) scores[position]![doc]! += best / 2;
    }
  });
}

interface ScoredDoc {
  position: number;
  doc: number;
  score: number;
}

/** By position of the member. */
async function choosePlaces(
  scope: Scope,
  filters: QueryFilters,
  scores: readonly Float64Array[],
): Promise<Set<number>[]> {
  const units = await askedUnits(scope.members, filters.types);
  const found = scope.members.flatMap((member) => {
    const { files, placesOfDoc } = member.view.index.overview!;
    const isWanted = filesTest(filters, member.pathFilter, units?.get(member.name));
    const isAllowed = ({ path, language }: Overview["files"][number]) =>
      !isWanted || isWanted({ path, language, facts: readPathFacts(path) });
    const own: ScoredDoc[] = [];
    for (const [doc, places] of placesOfDoc.entries()) {
      const score = scores[member.position]![doc]!;
      // What only a filter speaks for is an answer too, when nothing else is.
      if ((score === 0 && !isWanted) || !places.some((place) => isAllowed(files[place]!))) continue;
      const isTest = places.every((place) => isTestPath(files[place]!.path));
      own.push({ position: member.position, doc, score: isTest ? score * TEST_FACTOR : score });
    }
    return own.sort(byScore).map((one, rank) => ({ ...one, rank }));
  });
  found.sort((a, b) => byScore(a, b));
  const chosen = scope.members.map(() => new Set<number>());
  for (const [at, { position, doc, rank }] of found.entries()) {
    if (at >= MOST_DOCS && rank >= LEAST_OF_MEMBER) continue;
    const { placesOfDoc } = scope.members[position]!.view.index.overview!;
    for (const place of placesOfDoc[doc]!.slice(0, MOST_PLACES)) chosen[position]!.add(place);
  }
  return chosen;
}

function byScore(a: ScoredDoc, b: ScoredDoc): number {
  return b.score - a.score || a.position - b.position || a.doc - b.doc;
}
