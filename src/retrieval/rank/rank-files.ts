/** Understanding → files in order, each with its features. The same path for search and for context. */
import { expandTerms, type TermSource } from "../channels/expand-terms.ts";
import { type LexicalGroup, type LexicalScores, scoreLexically } from "../channels/lexical.ts";
import { type NameSource, scoreNames, wordsAsNames } from "../channels/names.ts";
import { scoreMentions, scorePaths } from "../channels/paths.ts";
import type { VectorScores } from "../channels/vectors.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Understanding } from "../query/understand.ts";
import { computeFeatures, FEATURE_INDEX, type FeatureInputs } from "./features.ts";
import { handScorer, learnedScorer, type Scorer, scoreRow } from "./score.ts";
import { addSecondPass } from "./second-pass.ts";

export interface RankSources {
  corpus: Corpus;
  terms: TermSource;
  names: NameSource;
  /** Files tied to a file by links that start or end there. */
  neighboursOf: (file: number) => Promise<readonly number[]>;
  /** Files that filters leave; null when nothing is filtered. */
  isAllowed: ((file: number) => boolean) | null;
  /** Null when there are no vectors, or embeddings are off. */
  vectors: VectorScores | null;
  /** By file: how many other files have links into it. */
  inbound: ArrayLike<number>;
  /** Commits since a path changed; null when there is no history. */
  ages: ReadonlyMap<string, number> | null;
  /** Throws when nobody waits for the answer any more. */
  check?: (() => void) | undefined;
}

export interface RankedFile {
  file: number;
  score: number;
  row: Float64Array;
}

export interface Ranking {
  files: RankedFile[];
  scorer: Scorer;
  groups: LexicalGroup[];
  inputs: FeatureInputs;
  lexical: LexicalScores;
  /** Of the best files of the first pass, the files they are linked with. */
  neighbours: ReadonlyMap<number, readonly number[]>;
}

/** Files whose features are computed in full, by a quick order; more cost time and found next to nothing. */
export const MAX_CANDIDATES = 300;
const STRONG_TESTS = 20;
const CLOSEST_FILES = 30;
const NEIGHBOUR_SEEDS = 12;

export async function rankFiles(sources: RankSources, understanding: Understanding): Promise<Ranking> {
  const { corpus } = sources;
  const groups = await expandTerms(sources.terms, understanding.groups, corpus.docCount);
  const lexical = scoreLexically(corpus, groups, sources.check);
  const title = understanding.segments.find((segment) => segment.kind === "title")?.text ?? "";
  const inputs: FeatureInputs = {
    corpus,
    understanding,
    lexical,
    paths: scorePaths(corpus, groups),
    names: await scoreNames(corpus, sources.names, understanding.entities.symbols),
    words: await scoreNames(corpus, sources.names, wordsAsNames(title)),
    mentions: scoreMentions(corpus, understanding.entities.paths),
    vectors: sources.vectors,
    inbound: sources.inbound,
    ages: sources.ages,
  };
  const { kind } = understanding.classification;
  const quick = handScorer(kind);
  const candidates = chooseCandidates(inputs, sources.isAllowed);
  const rows = computeFeatures(inputs, candidates);
  const first = rows.map((row) => scoreRow(row, quick));
  const neighbours = await gatherNeighbours(sources, candidates, first);
  addSecondPass({
    corpus,
    files: candidates,
    rows,
    scores: first,
    strength: rows.map((row) => (row[FEATURE_INDEX.bodyMax]! + row[FEATURE_INDEX.bodyFile]!) / 2),
    neighboursOf: (file) => neighbours.get(file) ?? [],
  });
  const scorer = await learnedScorer(kind);
  const files = candidates.map((file, at) => ({ file, score: scoreRow(rows[at]!, scorer), row: rows[at]! }));
  files.sort((a, b) => b.score - a.score || a.file - b.file);
  return { files, scorer, groups, inputs, lexical, neighbours };
}

