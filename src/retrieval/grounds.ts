/**
 * Whether a question stands on anything here. A word of it must occur, or the model must have learned one of them as a word and
 * find something close; else what is found is found for every question, and the answer is that there is nothing.
 */
import type { Feature } from "./channels/contract.ts";
import { names } from "./channels/names/index.ts";
import { paths } from "./channels/paths/index.ts";
import { vectors } from "./channels/vectors/index.ts";
import { words } from "./channels/words/index.ts";
import type { TermGroup } from "./query/query-terms.ts";
import { CHANGE_WORDS, QUESTION_WORDS, STOP_WORDS, TASK_WORDS } from "./query/stop-words.ts";
import type { Understanding } from "./query/understand.ts";
import { evidenceOf, type Ranking } from "./rank/rank-scope.ts";

/** What is closest to words that mean nothing stays below it. */
const MIN_CLOSENESS = 0.4;

export interface Grounds {
  isGrounded: boolean;
  /** Words of the question that no file holds in any form, as the index would hold them. */
  unknown: string[];
}

export function groundsOf(ranking: Ranking, { groups }: Pick<Understanding, "groups">): Grounds {
  const held = new Set(ranking.terms.filter(occursIn).map(({ term }) => term));
  const occurs = ({ term }: TermGroup) => held.has(term) || isInPaths(ranking, term);
  const content = contentOf(groups);
  const isWord = ({ source }: TermGroup) => source === "word" || source === "whole";
  const isNamed = content.some(occurs);
  // A compound that is nowhere says nothing while its parts are found.
  const unknown = content.filter(
    (group) => (isNamed ? group.source === "word" : isWord(group)) && !occurs(group),
  );
  return {
    isGrounded: isNamed || isMeaningKnown(ranking, content),
    unknown: unknown.map(({ term }) => term),
  };
}

/** Features that words which any task holds give to files, too: where nothing else is known they are no reason. */
const OF_ANY_WORD: ReadonlySet<string> = new Set(
  [words, paths, names].flatMap(({ features }) => features.map(({ name }) => name)),
);

/** Whether a feature is a reason for a file when the question stands on nothing else. */
export function isReasonAlone({ name, isVague }: Feature): boolean {
  return !isVague && !OF_ANY_WORD.has(name);
}

/** Terms that say what is asked for; words that any task holds count only where there are no others. */
function contentOf(groups: readonly TermGroup[]): TermGroup[] {
  const told = groups.filter(
    ({ term, source }) => !STOP_WORDS.has(term) && source !== "joined" && source !== "short",
  );
  const own = told.filter(
    ({ term }) => !TASK_WORDS.has(term) && !CHANGE_WORDS.has(term) && !QUESTION_WORDS.has(term),
  );
  return own.length > 0 ? own : told;
}

function occursIn({ forms }: Ranking["terms"][number]): boolean {
  return forms.some((member) =>
    member.some(({ postings }) => postings.chunks.length + postings.elsewhere > 0),
  );
}

function isInPaths({ scope }: Ranking, term: string): boolean {
  const word = { term, factor: 1 };
  return scope.members.some(
    ({ corpus }) => corpus.paths.stemFrequency(word) + corpus.paths.directoryFrequency(word) > 0,
  );
}

function isMeaningKnown(ranking: Ranking, content: readonly TermGroup[]): boolean {
  const terms = content.map(({ term }) => term);
  return ranking.scope.members.some(({ position, view }) => {
    const best = evidenceOf(ranking, vectors, position)?.scores?.best ?? 0;
    // A greeting or another word of any text may be the name of something here: then that is close.
    return best >= MIN_CLOSENESS && (terms.length === 0 || (view.vectors?.knows(terms) ?? false));
  });
}
