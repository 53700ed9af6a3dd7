/**
 * Where a list stops being an answer. Scores compare across questions: on 540 messages of commits a file within 4 points of the
 * best was right in one of six cases, one further below in one of thirty. Of the right files among ten, 0.93 are shown so, and 0.99 shown or named.
 */
import type { SearchHit } from "./search.ts";

/** Points below the best from which on a file is named, not shown. */
const NAMED_FROM = 4;
/** Points below the best from which on a file is not named either. */
const LEFT_OUT_FROM = 8;
/** However far they are below the best. */
const LEAST_SHOWN = 3;
/** However close they are: of these nothing is read that speaks for them. */
const MOST_SHOWN = 5;
/** The first file was right in seven of eight cases where it led by so much, in every second where by less. */
const CLEAR_LEAD = 2.5;

export interface FallOff<Hit> {
  likely: Hit[];
  lessLikely: Hit[];
}

type Scored = Pick<SearchHit, "score" | "contributions" | "group">;

/** Hits in their order, each group beside its own best; what is in neither list is not worth its line. */
export function fallOff<Hit extends Scored>(hits: readonly Hit[]): FallOff<Hit> {
  const groups = [...new Set(hits.map(({ group }) => group))];
  const ofGroups = groups.map((group) => fallOffIn(hits.filter((hit) => hit.group === group)));
  return {
    likely: ofGroups.flatMap(({ likely }) => likely),
    lessLikely: ofGroups.flatMap(({ lessLikely }) => lessLikely),
  };
}

function fallOffIn<Hit extends Scored>(hits: readonly Hit[]): FallOff<Hit> {
  const scores = hits.map(scoreByQuestion);
  const best = scores.reduce((highest, score) => Math.max(highest, score), Number.NEGATIVE_INFINITY);
  const isClose = (at: number) => at < MOST_SHOWN && best - scores[at]! <= NAMED_FROM;
  const likely = hits.filter((_, at) => at < LEAST_SHOWN || isClose(at));
  const lessLikely = hits.filter((hit, at) => !likely.includes(hit) && best - scores[at]! <= LEFT_OUT_FROM);
  return { likely, lessLikely };
}

/** Whether the first hit leads so far that it may be called the answer. */
export function leadsClearly(hits: readonly Pick<SearchHit, "score" | "group">[]): boolean {
  const [first, second] = hits.filter(({ group }) => group === hits[0]!.group);
  return first !== undefined && (second === undefined || first.score - second.score >= CLEAR_LEAD);
}

/** The setting `deprioritise` puts files last; it does not say that they are no answer. */
function scoreByQuestion({ score, contributions }: Pick<SearchHit, "score" | "contributions">): number {
  return score - (contributions.find(({ feature }) => feature === "isDeprioritised")?.points ?? 0);
}
