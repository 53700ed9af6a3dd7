/**
 * How close every chunk, file and path of a generation is to the query in meaning. All of them are compared, by one
 * model, so a file's features do not depend on which others were found.
 */
import type { QueryModel } from "../../embeddings/contract.ts";
import { VectorMatrix } from "../../embeddings/vector-matrix.ts";
import type { ViewReader } from "../../storage/contract.ts";
import type { Corpus } from "../corpus/corpus.ts";

export interface VectorScores {
  /** Key of the model that all of these are by. */
  model: string;
  /** Cosine with the query, by chunk in the numbering of the corpus. */
  chunk: Float32Array;
  /** By doc: the best chunk, the mean of the best three, the whole. */
  vectorMax: Float32Array;
  vectorTop3: Float32Array;
  vectorFile: Float32Array;
  /** By file; zeros when the model does not embed paths. */
  vectorPath: Float32Array;
  /** Mean of each over everything that has a vector: what has nothing to do with the query is about there. */
  background: Record<VectorFeature, number>;
}

export const VECTOR_FEATURES = ["vectorMax", "vectorTop3", "vectorFile", "vectorPath"] as const;
export type VectorFeature = (typeof VECTOR_FEATURES)[number];

/** The vectors of one generation by one model, ready to be compared. Rows: chunks, then docs, then paths. */
export class VectorIndex {
  private constructor(
    readonly model: string,
    private readonly corpus: Corpus,
    private readonly matrix: VectorMatrix,
    private readonly hasVectors: Uint8Array,
  ) {}

  /** Null when the generation has no vectors by this model. */
  static async load(
    reader: ViewReader,
    corpus: Corpus,
    docOfBlob: ReadonlyMap<number, number>,
    queries: QueryModel,
    /** Of another generation, to take over what does not depend on contents. */
    known: VectorIndex | null = null,
  ): Promise<VectorIndex | null> {
    const { key, dims } = queries.model;
    const chunks = corpus.chunkDoc.length;
    const matrix = new VectorMatrix(chunks + corpus.docCount + corpus.files.length, dims);
    const hasVectors = new Uint8Array(corpus.docCount);
    let found = 0;
    for await (const { blob, rows } of reader.vectors.read(key)) {
      const doc = docOfBlob.get(blob);
      if (doc === undefined) continue;
      const first = corpus.chunkBase[doc]!;
      const count = corpus.chunkBase[doc + 1]! - first;
      if (rows.length !== (count + 1) * dims) continue;
      matrix.setRows(first, rows.subarray(0, count * dims));
      matrix.setRows(chunks + doc, rows.subarray(count * dims));
      hasVectors[doc] = 1;
      found += 1;
    }
    if (found === 0) return null;
    if (queries.embedNames) putNames(queries.embedNames, corpus, matrix, known?.model === key ? known : null);
    return new VectorIndex(key, corpus, matrix, hasVectors);
  }

  /** The row of a path; null for one that is not in the generation. */
  nameRow(path: string): Int8Array | null {
    const file = this.corpus.fileByPath.get(path);
    return file === undefined ? null : this.matrix.row(firstNameRow(this.corpus) + file);
  }

  score(query: ArrayLike<number>): VectorScores {
    const { corpus } = this;
    const cosines = this.matrix.cosines(query);
    const chunks = corpus.chunkDoc.length;
    const vectorMax = new Float32Array(corpus.docCount);
    const vectorTop3 = new Float32Array(corpus.docCount);
    for (let doc = 0; doc < corpus.docCount; doc++) {
      if (this.hasVectors[doc] === 0) continue;
      let [first, second, third] = [0, 0, 0];
      const end = corpus.chunkBase[doc + 1]!;
      const start = corpus.chunkBase[doc]!;
      for (let chunk = start; chunk < end; chunk++) {
        const value = cosines[chunk]!;
        if (value > first) [first, second, third] = [value, first, second];
        else if (value > second) [second, third] = [value, second];
        else if (value > third) third = value;
      }
      vectorMax[doc] = first;
      vectorTop3[doc] = (first + second + third) / Math.max(1, Math.min(3, end - start));
    }
    const vectorFile = cosines.subarray(chunks, chunks + corpus.docCount);
    const vectorPath = cosines.subarray(chunks + corpus.docCount);
    const values = { vectorMax, vectorTop3, vectorFile, vectorPath };
    const background = Object.fromEntries(
      VECTOR_FEATURES.map((name) => [name, meanOf(values[name])]),
    ) as Record<VectorFeature, number>;
    return { model: this.model, chunk: cosines.subarray(0, chunks), ...values, background };
  }
}

function firstNameRow(corpus: Corpus): number {
  return corpus.chunkDoc.length + corpus.docCount;
}

function putNames(
  embedNames: (names: readonly string[]) => Int8Array,
  corpus: Corpus,
  matrix: VectorMatrix,
  known: VectorIndex | null,
): void {
  const first = firstNameRow(corpus);
  const unknown = corpus.files.filter(({ path, index }) => {
    const row = known?.nameRow(path);
    if (row) matrix.setRows(first + index, row);
    return !row;
  });
  const rows = embedNames(unknown.map(({ path }) => path));
  for (const [at, { index }] of unknown.entries())
    matrix.setRows(first + index, rows.subarray(at * matrix.dims, (at + 1) * matrix.dims));
}

/** Over what is not zero: a file without a vector says nothing about the others. */
function meanOf(values: Float32Array): number {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === 0) continue;
    sum += value;
    count += 1;
  }
  return count > 0 ? sum / count : 0;
}

/** 0 for the background and below, 1 for the best; so that weights mean the same for every query and model. */
export function aboveBackground(value: number, background: number, best: number): number {
  return best > background ? Math.max(0, Math.min(1.5, (value - background) / (best - background))) : 0;
}
