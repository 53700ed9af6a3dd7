/** Files whose whole base name the first line of the query spells out: `event loop` for event-loop.c, EventLoop for it, too. */
import { stem, wordParts } from "../../../core/terms.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { QUESTION_WORDS, STOP_WORDS } from "../../query/stop-words.ts";
import { isProjectName } from "./score-paths.ts";

const MAX_RUN = 4;
const MAX_WORDS = 40;
const MIN_LETTERS = 3;
/** One word that happens to be a file's name is less than a name of several words that stand together. */
const ONE_WORD = 0.5;
/** More files of one name say no more than the word does. */
const MAX_FILES = 12;

/** By file: how surely the title names it, 0..1. */
export function scoreSpelledNames(corpora: readonly Corpus[], title: string): Map<number, number>[] {
  const words = (title.match(/[A-Za-z\d]+/g) ?? []).slice(0, MAX_WORDS);
  const scores = corpora.map(() => new Map<number, number>());
  for (let from = 0; from < words.length; from++) {
    for (let size = 1; size <= MAX_RUN && from + size <= words.length; size++)
      addRun(corpora, words.slice(from, from + size), scores);
  }
  return scores;
}

function addRun(corpora: readonly Corpus[], run: readonly string[], scores: Map<number, number>[]): void {
  const first = run[0]!.toLowerCase();
  if (run.length === 1 && (STOP_WORDS.has(first) || QUESTION_WORDS.has(first))) return;
  const joined = run.join("").toLowerCase();
  if (joined.length < MIN_LETTERS) return;
  const isOneWord = run.length === 1 && wordParts(run[0]!).length === 1;
  if (isOneWord && isNameOfAll(corpora, stem(joined))) return;
  for (const name of joined.endsWith("s") ? [joined, joined.slice(0, -1)] : [joined]) {
    const found = corpora.map((corpus) =>
      (corpus.filesByStem.get(name) ?? []).filter((file) => !corpus.files[file]!.facts.flags.has("test")),
    );
    const count = found.reduce((sum, files) => sum + files.length, 0);
    if (count === 0 || count > MAX_FILES) continue;
    const value = (isOneWord ? ONE_WORD : 1) / (1 + Math.log2(count) / 2);
    for (const [member, files] of found.entries())
      for (const file of files) scores[member]!.set(file, Math.max(scores[member]!.get(file) ?? 0, value));
  }
}

function isNameOfAll(corpora: readonly Corpus[], term: string): boolean {
  let [held, files] = [0, 0];
  for (const corpus of corpora) {
    held += Math.max(
      corpus.paths.stemFrequency({ term, factor: 1 }),
      corpus.paths.directoryFrequency({ term, factor: 1 }),
    );
    files += corpus.files.length;
  }
  return isProjectName(held, files);
}
