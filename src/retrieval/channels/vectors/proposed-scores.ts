/**
 * Scores where a store of vectors proposes what is close: the proposals and all other candidates are compared exactly,
 * by their own rows, so an approximate store changes which files are looked at and never how close they are.
 */
import type { QueryModel } from "../../../embeddings/contract.ts";
import { VectorMatrix } from "../../../embeddings/vector-matrix.ts";
import type { BlobId, VectorReader } from "../../../storage/contract.ts";
import type { Corpus, CorpusFile } from "../../corpus/corpus.ts";
import { type Background, strongestOf, VECTOR_FEATURES, type VectorScores } from "./vector-scores.ts";

/** Rows that are asked for: several of one file are one proposal. */
const PROPOSED_ROWS = 200;

export interface ProposalSource {
  vectors: VectorReader;
  corpus: Corpus;
  docOfBlob: ReadonlyMap<number, number>;
  blobOfDoc: readonly BlobId[];
  queries: QueryModel;
}

interface ComparedDoc {
  max: number;
  top3: number;
  whole: number;
  chunks: Float32Array;
}

export class ProposedVectorScores implements VectorScores {
  readonly model: string;
  readonly #source: ProposalSource;
  readonly #query: ArrayLike<number>;
  /** Best first. */
  readonly #proposed: readonly number[];
  readonly #docs = new Map<number, ComparedDoc>();
  /** By file. */
  readonly #paths = new Map<number, number>();

  constructor(source: ProposalSource, query: ArrayLike<number>, proposed: readonly number[]) {
    this.model = source.queries.model.key;
    this.#source = source;
    this.#query = query;
    this.#proposed = proposed;
  }

  /** Null when there are no vectors by this model. */
  static async ask(source: ProposalSource, query: ArrayLike<number>): Promise<ProposedVectorScores | null> {
    const near = await source.vectors.nearest(source.queries.model.key, query, PROPOSED_ROWS);
    if (near.length === 0) return null;
    const docs = new Set(near.flatMap(({ blob }) => source.docOfBlob.get(blob) ?? []));
    return new ProposedVectorScores(source, query, [...docs]);
  }

  closestDocs(count: number): number[] {
    return this.#proposed.slice(0, count);
  }

  async compare(candidates: readonly CorpusFile[]): Promise<void> {
    const { corpus, docOfBlob, blobOfDoc, queries, vectors } = this.#source;
    const docs = new Set(candidates.map(({ doc }) => doc));
    const blobs = [...docs].map((doc) => blobOfDoc[doc]!);
    for await (const { blob, rows } of vectors.read(this.model, blobs)) {
      const doc = docOfBlob.get(blob)!;
      const chunks = corpus.chunkBase[doc + 1]! - corpus.chunkBase[doc]!;
      if (rows.length !== (chunks + 1) * queries.model.dims) continue;
      const cosines = this.#cosines(rows);
      this.#docs.set(doc, {
        ...strongestOf(cosines, 0, chunks),
        whole: cosines[chunks]!,
        chunks: cosines.subarray(0, chunks),
      });
    }
    if (!queries.embedNames) return;
    const paths = this.#cosines(queries.embedNames(candidates.map(({ path }) => path)));
    for (const [at, { index }] of candidates.entries()) this.#paths.set(index, paths[at]!);
  }

  fill({ doc, index }: CorpusFile, row: Float64Array, at: number): void {
    const compared = this.#docs.get(doc);
    row[at] = compared?.max ?? 0;
    row[at + 1] = compared?.top3 ?? 0;
    row[at + 2] = compared?.whole ?? 0;
    row[at + 3] = this.#paths.get(index) ?? 0;
  }

  closest(doc: number): number {
    return this.#docs.get(doc)?.max ?? 0;
  }

  cosine(chunk: number): number {
    const { chunkDoc, chunkBase } = this.#source.corpus;
    const doc = chunkDoc[chunk]!;
    return this.#docs.get(doc)?.chunks[chunk - chunkBase[doc]!] ?? 0;
  }

  get best(): number {
    return Math.max(0, ...[...this.#docs.values()].map(({ max }) => max));
  }

  /** Of what was compared: nothing is known of the others. */
  get backgrounds(): readonly Background[] {
    const docs = [...this.#docs.values()];
    const columns = [
      docs.map(({ max }) => max),
      docs.map(({ top3 }) => top3),
      docs.map(({ whole }) => whole),
      [...this.#paths.values()],
    ];
    return VECTOR_FEATURES.map((_, at) => {
      const known = columns[at]!.filter((value) => value !== 0);
      return { sum: known.reduce((sum, value) => sum + value, 0), count: known.length };
    });
  }

  #cosines(rows: Int8Array): Float32Array {
    const { dims } = this.#source.queries.model;
    const matrix = new VectorMatrix(rows.length / dims, dims);
    matrix.setRows(0, rows);
    return matrix.cosines(this.#query);
  }
}