/** A cheap order over all files that match anything, to decide whose features are worth computing. */
export function chooseCandidates(
  inputs: FeatureInputs,
  isAllowed: ((file: number) => boolean) | null,
): number[] {
  const { corpus, lexical, paths, names, words, mentions } = inputs;
  const scale = (values: Float64Array) => {
    let max = 0;
    for (const doc of lexical.docs) max = Math.max(max, values[doc]!);
    return max > 0 ? 1 / max : 0;
  };
  const max = scale(lexical.bodyMax);
  const whole = scale(lexical.bodyFile);
  const name = scale(lexical.nameFile);
  const title = scale(lexical.titleFile);
  const quickOf = new Float64Array(corpus.files.length);
  const textOf = new Float64Array(corpus.files.length);
  const scored: number[] = [];
  for (const { index: file, doc, facts } of corpus.files) {
    if (isAllowed && !isAllowed(file)) continue;
    const text = lexical.bodyMax[doc]! * max + lexical.bodyFile[doc]! * whole;
    const quick =
      text +
      0.6 * lexical.nameFile[doc]! * name +
      0.5 * lexical.titleFile[doc]! * title +
      0.5 * lexical.coverage[doc]! +
      paths.stemRecall[file]! +
      0.6 * paths.pathRecall[file]! +
      2 * (mentions.get(file) ?? 0) +
      (names.exactType.get(doc) ?? 0) +
      (names.exactCallable.get(doc) ?? 0) +
      0.5 * (words.exactType.get(doc) ?? 0);
    if (quick === 0) continue;
    const held = (facts.flags.has("test") ? 0.9 : 0) + (facts.flags.has("docs") ? 0.5 : 0);
    quickOf[file] = quick - held;
    textOf[file] = text;
    scored.push(file);
  }
  scored.sort((a, b) => quickOf[b]! - quickOf[a]! || a - b);
  const chosen = scored.slice(0, MAX_CANDIDATES);
  const known = new Set(chosen);
  const add = (file: number) => {
    if (known.has(file) || (isAllowed && !isAllowed(file))) return;
    known.add(file);
    chosen.push(file);
  };
  const tests = scored.filter((file) => corpus.files[file]!.facts.flags.has("test"));
  tests.sort((a, b) => textOf[b]! - textOf[a]! || a - b);
  for (const file of tests.slice(0, STRONG_TESTS)) {
    add(file);
    for (const tested of corpus.testedBy.get(file) ?? []) add(tested);
  }
  for (const file of closestFiles(inputs)) add(file);
  return chosen;
}

/** Files that no word need lead to: those with the closest chunks, and the closest as a whole. */
function closestFiles({ corpus, vectors }: FeatureInputs): number[] {
  if (!vectors) return [];
  const closest = (values: Float32Array) => {
    const best: { doc: number; value: number }[] = [];
    for (let doc = 0; doc < corpus.docCount; doc++) {
      const value = values[doc]!;
      if (value <= 0 || (best.length === CLOSEST_FILES && value <= best.at(-1)!.value)) continue;
      let at = best.length;
      while (at > 0 && best[at - 1]!.value < value) at--;
      best.splice(at, 0, { doc, value });
      if (best.length > CLOSEST_FILES) best.pop();
    }
    return best.flatMap(({ doc }) => corpus.filesOfDoc[doc]!.slice(0, 1));
  };
  return [...closest(vectors.vectorMax), ...closest(vectors.vectorFile)];
}

async function gatherNeighbours(
  sources: RankSources,
  candidates: readonly number[],
  scores: readonly number[],
): Promise<Map<number, readonly number[]>> {
  const order = candidates
    .map((_file, at) => at)
    .sort((a, b) => scores[b]! - scores[a]! || candidates[a]! - candidates[b]!);
  const found = new Map<number, readonly number[]>();
  for (const at of order.slice(0, NEIGHBOUR_SEEDS)) {
    found.set(candidates[at]!, await sources.neighboursOf(candidates[at]!));
  }
  return found;
}
