/** Every signal of the ranker, by name. A file's score is the sum of feature times weight, nothing else. */

import type { LexicalScores } from "../channels/lexical.ts";
import type { NameScores } from "../channels/names.ts";
import type { PathScores } from "../channels/paths.ts";
import { aboveBackground, VECTOR_FEATURES, type VectorScores } from "../channels/vectors.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { isCodeLanguage } from "../corpus/corpus.ts";
import { PATH_FLAGS, type PathFlag } from "../corpus/path-facts.ts";
import type { Understanding } from "../query/understand.ts";

export const LEXICAL_FEATURES = [
  "bodyMax",
  "bodyTop3",
  "bodyWindow",
  "bodyFile",
  "titleMax",
  "titleFile",
  "nameFile",
  "nameBest",
  "nameTitle",
  "typeFile",
  "docFile",
  "headerFile",
] as const;
export const SHARE_FEATURES = [
  "coverage",
  "titleCoverage",
  "rareCoverage",
  "wholeCoverage",
  "coverageBest",
] as const;

export const FEATURES = [
  ...LEXICAL_FEATURES,
  ...SHARE_FEATURES,
  "stemRecall",
  "stemPrecision",
  "stemFull",
  "directoryRecall",
  "pathRecall",
  "placeHint",
  "exactType",
  "exactCallable",
  "exactOther",
  "exactQualified",
  "exactSum",
  "stemIsSymbol",
  "wordIsType",
  "wordIsCallable",
  "mention",
  "isTest",
  "isVendor",
  "isGenerated",
  "isDocs",
  "isExample",
  "isLegacy",
  "isBarrel",
  "isConfig",
  "isLocale",
  "isMigration",
  "isDeclaration",
  "isBenchmark",
  "isNotCode",
  "languageShare",
  "isHeader",
  "logLength",
  "depth",
  "testPointer",
  "directoryMass",
  "neighbour",
  "centrality",
  "recency",
  "recencyAsked",
  ...VECTOR_FEATURES,
] as const;
export type FeatureName = (typeof FEATURES)[number];
export const FEATURE_COUNT = FEATURES.length;
export const FEATURE_INDEX = Object.fromEntries(FEATURES.map((name, index) => [name, index])) as Record<
  FeatureName,
  number
>;

export interface FeatureInputs {
  corpus: Corpus;
  understanding: Understanding;
  lexical: LexicalScores;
  paths: PathScores;
  /** Definitions of what the query names as code. */
  names: NameScores;
  /** Definitions whose whole name is a plain word of the query, or two of them together. */
  words: NameScores;
  mentions: ReadonlyMap<number, number>;
  /** Null when there are no vectors, or embeddings are off. */
  vectors: VectorScores | null;
  /** By file: how many other files have links into it. */
  inbound: ArrayLike<number>;
  /** Commits since a path changed, 0 for the newest; null when there is no history. */
  ages: ReadonlyMap<string, number> | null;
}

const FLAG_FEATURE: Record<PathFlag, FeatureName> = {
  test: "isTest",
  vendor: "isVendor",
  generated: "isGenerated",
  docs: "isDocs",
  example: "isExample",
  legacy: "isLegacy",
  barrel: "isBarrel",
  config: "isConfig",
  locale: "isLocale",
  migration: "isMigration",
  declaration: "isDeclaration",
  benchmark: "isBenchmark",
};

/** A file that about a thousand others point into is as central as it gets. */
const CENTRALITY_SCALE = 10;
/** Commits after which a change counts half. */
const RECENCY_HALF_LIFE = 50;

