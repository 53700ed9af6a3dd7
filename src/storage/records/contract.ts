/**
 * What clew asks of a store of records. SQLite is the default; every backend passes `runRecordsContract` unchanged.
 *
 * Facts are content-addressed and only ever added; a view maps paths to facts; one `publish` moves a view from
 * one generation to the next, all or nothing. Ranking happens above: a store returns postings, never scores, so
 * all backends give the same answers.
 *
 * Reads take lists and answer in the order of the list: a read may be a round trip to another machine, so whoever has
 * several questions asks them at once.
 */
import type { EncodedBlob } from "../../codec/encoded-blob.ts";
import type { ContentHash } from "../../core/content-hash.ts";
import type { Edge, EdgeKind, FileLinks, Handle, UnresolvedUse } from "../../core/edges.ts";
import type { BlobFacts, ChunkFact, LiteralFacts, OutwardFacts, SymbolFact } from "../../core/facts.ts";
import type { FileStamp } from "../../core/file-stamp.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { GraphReader } from "../graph/contract.ts";
import type { BlobId, Generation, LinksId, ViewId } from "../ids.ts";
import type { Outbox } from "../outbox/contract.ts";
import type { VectorReader, VectorStore } from "../vectors/contract.ts";
import type { ViewHistory } from "./history.ts";

export type { FileStamp };

/** Same bytes read as another language, or by a newer extractor, are other facts. */
export interface FactsKey {
  hash: ContentHash;
  language: string;
  extractor: string;
}

/** One path of a view, as the writer publishes it. */
export interface FileEntry {
  path: RelPath;
  blob: BlobId;
  /** null until the file was linked. */
  links: LinksId | null;
  /** null when the content was younger than the clock's grain and must be hashed again next time. */
  stamp: FileStamp | null;
  /** `local`: untracked or sensitive, never leaves this machine in a pack. */
  origin: "tracked" | "local";
}

/** One path of a view, as readers see it: with the key of its facts, which the blob id stands for. */
export interface ViewFile extends FileEntry {
  hash: ContentHash;
  language: string;
  /** Version of the extractor that made the facts; an older one than today's means: extract again. */
  extractor: string;
}

export interface SkippedFile {
  path: RelPath;
  reason: string;
  detail?: string;
  stamp: FileStamp | null;
}

export interface ViewInfo {
  id: ViewId;
  /** Real path of the working tree. */
  root: string;
  generation: Generation;
  publishedAt: number;
  /** Commit the tree was at, when it is a git repository with one. */
  revision: string | null;
  files: number;
  skipped: number;
}

/** Everything that turns generation N into N+1. Applied in one transaction. */
export interface ViewChange {
  expected: Generation;
  revision: string | null;
  publishedAt: number;
  /** Added or replaced. */
  upsert: readonly FileEntry[];
  remove: readonly RelPath[];
  upsertSkipped: readonly SkippedFile[];
  removeSkipped: readonly RelPath[];
  /** Only stamps are news: answers stay the same, so the generation stays, too. */
  keepsGeneration?: boolean;
  /** Takes the place of what is kept of the past; absent: that stays. */
  history?: ViewHistory;
}

/** Occurrences of one term, ascending by (blob, chunk, field). Parallel arrays of equal length. */
export interface Postings {
  blobs: Uint32Array;
  chunks: Uint16Array;
  fields: Uint8Array;
  counts: Uint16Array;
}

/** Chunk lengths (in terms of the body field) of one blob, by chunk ordinal. */
export type ChunkLengths = ReadonlyMap<BlobId, Uint16Array>;

export interface SymbolHit {
  path: RelPath;
  blob: BlobId;
  ordinal: number;
  symbol: SymbolFact;
}

export interface EdgeSite {
  edge: Edge;
  extractor: string;
}

/** The keys of `FileLinks`, which are asked for at every update. */
export interface LinkKeys {
  dependencies: Uint32Array;
  shown: Uint32Array;
}

/** Cheaper than facts: references and locals are not read, nor are chunks. */
export type BlobOutline = Pick<
  BlobFacts,
  | "status"
  | "bytes"
  | "lines"
  | "tokens"
  | "symbols"
  | "imports"
  | "exports"
  | "problems"
  | "header"
  | "packageName"
>;

/** `into`: edges that end at a handle. `from`: edges that start there, from the links of its own file. */
export type EdgeDirection = "into" | "from";

/** One line on what a file is for, written by a language model. */
export interface BlobSummary {
  blob: BlobId;
  text: string;
}

