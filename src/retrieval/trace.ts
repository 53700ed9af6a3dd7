/** What happened inside a search: what each channel proposed, what was kept, what was cut. */
import type { Understanding } from "./query/understand.ts";
import { FEATURE_INDEX, type FeatureName } from "./rank/features.ts";
import type { RankedFile, Ranking } from "./rank/rank-files.ts";

export interface ChannelProposal {
  path: string;
  rank: number;
  value: number;
  /** Given when an explanation was asked for. */
  reason?: string;
}

export const CHANNELS = [
  "exact type name",
  "exact function name",
  "words as names",
  "passages (BM25)",
  "whole files (BM25)",
  "definition names",
  "paths",
  "paths mentioned",
  "linked with strong matches",
  "changed lately",
  "meaning",
] as const;
export type ChannelName = (typeof CHANNELS)[number];

export interface SearchTrace {
  kind: string;
  intent: string;
  scope: string;
  target: string;
  confidence: { kind: number; intent: number; scope: number };
  /** Terms that were looked up, with how rare they are and how many files hold them. */
  terms: { term: string; source: string; weight: number; idf: number; files: number }[];
  channels: { name: ChannelName; proposals: ChannelProposal[] }[];
  /** Key of the model whose vectors were compared; null when none were. */
  model: string | null;
  candidates: number;
  /** Channels that could not be asked, and why. */
  problems: readonly string[];
  /** Best files that the limit cut. */
  cut: { path: string; score: number; reason: string }[];
}

const PROPOSALS = 5;
const CUT = 5;

export function traceOf(
  ranking: Ranking,
  understanding: Understanding,
  whyNotShown: (file: number) => string | null,
  problems: readonly string[] = [],
): SearchTrace {
  const { corpus, lexical, paths, names, words, mentions, vectors } = ranking.inputs;
  const { classification } = understanding;
  const byDoc =
    (values: { readonly [doc: number]: number } | ReadonlyMap<number, number>) => (file: number) => {
      const { doc } = corpus.files[file]!;
      return values instanceof Map
        ? (values.get(doc) ?? 0)
        : ((values as Float64Array | Float32Array)[doc] ?? 0);
    };
  const channel = (name: ChannelName, scoreOf: (file: number) => number) => ({
    name,
    proposals: strongest(ranking.files, scoreOf).map((entry, at) => ({
      path: corpus.files[entry.file]!.path,
      rank: at + 1,
      value: entry.value,
    })),
  });
  const byFeature = (feature: FeatureName) => {
    const rows = new Map(ranking.files.map(({ file, row }) => [file, row[FEATURE_INDEX[feature]]!]));
    return (file: number) => rows.get(file) ?? 0;
  };
  return {
    kind: classification.kind,
    intent: classification.intent,
    scope: classification.scope,
    target: classification.target,
    confidence: classification.confidence,
    terms: ranking.groups.map((group, at) => ({
      term: group.term,
      source: group.source,
      weight: group.weight,
      idf: lexical.idf[at]!,
      files: lexical.documentFrequency[at]!,
    })),
    channels: [
      channel("exact type name", byDoc(names.exactType)),
      channel("exact function name", byDoc(names.exactCallable)),
      channel("words as names", byDoc(words.exactType)),
      channel("passages (BM25)", byDoc(lexical.bodyMax)),
      channel("whole files (BM25)", byDoc(lexical.bodyFile)),
      channel("definition names", byDoc(lexical.nameFile)),
      channel("paths", (file) => paths.pathRecall[file]!),
      channel("paths mentioned", (file) => mentions.get(file) ?? 0),
      channel("linked with strong matches", byFeature("neighbour")),
      channel("changed lately", byFeature("recencyAsked")),
      ...(vectors ? [channel("meaning", byDoc(vectors.vectorMax))] : []),
    ].filter((entry) => entry.proposals.length > 0),
    model: vectors?.model ?? null,
    candidates: ranking.files.length,
    problems,
    cut: ranking.files
      .flatMap(({ file, score }) => {
        const reason = whyNotShown(file);
        return reason === null ? [] : [{ path: corpus.files[file]!.path, score, reason }];
      })
      .slice(0, CUT),
  };
}

/** The few best of a channel, by insertion: every search pays for this, so nothing is sorted. */
function strongest(
  files: readonly RankedFile[],
  scoreOf: (file: number) => number,
): { file: number; value: number }[] {
  const best: { file: number; value: number }[] = [];
  for (const { file } of files) {
    const value = scoreOf(file);
    if (value <= 0 || (best.length === PROPOSALS && value <= best.at(-1)!.value)) continue;
    let at = best.length;
    while (at > 0 && best[at - 1]!.value < value) at--;
    best.splice(at, 0, { file, value });
    if (best.length > PROPOSALS) best.pop();
  }
  return best;
}
