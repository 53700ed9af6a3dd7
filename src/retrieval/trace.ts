/** What happened inside a search: what each channel proposed, what was kept, what was cut. */
import type { Understanding } from "./query/understand.ts";
import type { Ranking } from "./rank/rank-files.ts";

export interface ChannelProposal {
  path: string;
  rank: number;
  value: number;
}

export interface SearchTrace {
  kind: string;
  intent: string;
  scope: string;
  target: string;
  confidence: { kind: number; intent: number; scope: number };
  /** Terms that were looked up, with how rare they are and how many files hold them. */
  terms: { term: string; source: string; weight: number; idf: number; files: number }[];
  channels: { name: string; proposals: ChannelProposal[] }[];
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
  shown: readonly number[],
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
  const channel = (name: string, scoreOf: (file: number) => number) => ({
    name,
    proposals: strongest(ranking, scoreOf).map((entry, at) => ({
      path: corpus.files[entry.file]!.path,
      rank: at + 1,
      value: entry.value,
    })),
  });
  const isShown = new Set(shown);
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
      ...(vectors ? [channel(`meaning (${vectors.model})`, byDoc(vectors.vectorMax))] : []),
    ].filter((entry) => entry.proposals.length > 0),
    candidates: ranking.files.length,
    problems,
    cut: ranking.files
      .filter((entry) => !isShown.has(entry.file))
      .slice(0, CUT)
      .map((entry) => ({
        path: corpus.files[entry.file]!.path,
        score: entry.score,
        reason: "below the limit",
      })),
  };
}

/** The few best of a channel, by insertion: every search pays for this, so nothing is sorted. */
function strongest(ranking: Ranking, scoreOf: (file: number) => number): { file: number; value: number }[] {
  const best: { file: number; value: number }[] = [];
  for (const { file } of ranking.files) {
    const value = scoreOf(file);
    if (value <= 0 || (best.length === PROPOSALS && value <= best.at(-1)!.value)) continue;
    let at = best.length;
    while (at > 0 && best[at - 1]!.value < value) at--;
    best.splice(at, 0, { file, value });
    if (best.length > PROPOSALS) best.pop();
  }
  return best;
}
