/** Chunks that may hold a phrase: those with the most of its rare words, by the postings that exist anyway. */
import { wordTerms } from "../../../core/terms.ts";
import type { Phrase } from "../../query/phrases.ts";
import { STOP_WORDS } from "../../query/stop-words.ts";
import type { Scope, ScopeMember } from "../../scope/scope.ts";
import { readPostings } from "../../terms/term-postings.ts";

/** The rarest words find the place; more of them only cost. */
const MAX_TERMS = 8;
/** A term that stands in more chunks than this share finds nothing. */
const COMMON = 0.35;
/** Words rarer than one in twenty chunks count the same: the rarest may be what a program filled in. */
const MOST_RARITY = Math.log(1 + 20);
/** Chunks are read from the working tree, so few of them. */
const MAX_CHUNKS = 14;
/** Of each of many members. */
const LEAST_CHUNKS = 2;
/** Of the mass that the best chunk holds. */
const MIN_SHARE = 0.4;

export interface PhrasePlaces {
  /** In the corpus's numbering, best first. */
  chunks: number[];
  /** Whether any file holds the word. */
  isKnown(word: string): boolean;
}

export async function findPlaces(
  scope: Scope,
  { view, corpus }: ScopeMember,
  phrase: Phrase,
): Promise<PhrasePlaces> {
  const words = phrase.filter((word) => !STOP_WORDS.has(word) && word.length > 1);
  const termOf = new Map(words.map((word) => [word, wordTerms(word)[0] ?? ""]));
  const known = await readPostings(view, [...new Set(termOf.values())]);
  const most = Math.max(20, corpus.chunkDoc.length * COMMON);
  const postings = [...known.values()]
    .filter(({ chunks }) => chunks.length <= most)
    .sort((a, b) => a.chunks.length - b.chunks.length)
    .slice(0, MAX_TERMS);
  const mass = new Map<number, number>();
  for (const { chunks } of postings) {
    const rarity = Math.min(MOST_RARITY, Math.log(1 + corpus.chunkDoc.length / chunks.length));
    let last = -1;
    for (const chunk of chunks) {
      if (chunk !== last) mass.set(chunk, (mass.get(chunk) ?? 0) + rarity);
      last = chunk;
    }
  }
  const ordered = [...mass]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, scope.shareOf(MAX_CHUNKS, LEAST_CHUNKS));
  const best = ordered[0]?.[1] ?? 0;
  return {
    chunks: ordered.filter(([, value]) => value >= MIN_SHARE * best).map(([chunk]) => chunk),
    isKnown: (word) => STOP_WORDS.has(word) || known.has(termOf.get(word) ?? ""),
  };
}
