/** What channels share when they say why they propose a file. */
import type { Corpus, CorpusFile } from "../corpus/corpus.ts";
import { spellingOf } from "../query/spelling.ts";
import type { Outline } from "../searchable-view.ts";
import type { Asked } from "./contract.ts";

const MAX_WORDS = 6;

/** Terms as the words of the query that they come from. */
export function spellTerms({ understanding }: Asked, terms: readonly string[]): string {
  const spelling = spellingOf(understanding);
  return listWords(new Set(terms.map((term) => spelling.get(term) ?? term)));
}

export function listWords(words: Iterable<string>): string {
  const all = [...words];
  const rest = all.length - MAX_WORDS;
  return `${all.slice(0, MAX_WORDS).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** The first of the chunks of a file with the highest score. */
export function bestChunk(
  { chunkBase }: Corpus,
  { doc }: CorpusFile,
  scoreOf: (chunk: number) => number,
): number {
  let best = chunkBase[doc]!;
  for (let chunk = best; chunk < chunkBase[doc + 1]!; chunk++)
    if (scoreOf(chunk) > scoreOf(best)) best = chunk;
  return best;
}

export function linesOfChunk(
  { chunkBase }: Corpus,
  { doc }: CorpusFile,
  chunk: number,
  { chunks }: Outline,
): string {
  const span = chunks[chunk - chunkBase[doc]!]?.span;
  return span ? `lines ${span.startLine}-${span.endLine}` : "the file";
}
