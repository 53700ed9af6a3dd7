/**
 * How close every chunk, file and path of a generation is to the query in meaning. All of them are compared, by one
 * model, so a file's features do not depend on which others were found.
 */
import type { QueryModel } from "../../../embeddings/contract.ts";
import { VectorMatrix } from "../../../embeddings/vector-matrix.ts";
import type { ViewReader } from "../../../storage/contract.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { DenseVectorScores } from "./dense-scores.ts";

/** The vectors of one generation by one model, ready to be compared. Rows: chunks, then docs, then paths. */
export class VectorIndex {
  readonly #corpus: Corpus;
  readonly #matrix: VectorMatrix;
  readonly #hasVectors: Uint8Array;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor has no # form.
  private constructor(
    readonly model: string,
    corpus: Corpus,
    matrix: VectorMatrix,
    hasVectors: Uint8Array,
  ) {
    this.#corpus = corpus;
    this.#matrix = matrix;
    this.#hasVectors = hasVectors;
  }

  /** Of the rows, which are most of it. */
  get bytes(): number {
    return this.#matrix.bytes;
  }

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
    const file = this.#corpus.fileByPath.get(path);
    return file === undefined ? null : this.#matrix.row(firstNameRow(this.#corpus) + file);
  }

  score(query: ArrayLike<number>): DenseVectorScores {
    return new DenseVectorScores(this.model, this.#corpus, this.#hasVectors, this.#matrix.cosines(query));
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
