/** One generation made ready for searching. The arrays are built once per generation; answers are kept beside them. */
import type { ChunkFact, SymbolFact } from "../core/facts.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { BlobId, ViewReader } from "../storage/contract.ts";
import { LruCache } from "../storage/lru-cache.ts";
import type { TermPostings } from "./channels/lexical.ts";
import { type Corpus, corpusOfView } from "./corpus/corpus.ts";

/** Text of a file of the working tree as it is now; null when it is gone or may not be read. */
export type ReadText = (path: RelPath) => Promise<string | null> | string | null;

export interface SearchableView {
  reader: ViewReader;
  index: GenerationIndex;
  readText: ReadText;
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

  constructor(
    readonly corpus: Corpus,
    readonly blobOfDoc: readonly BlobId[],
    readonly docOfBlob: ReadonlyMap<number, number>,
  ) {}
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

  async open(reader: ViewReader, readText: ReadText): Promise<SearchableView> {
    const key = `${reader.info.root}\0${reader.info.id}\0${reader.info.generation}`;
    const building = this.indexes.getOrMake(key, () => buildGenerationIndex(reader));
    try {
      return { reader, index: await building, readText };
    } catch (error) {
      this.indexes.delete(key);
      throw error;
    }
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
