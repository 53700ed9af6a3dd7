/** Contributions in words. */
import type { FeatureLayout } from "./feature-layout.ts";
import type { Contribution } from "./score.ts";

const MIN_POINTS = 0.4;
const MAX_REASONS = 4;

/** Strongest first, in the words of the channels; what every file of the language shares is no reason. */
export function explainReasons(contributions: readonly Contribution[], layout: FeatureLayout): string[] {
  const reasons: string[] = [];
  for (const { feature, points } of contributions) {
    const { phrase, phraseAgainst } = layout.features[layout.columnOf(feature)] ?? {};
    const said = points >= MIN_POINTS ? phrase : points <= -MIN_POINTS ? phraseAgainst : undefined;
    if (said && !reasons.includes(said)) reasons.push(said);
    if (reasons.length === MAX_REASONS) break;
  }
  return reasons;
}
