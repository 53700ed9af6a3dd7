/** One generation made ready for searching. The arrays are built once per generation; answers are kept beside them. */
import type { ChunkFact, ImportFact, SymbolFact } from "../core/facts.ts";
import type { PastCommit } from "../core/past-commit.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { QueryModel, Question } from "../embeddings/contract.ts";
import { isEmbeddingError } from "../embeddings/providers/embedding-error.ts";
import type { BlobId, ViewReader } from "../storage/contract.ts";
import { LruCache } from "../storage/lru-cache.ts";
import { ProposedVectorScores } from "./channels/vectors/proposed-scores.ts";
import { VectorIndex } from "./channels/vectors/vector-index.ts";
import type { VectorScores } from "./channels/vectors/vector-scores.ts";
import { type Corpus, corpusOfView } from "./corpus/corpus.ts";
import type { Overview } from "./focus/overview.ts";
import type { TermPostings } from "./terms/term-postings.ts";
import type { UnitPlaces } from "./unit-places.ts";

/** Text of a file of the working tree as it is now; null when it is gone or may not be read. */
export type ReadText = (path: RelPath) => Promise<string | null> | string | null;

export type Exempt = <T>(work: () => Promise<T>) => Promise<T>;

export interface SearchableView {
  reader: ViewReader;
  index: GenerationIndex;
  readText: ReadText;
  /** Compares queries with the view's vectors; null when there are none or embeddings are off. */
  vectors: ViewVectors | null;
  /** Throws when nobody waits for the answer any more; long loops ask it. */
  check?: () => void;
  /** Runs what is made once for a generation and kept, apart from the time that the question has. */
  exempt?: Exempt;
  /** When files last changed; absent or null when there is no history to ask. */
  ages?: FileAges | null;
  /** What changed before, and why; absent or null when there is no history to ask. */
  commits?: PastCommits | null;
  /** Globs of files that are ranked below the rest. */
  deprioritise?: readonly string[];
  /** Its documents are what is asked for: nothing is held against them. */
  isDocumentation?: boolean;
  /** How wide questions are asked; what a question says itself comes first. */
  width?: SearchWidth;
  /** What frameworks make of the files; asked by questions that filter by it. */
  unitPlaces?: () => Promise<UnitPlaces>;
  /** What a language model wrote about a content, when one is configured. */
  writtenSummary?: (blob: BlobId) => Promise<string | null>;
  /** Present where the index is only an overview: files are chosen by it, and what is asked of them is asked of this. */
  focus?: (files: FocusedFiles) => Promise<Pick<SearchableView, "index" | "vectors">>;
}

/** Some files of a view, by their places in it. */
export interface FocusedFiles {
  places: readonly number[];
}

export interface SearchWidth {
  /** Files that are looked at closely. */
  candidates?: number;
  /** Cosine below which meaning alone brings no file in. */
  similarity?: number;
  /** Whether short forms of the question's words are looked for; they are when absent. */
  shortForms?: boolean;
}

/** Commits since a file changed, 0 for the newest commit; a file that is not named is older than all that were looked at. */
export interface FileAges {
  /** Changes with everything that ages depend on. */
  version: string;
  /** Null when there is no history; what kept it from being read goes to `problems`. */
  read(problems: string[]): Promise<ReadonlyMap<string, number> | null>;
}

/** The last commits before and at the one that was indexed, newest first. */
export interface PastCommits {
  /** Changes with everything that they depend on. */
  version: string;
  /** Equal versions give the same list, so that what is made of it can be kept; null while it is not read. */
  read(): Promise<readonly PastCommit[] | null>;
}

export interface ViewVectors {
  /** Changes with everything that scores depend on. */
  version: string;
  /** Scores by the first model that answers, one for all of them; what went wrong with others goes to `problems`. */
  score(question: Question, problems: string[], exempt?: Exempt): Promise<VectorScores | null>;
  /** Whether one of the terms means something to a model; false where none can tell. */
  knows(terms: readonly string[]): boolean;
}

/** A model that questions can be asked by. `version` tells apart what it knows of a generation at different times. */
export interface QueryCandidate {
  queries: QueryModel;
  version: string;
}

/** Which models a view can be asked by, best first. */
export interface QueryModels {
  candidates(reader: ViewReader): Promise<QueryCandidate[]>;
}

