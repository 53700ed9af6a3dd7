/** What the channels know of the candidates, as rows of features on common scales. */
import type { Candidate, Evidence, Feature } from "../channels/contract.ts";
import { aboveBackground } from "../channels/vectors/vector-scores.ts";
import type { ScopeMember } from "../scope/scope.ts";
import type { FeatureLayout } from "./feature-layout.ts";

/** No file counts for more than half again of the best one that is no test. */
const MOST_OF_BEST = 1.5;

/** Raw values of the files of one member. `evidence` by channel. */
export function fillRows(
  { corpus, position }: ScopeMember,
  files: readonly number[],
  evidence: readonly Evidence[],
  { channels, features, offsets }: FeatureLayout,
): Candidate[] {
  const values = channels.map((channel) => new Float64Array(channel.features.length));
  return files.map((index) => {
    const row = new Float64Array(features.length);
    const file = corpus.files[index]!;
    for (const [at, one] of evidence.entries()) {
      values[at]!.fill(0);
      one.fill(file, values[at]!);
      row.set(values[at]!, offsets[at]);
    }
    return { member: position, file: index, row };
  });
}

export interface ScalingInputs {
  layout: FeatureLayout;
  members: readonly ScopeMember[];
  /** By channel, then by position of the member. */
  evidence: readonly (readonly Evidence[])[];
}

/** The best is that of all members. */
export function scaleRows(candidates: readonly Candidate[], inputs: ScalingInputs): void {
  const { channels, offsets } = inputs.layout;
  const isTest = candidates.map(({ member, file }) =>
    inputs.members[member]!.corpus.files[file]!.facts.flags.has("test"),
  );
  for (const [at, channel] of channels.entries()) {
    channel.features.forEach(({ scale }: Feature, place) => {
      const column = offsets[at]! + place;
      if (scale === "relative to best") divideByBest(candidates, column, isTest);
      else if (scale === "above background")
        riseAboveBackground(candidates, column, place, inputs.evidence[at]!);
    });
  }
}

function divideByBest(candidates: readonly Candidate[], column: number, isTest: readonly boolean[]): void {
  let best = 0;
  let any = 0;
  for (const [at, { row }] of candidates.entries()) {
    const value = row[column]!;
    any = Math.max(any, value);
    if (!isTest[at]) best = Math.max(best, value);
  }
  const most = best > 0 ? best : any;
  for (const { row } of candidates) row[column] = most > 0 ? Math.min(MOST_OF_BEST, row[column]! / most) : 0;
}

function riseAboveBackground(
  candidates: readonly Candidate[],
  column: number,
  place: number,
  evidence: readonly Evidence[],
): void {
  const best = new Map<string, number>();
  for (const { member, row } of candidates) {
    const key = evidence[member]!.background?.key ?? "";
    best.set(key, Math.max(best.get(key) ?? 0, row[column]!));
  }
  for (const { member, row } of candidates) {
    const background = evidence[member]!.background;
    row[column] = aboveBackground(
      row[column]!,
      background?.of[place] ?? 0,
      best.get(background?.key ?? "") ?? 0,
    );
  }
}