/** First-pass features of the given files, one row each. The second pass fills what depends on other files' scores. */
export function computeFeatures(inputs: FeatureInputs, files: readonly number[]): Float64Array[] {
  const { corpus, lexical } = inputs;
  const maxima = LEXICAL_FEATURES.map((name) => maximumOf(lexical[name], corpus, files));
  const best = VECTOR_FEATURES.map((name) => bestVector(inputs, name, files));
  const lifted = liftedFlags(inputs.understanding);
  const asksForRecent = inputs.understanding.classification.lifts.recent;
  const hints = new Set(inputs.understanding.placeHints);
  const symbolStems = new Map(
    inputs.understanding.entities.symbols.map(
      (s) => [s.name.toLowerCase().replace(/[^a-z\d]/g, ""), s.weight] as const,
    ),
  );
  return files.map((index) => {
    const row = new Float64Array(FEATURE_COUNT);
    const file = corpus.files[index]!;
    const doc = file.doc;
    LEXICAL_FEATURES.forEach((name, at) => {
      row[FEATURE_INDEX[name]] = maxima[at]! > 0 ? Math.min(1.5, lexical[name][doc]! / maxima[at]!) : 0;
    });
    VECTOR_FEATURES.forEach((name, at) => {
      if (inputs.vectors) {
        const value = inputs.vectors[name][name === "vectorPath" ? index : doc]!;
        row[FEATURE_INDEX[name]] = aboveBackground(value, inputs.vectors.background[name], best[at]!);
      }
    });
    for (const name of SHARE_FEATURES) row[FEATURE_INDEX[name]] = lexical[name][doc]!;
    const put = (name: FeatureName, value: number) => {
      row[FEATURE_INDEX[name]] = value;
    };
    put("stemRecall", inputs.paths.stemRecall[index]!);
    put("stemPrecision", inputs.paths.stemPrecision[index]!);
    put("stemFull", inputs.paths.stemPrecision[index]! >= 0.99 ? 1 : 0);
    put("directoryRecall", inputs.paths.directoryRecall[index]!);
    put("pathRecall", inputs.paths.pathRecall[index]!);
    put("placeHint", hints.size > 0 ? hintShare(file.path, hints) : 0);
    put("exactType", inputs.names.exactType.get(doc) ?? 0);
    put("exactCallable", inputs.names.exactCallable.get(doc) ?? 0);
    put("exactOther", inputs.names.exactOther.get(doc) ?? 0);
    put("exactQualified", inputs.names.exactQualified.get(doc) ?? 0);
    put("exactSum", Math.min(1, (inputs.names.exactSum.get(doc) ?? 0) / 3));
    put("wordIsType", inputs.words.exactType.get(doc) ?? 0);
    put("wordIsCallable", inputs.words.exactCallable.get(doc) ?? 0);
    put("stemIsSymbol", symbolStems.get(file.facts.stemJoined) ?? 0);
    put("mention", inputs.mentions.get(index) ?? 0);
    for (const flag of PATH_FLAGS)
      if (file.facts.flags.has(flag) && !lifted.has(flag)) put(FLAG_FEATURE[flag], 1);
    put("isNotCode", isCodeLanguage(file.language) ? 0 : 1);
    put("languageShare", file.languageShare);
    put("isHeader", /^(?:h|hh|hpp|hxx)$/.test(file.facts.extension) ? 1 : 0);
    put("logLength", Math.log1p(corpus.docLength[doc]!) / 10);
    put("centrality", Math.min(1, Math.log2(1 + inputs.inbound[index]!) / CENTRALITY_SCALE));
    const age = inputs.ages?.get(file.path);
    if (age !== undefined) {
      put("recency", 2 ** (-age / RECENCY_HALF_LIFE));
      if (asksForRecent) put("recencyAsked", 2 ** (-age / RECENCY_HALF_LIFE));
    }
    put("depth", Math.min(10, file.facts.depth) / 10);
    return row;
  });
}

function bestVector(
  { corpus, vectors }: FeatureInputs,
  name: (typeof VECTOR_FEATURES)[number],
  files: readonly number[],
): number {
  let best = 0;
  if (vectors)
    for (const index of files)
      best = Math.max(best, vectors[name][name === "vectorPath" ? index : corpus.files[index]!.doc]!);
  return best;
}

function maximumOf(values: Float64Array, corpus: Corpus, files: readonly number[]): number {
  let max = 0;
  let any = 0;
  for (const index of files) {
    const file = corpus.files[index]!;
    const value = values[file.doc]!;
    any = Math.max(any, value);
    if (!file.facts.flags.has("test")) max = Math.max(max, value);
  }
  return max > 0 ? max : any;
}

function liftedFlags(understanding: Understanding): Set<PathFlag> {
  const { lifts } = understanding.classification;
  const flags = new Set<PathFlag>();
  if (lifts.tests) flags.add("test");
  if (lifts.docs) flags.add("docs");
  if (lifts.examples) flags.add("example");
  if (lifts.config) flags.add("config");
  return flags;
}

/** Hints name a directory, a package or the file itself, often by a part: `core:`, `fix(router-store):`. */
function hintShare(path: string, hints: ReadonlySet<string>): number {
  const components = path.toLowerCase().split("/");
  const base = components.at(-1)!.replace(/\..*$/, "");
  let found = 0;
  for (const hint of hints) {
    if (components.slice(0, -1).includes(hint) || base === hint) found += 1;
    else if (components.some((component) => component.split(/[^a-z\d]+/).includes(hint))) found += 0.6;
  }
  return found / hints.size;
}