const MAX_CACHED_POSTINGS = 3_000_000;
const MAX_CACHED_ANSWERS = 64;
const MAX_CACHED_OUTLINES = 400;
const MAX_CACHED_NEIGHBOURS = 1_000_000;

/** What kept objects take, measured on a few repositories: arrays are counted, objects are estimated. */
const BYTES = { posting: 7, file: 800, outline: 8_000, answer: 40_000, neighbour: 8 };

/** Where an index holds some files of its view. */
export interface PartOfView {
  /** By file of the corpus: its place among the files of the view. */
  places: readonly number[];
  /** Kept with the overview: a part lives for one question. */
  answers: LruCache<string, unknown>;
}

/** What is derived from one generation. Immutable but for its caches. */
export class GenerationIndex {
  readonly postings = new LruCache<string, TermPostings>(
    MAX_CACHED_POSTINGS,
    (found) => found.chunks.length + 16,
  );
  readonly outlines = new LruCache<number, Outline>(MAX_CACHED_OUTLINES);
  /** By file of the corpus: the files it is linked with. */
  readonly neighbours = new LruCache<number, readonly number[]>(
    MAX_CACHED_NEIGHBOURS,
    (found) => found.length + 16,
  );
  readonly answers: LruCache<string, unknown>;
  /** The one in use, and the one that steps in when its server fails. */
  readonly #vectors = new LruCache<string, Promise<VectorIndex | null>>(2);

  /** For the next generation of the view, which takes over what does not depend on contents. */
  newestVectors: VectorIndex | null = null;
  /** Null where the corpus has the files. */
  overview: Overview | null = null;
  /** Another generation of the same view, while it is kept. */
  readonly #other: WeakRef<GenerationIndex> | undefined;
  readonly #part: PartOfView | undefined;
  #inbound: Promise<Uint32Array> | undefined;

  constructor(
    readonly corpus: Corpus,
    readonly blobOfDoc: readonly BlobId[],
    readonly docOfBlob: ReadonlyMap<number, number>,
    { other, part }: { other?: WeakRef<GenerationIndex> | undefined; part?: PartOfView } = {},
  ) {
    this.#other = other;
    this.#part = part;
    this.answers = part?.answers ?? new LruCache(MAX_CACHED_ANSWERS);
  }

  /** It holds some files of the view only. */
  get isPart(): boolean {
    return this.#part !== undefined;
  }

  /** What it takes in memory, caches and vectors with it; about. */
  get bytes(): number {
    const { chunkBase, chunkDoc, chunkLength, docLength, files } = this.corpus;
    return (
      chunkBase.byteLength +
      chunkDoc.byteLength +
      chunkLength.byteLength +
      docLength.byteLength +
      files.length * BYTES.file +
      (this.overview?.bytes ?? 0) +
      this.postings.totalWeight * BYTES.posting +
      this.outlines.totalWeight * BYTES.outline +
      this.neighbours.totalWeight * BYTES.neighbour +
      this.answers.totalWeight * BYTES.answer +
      this.#vectors.totalWeight * (this.newestVectors?.bytes ?? 0)
    );
  }

