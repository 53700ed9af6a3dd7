/** Features times weights. A score is the sum of its contributions and of nothing else. */
import type { QueryKind } from "../query/classify.ts";
import { FEATURE_COUNT, FEATURES, type FeatureName } from "./features.ts";
import { WEIGHTS } from "./weights.ts";

export interface Contribution {
  feature: FeatureName;
  value: number;
  weight: number;
  /** `value * weight`. */
  points: number;
}

export function weightsFor(kind: QueryKind): Float64Array {
  const table = WEIGHTS[kind];
  return Float64Array.from(FEATURES, (name) => table[name] ?? 0);
}

export function scoreRow(row: Float64Array, weights: Float64Array): number {
  let score = 0;
  for (let at = 0; at < FEATURE_COUNT; at++) score += row[at]! * weights[at]!;
  return score;
}

/** Largest first; features that add nothing are left out. */
export function contributionsOf(row: Float64Array, weights: Float64Array): Contribution[] {
  const contributions: Contribution[] = [];
  FEATURES.forEach((feature, at) => {
    const points = row[at]! * weights[at]!;
    if (points !== 0) contributions.push({ feature, value: row[at]!, weight: weights[at]!, points });
  });
  return contributions.sort(
    (a, b) =>
      Math.abs(b.points) - Math.abs(a.points) || FEATURES.indexOf(a.feature) - FEATURES.indexOf(b.feature),
  );
}
