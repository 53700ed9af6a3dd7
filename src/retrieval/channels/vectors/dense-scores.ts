import type { Corpus, CorpusFile } from "../../corpus/corpus.ts";
import { type Background, strongestOf, type VectorScores } from "./vector-scores.ts";

/** Everything of the member was compared, so a file's values do not depend on which others were found. */
export class DenseVectorScores implements VectorScores {
  /** By doc: the best chunk, the mean of the best three, the whole. */
  readonly vectorMax: Float32Array;
  readonly vectorTop3: Float32Array;
  readonly vectorFile: Float32Array;
  /** By file; zeros when the model does not embed paths. */
  readonly vectorPath: Float32Array;
  readonly backgrounds: readonly Background[];
  readonly best: number;
  readonly #chunks: Float32Array;

  /** `cosines`: chunks, then docs, then paths. */
  constructor(
    readonly model: string,
    corpus: Corpus,
    hasVectors: Uint8Array,
    cosines: Float32Array,
  ) {
    const chunks = corpus.chunkDoc.length;
    this.vectorMax = new Float32Array(corpus.docCount);
    this.vectorTop3 = new Float32Array(corpus.docCount);
    for (let doc = 0; doc < corpus.docCount; doc++) {
      if (hasVectors[doc] === 0) continue;
      const { max, top3 } = strongestOf(cosines, corpus.chunkBase[doc]!, corpus.chunkBase[doc + 1]!);
      this.vectorMax[doc] = max;
      this.vectorTop3[doc] = top3;
    }
    this.#chunks = cosines.subarray(0, chunks);
    this.vectorFile = cosines.subarray(chunks, chunks + corpus.docCount);
    this.vectorPath = cosines.subarray(chunks + corpus.docCount);
    const values = [this.vectorMax, this.vectorTop3, this.vectorFile, this.vectorPath];
    this.backgrounds = values.map(sumUp);
    this.best = this.vectorMax.reduce((most, value) => Math.max(most, value), 0);
  }

  closestDocs(count: number): number[] {
    return [...largest(this.vectorMax, count), ...largest(this.vectorFile, count)];
  }

  fill({ doc, index }: CorpusFile, row: Float64Array, at: number): void {
    row[at] = this.vectorMax[doc]!;
    row[at + 1] = this.vectorTop3[doc]!;
    row[at + 2] = this.vectorFile[doc]!;
    row[at + 3] = this.vectorPath[index]!;
  }

  closest(doc: number): number {
    return this.vectorMax[doc]!;
  }

  cosine(chunk: number): number {
    return this.#chunks[chunk] ?? 0;
  }
}

/** Over what is not zero: a file without a vector says nothing about the others. */
function sumUp(values: Float32Array): Background {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === 0) continue;
    sum += value;
    count += 1;
  }
  return { sum, count };
}

/** By insertion: only few are kept, so nothing is sorted. */
function largest(values: Float32Array, count: number): number[] {
  const best: { doc: number; value: number }[] = [];
  for (let doc = 0; doc < values.length; doc++) {
    const value = values[doc]!;
    if (value <= 0 || (best.length === count && value <= best.at(-1)!.value)) continue;
    let at = best.length;
    while (at > 0 && best[at - 1]!.value < value) at--;
    best.splice(at, 0, { doc, value });
    if (best.length > count) best.pop();
  }
  return best.map(({ doc }) => doc);
}