  /** By file of the corpus: how many other files have links into it. */
  inboundCounts(reader: ViewReader): Promise<Uint32Array> {
    this.#inbound ??= this.#countInbound(reader).catch((error: unknown) => {
      // A question that was given up must not leave its end to the next ones.
      this.#inbound = undefined;
      throw error;
    });
    return this.#inbound;
  }

  async #countInbound(reader: ViewReader): Promise<Uint32Array> {
    const counts = new Uint32Array(this.corpus.files.length);
    const [files, found] = [await reader.files(), await reader.inboundCounts()];
    if (this.#part) return counts.map((_, at) => found[this.#part!.places[at]!]!);
    files.forEach(({ path }, at) => {
      counts[this.corpus.fileByPath.get(path)!] = found[at]!;
    });
    return counts;
  }

  async openVectors(reader: ViewReader, models: QueryModels): Promise<ViewVectors | null> {
    const candidates = await models.candidates(reader);
    if (candidates.length === 0) return null;
    return {
      version: [
        ...(this.#part ? ["focused"] : []),
        ...(reader.vectors.isScanned ? [] : ["proposed"]),
        ...candidates.map(({ queries, version }) => `${queries.model.key} ${version}`),
      ].join("\n"),
      knows: (terms) => candidates.some(({ queries }) => queries.knows?.(terms) ?? false),
      score: async (question, problems, exempt = (work) => work()) => {
        for (const candidate of candidates) {
          const scores = await this.#scoreBy(reader, candidate, question, problems, exempt);
          if (scores) return scores;
        }
        return null;
      },
    };
  }

  async #scoreBy(
    reader: ViewReader,
    { queries, version }: QueryCandidate,
    question: Question,
    problems: string[],
    exempt: Exempt,
  ): Promise<VectorScores | null> {
    try {
      const query = await queries.embedQuery(question);
      if (this.#part) return this.#comparedBy(reader, queries, query);
      if (!reader.vectors.isScanned) return await this.#proposedBy(reader, queries, query);
      const index = await exempt(() => this.#loadVectors(reader, queries, version));
      return index?.score(query) ?? null;
    } catch (error) {
      // A model that fails must not fail the search; what is missing is said in the trace.
      if (!isEmbeddingError(error)) throw error;
      problems.push(`${error.code}: ${error.message}`);
      return null;
    }
  }

  /** Nothing more is proposed: by then the files are chosen. */
  #comparedBy({ vectors }: ViewReader, queries: QueryModel, query: ArrayLike<number>): VectorScores {
    const { corpus, docOfBlob, blobOfDoc } = this;
    return new ProposedVectorScores({ vectors, corpus, docOfBlob, blobOfDoc, queries }, query, []);
  }

  #proposedBy(
    { vectors }: ViewReader,
    queries: QueryModel,
    query: ArrayLike<number>,
  ): Promise<VectorScores | null> {
    const { corpus, docOfBlob, blobOfDoc } = this;
    return ProposedVectorScores.ask({ vectors, corpus, docOfBlob, blobOfDoc, queries }, query);
  }

  async #loadVectors(reader: ViewReader, queries: QueryModel, version: string): Promise<VectorIndex | null> {
    const key = `${queries.model.key}\0${version}`;
    try {
      const known = this.#other?.deref()?.newestVectors ?? null;
      this.newestVectors = await this.#vectors.getOrMake(key, () =>
        VectorIndex.load(reader, this.corpus, this.docOfBlob, queries, known),
      );
      return this.newestVectors;
    } catch (error) {
      this.#vectors.delete(key);
      throw error;
    }
  }
}

export async function buildGenerationIndex(
  reader: ViewReader,
  other?: WeakRef<GenerationIndex>,
): Promise<GenerationIndex> {
  const { corpus, docOfContent } = corpusOfView(await reader.files(), await reader.chunkLengths());
  const blobOfDoc: BlobId[] = [];
  for (const [blob, doc] of docOfContent) blobOfDoc[doc] = blob as BlobId;
  return new GenerationIndex(corpus, blobOfDoc, docOfContent, { other });
}

/** Chunks and symbols of a doc, kept while the generation is in use. */
export interface Outline {
  chunks: readonly ChunkFact[];
  symbols: readonly SymbolFact[];
  imports: readonly ImportFact[];
  header: string | undefined;
}

export async function outlineOf(view: SearchableView, doc: number): Promise<Outline> {
  return view.index.outlines.get(doc) ?? (await readOutlines(view, [doc])).get(doc)!;
}

/** Reads those that are not known yet at once; what is kept of them `outlineOf` gives without reading. */
export async function readOutlines(
  view: SearchableView,
  docs: readonly number[],
): Promise<ReadonlyMap<number, Outline>> {
  const { outlines, blobOfDoc } = view.index;
  const unknown = [...new Set(docs)].filter((doc) => outlines.get(doc) === undefined);
  const read = new Map<number, Outline>();
  if (unknown.length === 0) return read;
  const blobs = unknown.map((doc) => blobOfDoc[doc]!);
  const [chunks, wholes] = [await view.reader.chunks(blobs), await view.reader.outlines(blobs)];
  for (const [at, doc] of unknown.entries()) {
    const { symbols, imports, header } = wholes[at]!;
    const outline: Outline = { chunks: chunks[at]!, symbols, imports, header };
    outlines.set(doc, outline);
    read.set(doc, outline);
  }
  return read;
}