/** Reads of one generation, from first byte to last. Must be closed. */
export interface ViewReader {
  readonly info: ViewInfo;
  /** What keeps this from being the newest generation, where a copy of the store is read; null when nothing does. */
  readonly behind?: string | null;
  /** Vectors of the contents of this generation. */
  readonly vectors: VectorReader;
  /** Edges of this generation in a store of graphs; absent where they are derived from the links. */
  readonly graph?: GraphReader;
  /** Ascending by path. Loaded once per reader. */
  files(): Promise<readonly ViewFile[]>;
  skipped(): Promise<readonly SkippedFile[]>;
  facts(blobs: readonly BlobId[]): Promise<BlobFacts[]>;
  outlines(blobs: readonly BlobId[]): Promise<BlobOutline[]>;
  /** Calls and annotations with what they are given; references and locals are passed over. */
  literals(blobs: readonly BlobId[]): Promise<LiteralFacts[]>;
  /** As cheap as `outlines`. */
  chunks(blobs: readonly BlobId[]): Promise<(readonly ChunkFact[])[]>;
  /** Symbols of this view by exact name, case folded; of each name ascending by path, then document order. */
  symbolsNamed(names: readonly string[]): Promise<SymbolHit[][]>;
  /**
   * `names`: names of symbols as spelled whose folded form starts with the folded `prefix`, ascending by folded form,
   * then spelling. `terms`: terms that start with it, ascending.
   */
  startingWith(what: "names" | "terms", prefix: string, limit: number): Promise<string[]>;
  /** Postings restricted to blobs of this view; a term without any is absent. */
  postings(terms: readonly string[]): Promise<Map<string, Postings>>;
  chunkLengths(): Promise<ChunkLengths>;
  /** Links that start in a file; null when it was never linked. */
  linksOf(paths: readonly RelPath[]): Promise<(FileLinks | null)[]>;
  /** Of each handle ascending by the source of the edge. */
  edges(
    direction: EdgeDirection,
    handles: readonly Handle[],
    kinds?: readonly EdgeKind[],
  ): Promise<EdgeSite[][]>;
  /** In the order of `files()`: how many other files of the view have a link into it. Cheap: links are not decoded. */
  inboundCounts(): Promise<Uint32Array>;
  /** Uses of a name that could not be tied to one definition. */
  unresolvedNamed(names: readonly string[]): Promise<UnresolvedUse[][]>;
  /** The line that a language model wrote about a content; null when it has not. */
  summaries(model: string, blobs: readonly BlobId[]): Promise<(string | null)[]>;
  history(): Promise<ViewHistory>;
  /** Sorted text of everything the view shows, without its history; equal trees give equal dumps, whatever their history. */
  dump(): AsyncIterable<string>;
  close(): Promise<void>;
}

export interface UpkeepReport {
  pagesGivenBack: number;
  /** Still free inside the file. */
  freePages: number;
  /** Of the log, which a reader holds back. */
  logPagesLeft: number;
}

export interface VerifyReport {
  ok: boolean;
  /** One line per broken rule, with the rule's name. */
  problems: string[];
  checked: Record<string, number>;
}

/**
 * Calls that change the store are made by one writer at a time (see writer-lock.ts): ids returned by `findFacts`,
 * `appendFacts` and `putLinks` stay good until the next `collectGarbage`. Ids are never used twice.
 */
export interface RecordStore {
  /** The vectors that lie with the records, which are the truth; other stores of vectors are made from them. */
  readonly vectors: VectorStore;
  /** What changed, for stores that are made from this one. */
  readonly outbox: Outbox;
  /** Creates the view at generation 0 when this root is new. */
  openView(root: string): Promise<ViewInfo>;
  listViews(): Promise<ViewInfo[]>;
  removeView(view: ViewId): Promise<void>;
  /** Which facts exist already. */
  findFacts(keys: readonly FactsKey[]): Promise<Map<string, BlobId>>;
  /** Adds facts with their lexical postings in one transaction. Existing keys are left alone, and so are the bytes given. */
  appendFacts(batch: readonly { key: FactsKey; encoded: EncodedBlob }[]): Promise<Map<string, BlobId>>;
  /** Interns links by content: equal links give the same id. */
  putLinks(links: readonly FileLinks[]): Promise<LinksId[]>;
  /** In the given order, streamed in bounded memory. */
  readFactsForLinking(blobs: readonly BlobId[]): AsyncIterable<{ blob: BlobId; facts: BlobFacts }>;
  /**
   * What other files see of each of these, at a fraction of the cost. Linking asks for some of them in the midst of
   * computing, where it cannot wait: a store behind a network reads them all ahead.
   */
  readOutwardFacts(blobs: readonly BlobId[]): Promise<(blob: BlobId) => OutwardFacts>;
  readLinkKeys(ids: readonly LinksId[]): Promise<Map<LinksId, LinkKeys>>;
  /** Every term of these blobs with its postings in them, ascending by term, streamed. */
  readPostings(blobs: readonly BlobId[]): AsyncIterable<[term: string, postings: Postings]>;
  /** Keeps lines by model and content; newer ones replace older ones. */
  putSummaries(model: string, batch: readonly BlobSummary[]): Promise<void>;
  findWithoutSummaries(model: string, blobs: readonly BlobId[]): Promise<BlobId[]>;
  publish(view: ViewId, change: ViewChange): Promise<Generation>;
  read(view: ViewId): Promise<ViewReader>;
  /** Deletes facts, links, postings and vectors that no view points at, nor the way back to its former generation; returns how many blobs went. */
  collectGarbage(): Promise<number>;
  /**
   * Rewrites the store's files so that nothing deleted is left in them; INDEX_BUSY when others are reading for too
   * long, and then what was deleted may still be there.
   */
  eraseDeleted(): Promise<void>;
  /** How many blobs have facts, and how many of them some view shows. */
  countBlobs(): Promise<{ stored: number; shown: number }>;
  verify(options: { deep: boolean }): Promise<VerifyReport>;
  /** One short step of what the store needs from time to time; null where it sees to that itself. */
  keepUp(): Promise<UpkeepReport | null>;
  /** Forgets what can be read again, for a process that nobody asks; readers that are open go on. */
  releaseMemory(): void;
  close(): Promise<void>;
}

/** The one case folding of symbol names, for storing and for looking up. */
export function foldName(name: string): string {
  return name.toLowerCase();
}

/** Map key of a FactsKey. */
export function factsKeyText(key: FactsKey): string {
  return `${key.hash} ${key.language} ${key.extractor}`;
}
