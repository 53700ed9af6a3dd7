/** From features to a score. A score is the sum of its contributions and of nothing else. */
import type { QueryKind } from "../query/classify.ts";
import type { FeatureLayout } from "./feature-layout.ts";
import { loadRanker } from "./ranker-file.ts";
import { addTreePoints, compileTrees, type KindModelText, type Trees } from "./ranker-model.ts";
import { WEIGHTS } from "./weights.ts";

export interface Contribution {
  feature: string;
  value: number;
  weight: number;
  /** What the trees add or take for this feature, given the others. */
  correction: number;
  /** `value * weight + correction`. */
  points: number;
}

/** How features of one kind of query become points. */
export interface Scorer {
  weights: Float64Array;
  trees: Trees;
}

/** Compiled once for a list of channels. */
interface Scorers {
  hand: Map<QueryKind, Scorer>;
  learned: Map<QueryKind, Scorer>;
}

const scorers = new WeakMap<FeatureLayout, Scorers>();

function scorersOf(layout: FeatureLayout): Scorers {
  let known = scorers.get(layout);
  if (!known) {
    known = { hand: new Map(), learned: new Map() };
    scorers.set(layout, known);
  }
  return known;
}

function getOrMake(known: Map<QueryKind, Scorer>, kind: QueryKind, make: () => Scorer): Scorer {
  let scorer = known.get(kind);
  if (!scorer) {
    scorer = make();
    known.set(kind, scorer);
  }
  return scorer;
}

/** Weights set by hand, without trees: the order that the second pass looks at, and the answer when nothing was learned. */
export function handScorer(kind: QueryKind, layout: FeatureLayout): Scorer {
  return getOrMake(scorersOf(layout).hand, kind, () =>
    scorerOf({ weights: WEIGHTS[kind], trees: [] }, layout),
  );
}

/** What was learned for the kind; the hand-set weights when nothing was. */
export async function learnedScorer(kind: QueryKind, layout: FeatureLayout): Promise<Scorer> {
  const model = (await loadRanker()).kinds[kind];
  if (!model) return handScorer(kind, layout);
  return getOrMake(scorersOf(layout).learned, kind, () => scorerOf(model, layout));
}

/** A feature that the model does not name adds nothing, unless its channel gives it a weight. */
export function scorerOf(model: KindModelText, layout: FeatureLayout): Scorer {
  return {
    weights: Float64Array.from(layout.features, ({ name, weight }) => weight ?? model.weights[name] ?? 0),
    trees: compileTrees(model.trees, layout),
  };
}

export function scoreRow(row: Float64Array, { weights, trees }: Scorer): number {
  if (scratch.length !== row.length) scratch = new Float64Array(row.length);
  scratch.fill(0);
  addTreePoints(trees, row, scratch);
  let score = 0;
  for (let at = 0; at < row.length; at++) score += row[at]! * weights[at]! + scratch[at]!;
  return score;
}

/** Scores are learned as logarithms of odds, so a repository of twice the weight doubles the odds of its files. */
export function memberPoints(weight: number): number {
  return Math.log(weight);
}

let scratch = new Float64Array(0);

/** Largest first; features that add nothing are left out. */
export function contributionsOf(
  row: Float64Array,
  scorer: Scorer,
  layout: FeatureLayout,
  { memberWeight = 1, repeated = 0 }: { memberWeight?: number; repeated?: number | undefined } = {},
): Contribution[] {
  const corrections = new Float64Array(row.length);
  addTreePoints(scorer.trees, row, corrections);
  const contributions: Contribution[] = [];
  layout.features.forEach(({ name: feature }, at) => {
    const value = row[at]!;
    const weight = scorer.weights[at]!;
    const correction = corrections[at]!;
    const points = value * weight + correction;
    if (points !== 0) contributions.push({ feature, value, weight, correction, points });
  });
  const ofScope = { memberWeight: memberPoints(memberWeight), memberRepeated: repeated };
  for (const [feature, points] of Object.entries(ofScope))
    if (points !== 0) contributions.push({ feature, value: points, weight: 1, correction: 0, points });
  return contributions.sort(
    (a, b) =>
      Math.abs(b.points) - Math.abs(a.points) || layout.columnOf(a.feature) - layout.columnOf(b.feature),
  );
}
