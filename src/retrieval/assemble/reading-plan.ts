/** Which spans are read, in which order, and how much of the room each may take: that follows how likely each is what is asked for. */
import type { HitSpan } from "../rank/choose-spans.ts";
import { type Group, turnsOf } from "../scope/places.ts";
import type { Scope } from "../scope/scope.ts";
import type { SearchHit } from "../search.ts";

export interface Planned {
  hit: SearchHit;
  span: HitSpan;
  value: number;
}

export interface PlanOptions {
  budget: number;
  /** Files that earlier answers read. */
  seenFiles: number;
}

/** A body of a file that barely matches costs as much as one that answers; such files are named. */
const MIN_FILES_READ = 4;
const TOKENS_PER_FILE_READ = 400;
/** Fewer tokens for each span would cut all of them to pieces. */
const TOKENS_PER_SPAN = 300;
const MIN_SPANS_READ = 6;

/** What a further span of a file is worth beside the one before it. */
const SPAN_DECAY = 0.65;
/** Text outside definitions is mostly headers and imports. */
const NO_SYMBOL_FACTOR = 0.4;
const TEST_FACTOR = 0.5;

/**
 * Spans by what they are likely to tell: that falls with the rank of the file and with the number of the span. What stands
 * behind own code has its share of the files, and each of them counts for as much as its repository does.
 */
export function planReading(scope: Scope, hits: readonly SearchHit[], options: PlanOptions): Planned[] {
  const files =
    Math.max(MIN_FILES_READ, Math.ceil(options.budget / TOKENS_PER_FILE_READ)) + options.seenFiles;
  const spans = Math.max(MIN_SPANS_READ, Math.floor(options.budget / TOKENS_PER_SPAN)) + options.seenFiles;
  const worthOf = (hit: SearchHit, span: HitSpan) => {
    const { corpus, weight = 1 } = scope.memberOf(hit);
    const isTest = corpus.files[hit.file]?.facts.flags.has("test");
    const ofGroup = hit.group === undefined ? 1 : weight;
    return ofGroup * (span.symbol ? 1 : NO_SYMBOL_FACTOR) * (isTest ? TEST_FACTOR : 1);
  };
  return filesOf(scope, hits, files)
    .flatMap(({ hit, rank }) =>
      hit.spans.map((span, round) => ({
        hit,
        span,
        rank,
        round,
        value: (worthOf(hit, span) * SPAN_DECAY ** round) / Math.sqrt(rank + 1),
      })),
    )
    .sort((a, b) => b.value - a.value || a.rank - b.rank || a.round - b.round)
    .slice(0, spans);
}

/** The first files of each group, with their ranks in it. */
function filesOf(
  scope: Scope,
  hits: readonly SearchHit[],
  files: number,
): { hit: SearchHit; rank: number }[] {
  const mosts = new Map<Group, number>();
  for (const { group, most } of turnsOf(scope.members, files)) if (!mosts.has(group)) mosts.set(group, most);
  return [...mosts].flatMap(([group, most]) =>
    hits
      .filter((hit) => (hit.group ?? null) === group)
      .slice(0, most)
      .map((hit, rank) => ({ hit, rank })),
  );
}

/** Enough for a declaration and the lines that decide. */
const MIN_SHARE = 90;
/** Most bodies are shorter than their share, so each may take more than its own. */
const GENEROSITY = 4;
const MAX_SHARE = 0.4;

/** Tokens of the room for a span of this value, when all spans from it on are worth `worth`. */
export function shareOf(room: number, value: number, worth: number): number {
  const fair = (room * value) / Math.max(worth, value);
  const most = value === worth ? room : room * MAX_SHARE;
  return Math.floor(Math.min(room, Math.max(MIN_SHARE, Math.min(fair * GENEROSITY, most))));
}
