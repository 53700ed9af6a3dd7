/** What the channels know of the candidates, as rows of features on common scales. */
import type { Candidate, Evidence } from "../channels/contract.ts";
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
  { features, offsets }: FeatureLayout,
): Candidate[] {
  return files.map((index) => {
    const row = new Float64Array(features.length);
    const file = corpus.files[index]!;
    for (let at = 0; at < evidence.length; at++) evidence[at]!.fill(file, row, offsets[at]!);
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
    channel.features.forEach(({ scale }, place) => {
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
  for (let at = 0; at < candidates.length; at++) {
    const value = candidates[at]!.row[column]!;
    any = Math.max(any, value);
    if (!isTest[at]) best = Math.max(best, value);
  }
  const most = best > 0 ? best : any;
  for (const { row } of candidates) row[column] = most > 0 ? Math.min(MOST_OF_BEST, row[column]! / most) : 0;
}

/** Members whose backgrounds have different keys are scaled apart. */
function riseAboveBackground(
  candidates: readonly Candidate[],
  column: number,
  place: number,
  evidence: readonly Evidence[],
): void {
  const keys = evidence.map(({ background }) => background?.key ?? "");
  const groupOf = keys.map((key) => keys.indexOf(key));
  const best = keys.map(() => 0);
  for (const { member, row } of candidates) {
    const group = groupOf[member]!;
    best[group] = Math.max(best[group]!, row[column]!);
  }
  const backgrounds = evidence.map(({ background }) => background?.of[place] ?? 0);
  for (const { member, row } of candidates)
    row[column] = aboveBackground(row[column]!, backgrounds[member]!, best[groupOf[member]!]!);
}
