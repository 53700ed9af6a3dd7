/** From features to a score. A score is the sum of its contributions and of nothing else. */
import type { QueryKind } from "../query/classify.ts";
import { FEATURE_COUNT, FEATURES, type FeatureName } from "./features.ts";
import { loadRanker } from "./ranker-file.ts";
import {
  addTreePoints,
  compileTrees,
  type KindModelText,
  NO_TREES,
  type Trees,
  zeroPoints,
} from "./ranker-model.ts";
import { HAND_SET, WEIGHTS } from "./weights.ts";

export interface Contribution {
  feature: FeatureName;
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

/** Weights set by hand, without trees: the order that the second pass looks at, and the answer when nothing was learned. */
export function handScorer(kind: QueryKind): Scorer {
  return { weights: weightsOf(WEIGHTS[kind]), trees: NO_TREES };
}

const known = new Map<QueryKind, Scorer>();

/** What was learned for the kind; the hand-set weights when nothing was. */
export async function learnedScorer(kind: QueryKind): Promise<Scorer> {
  let scorer = known.get(kind);
  if (!scorer) {
    const model = (await loadRanker()).kinds[kind];
    scorer = model ? scorerOf(model) : handScorer(kind);
    known.set(kind, scorer);
  }
  return scorer;
}

export function scorerOf(model: KindModelText): Scorer {
  return { weights: weightsOf(model.weights), trees: compileTrees(model.trees) };
}

function weightsOf(table: Partial<Record<FeatureName, number>>): Float64Array {
  return Float64Array.from(FEATURES, (name) => HAND_SET[name] ?? table[name] ?? 0);
}

const scratch = zeroPoints();

export function scoreRow(row: Float64Array, { weights, trees }: Scorer): number {
  scratch.fill(0);
  addTreePoints(trees, row, scratch);
  let score = 0;
  for (let at = 0; at < FEATURE_COUNT; at++) score += row[at]! * weights[at]! + scratch[at]!;
  return score;
}

/** Largest first; features that add nothing are left out. */
export function contributionsOf(row: Float64Array, scorer: Scorer): Contribution[] {
  const corrections = zeroPoints();
  addTreePoints(scorer.trees, row, corrections);
  const contributions: Contribution[] = [];
  FEATURES.forEach((feature, at) => {
    const value = row[at]!;
    const weight = scorer.weights[at]!;
    const correction = corrections[at]!;
    const points = value * weight + correction;
    if (points !== 0) contributions.push({ feature, value, weight, correction, points });
  });
  return contributions.sort(
    (a, b) =>
      Math.abs(b.points) - Math.abs(a.points) || FEATURES.indexOf(a.feature) - FEATURES.indexOf(b.feature),
  );
}
