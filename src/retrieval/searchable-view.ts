/** One generation made ready for searching. The arrays are built once per generation; answers are kept beside them. */
import type { ChunkFact, SymbolFact } from "../core/facts.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { QueryModel } from "../embeddings/contract.ts";
import type { BlobId, ViewReader } from "../storage/contract.ts";
import { LruCache } from "../storage/lru-cache.ts";
import type { TermPostings } from "./channels/lexical.ts";
import { VectorIndex } from "./channels/vectors.ts";
import { type Corpus, corpusOfView } from "./corpus/corpus.ts";

/** Text of a file of the working tree as it is now; null when it is gone or may not be read. */
export type ReadText = (path: RelPath) => Promise<string | null> | string | null;

export interface SearchableView {
  reader: ViewReader;
  index: GenerationIndex;
  readText: ReadText;
  /** Compares queries with the view's vectors; null when there are none or embeddings are off. */
  vectors: ViewVectors | null;
}

export interface ViewVectors {
  queries: QueryModel;
  index: VectorIndex;
}

/** Which model a view is asked by: one for all of an answer. */
export interface QueryModels {
  /** `version` tells apart what the same model knows of a generation at different times. */
  select(reader: ViewReader): Promise<{ queries: QueryModel; version: string } | null>;
}

const MAX_CACHED_POSTINGS = 3_000_000;
const MAX_CACHED_ANSWERS = 64;
const MAX_CACHED_OUTLINES = 400;

/** What is derived from one generation. Immutable but for its caches. */
export class GenerationIndex {
  readonly postings = new LruCache<string, TermPostings>(
    MAX_CACHED_POSTINGS,
    (found) => found.chunks.length + 16,
  );
  readonly outlines = new LruCache<number, Outline>(MAX_CACHED_OUTLINES);
  readonly answers = new LruCache<string, unknown>(MAX_CACHED_ANSWERS);
  /** Only the last: a model that is replaced is not asked again. */
  private readonly vectors = new LruCache<string, Promise<VectorIndex | null>>(1);

  constructor(
    readonly corpus: Corpus,
    readonly blobOfDoc: readonly BlobId[],
    readonly docOfBlob: ReadonlyMap<number, number>,
  ) {}

  async openVectors(reader: ViewReader, models: QueryModels): Promise<ViewVectors | null> {
    const selected = await models.select(reader);
    if (!selected) return null;
    const { queries, version } = selected;
    const key = `${queries.model.key}\0${version}`;
    const loading = this.vectors.getOrMake(key, () =>
      VectorIndex.load(reader, this.corpus, this.docOfBlob, queries),
    );
    try {
      const index = await loading;
      return index && { queries, index };
    } catch (error) {
      this.vectors.delete(key);
      throw error;
    }
  }
}

export async function buildGenerationIndex(reader: ViewReader): Promise<GenerationIndex> {
  const { corpus, docOfContent } = corpusOfView(await reader.files(), await reader.chunkLengths());
  const blobOfDoc: BlobId[] = [];
  for (const [blob, doc] of docOfContent) blobOfDoc[doc] = blob as BlobId;
  return new GenerationIndex(corpus, blobOfDoc, docOfContent);
}

const MAX_GENERATIONS = 4;

/** Keeps the last few generations ready, so that a warm process pays for one only once. */
export class SearchIndexCache {
  private readonly indexes = new LruCache<string, Promise<GenerationIndex>>(MAX_GENERATIONS);

  async open(
    reader: ViewReader,
    readText: ReadText,
    models: QueryModels | null = null,
  ): Promise<SearchableView> {
    const key = `${reader.info.root}\0${reader.info.id}\0${reader.info.generation}`;
    const building = this.indexes.getOrMake(key, () => buildGenerationIndex(reader));
    try {
      const index = await building;
      const vectors = models ? await index.openVectors(reader, models) : null;
      return { reader, index, readText, vectors };
    } catch (error) {
      this.indexes.delete(key);
      throw error;
    }
  }

  /** For when a store was replaced: generations of the new one count from the beginning. */
  clear(): void {
    this.indexes.clear();
  }
}

/** Chunks and symbols of a doc, kept while the generation is in use. */
export interface Outline {
  chunks: readonly ChunkFact[];
  symbols: readonly SymbolFact[];
}

export async function outlineOf(view: SearchableView, doc: number): Promise<Outline> {
  const known = view.index.outlines.get(doc);
  if (known) return known;
  const blob = view.index.blobOfDoc[doc]!;
  const outline = { chunks: await view.reader.chunks(blob), symbols: await view.reader.symbols(blob) };
  view.index.outlines.set(doc, outline);
  return outline;
}
