/** Contributions in words. */
import type { FeatureName } from "./features.ts";
import type { Contribution } from "./score.ts";

const PHRASES: Partial<Record<FeatureName, string>> = {
  bodyMax: "best matching passage",
  bodyTop3: "several matching passages",
  bodyFile: "whole file matches",
  titleMax: "passage matches the first line",
  titleFile: "file matches the first line",
  nameFile: "defines matching names",
  nameBest: "one definition matches several words",
  nameTitle: "defines names of the first line",
  typeFile: "defines matching types",
  docFile: "comments match",
  headerFile: "file header matches",
  coverage: "holds most of the query",
  rareCoverage: "holds the rare words of the query",
  titleCoverage: "holds most of the first line",
  coverageBest: "one passage holds most of the query",
  stemRecall: "file name matches",
  stemPrecision: "file name matches",
  stemFull: "whole file name matches",
  directoryRecall: "directory matches",
  pathRecall: "path matches",
  placeHint: "place named before the colon",
  exactType: "defines the type named",
  exactCallable: "defines the function named",
  exactOther: "defines the name",
  exactQualified: "defines the qualified name",
  exactSum: "defines several of the names",
  stemIsSymbol: "file is named like the symbol",
  wordIsType: "a type is named by these words",
  wordIsCallable: "a function is named by these words",
  mention: "path mentioned",
  testPointer: "its test matches",
  directoryMass: "neighbours in its directory match",
  neighbour: "linked with strong matches",
  centrality: "many files use it",
  recencyAsked: "changed lately",
  vectorMax: "a passage is close in meaning",
  vectorTop3: "several passages are close in meaning",
  vectorFile: "the file is close in meaning",
  vectorPath: "the path is close in meaning",
};
const MIN_POINTS = 0.4;
const MAX_REASONS = 4;

/** Strongest first; what every file of the language shares is no reason. */
export function explainReasons(contributions: readonly Contribution[]): string[] {
  const reasons: string[] = [];
  for (const { feature, points } of contributions) {
    const phrase = PHRASES[feature];
    if (phrase && points >= MIN_POINTS && !reasons.includes(phrase)) reasons.push(phrase);
    if (reasons.length === MAX_REASONS) break;
  }
  return reasons;
}
