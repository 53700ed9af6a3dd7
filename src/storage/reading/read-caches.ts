import type { FactsOutline } from "../../codec/facts-codec.ts";
import type { FileLinks } from "../../core/edges.ts";
import type { ChunkFact } from "../../core/facts.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { ChunkLengths, Postings, SkippedFile, ViewFile } from "../contract.ts";
import { LruCache } from "../lru-cache.ts";
import { forgetMergedSegments, newSegmentCaches, type SegmentCaches } from "../segments/segment-caches.ts";

/** What was decoded of one generation of one view; generations never change once published. */
export interface GenerationCache {
  files: readonly ViewFile[];
  skipped?: readonly SkippedFile[];
  fileByPath: ReadonlyMap<RelPath, ViewFile>;
  filesByBlob: ReadonlyMap<number, readonly ViewFile[]>;
  /** 1 at the blob ids of this view. */
  hasBlob: Uint8Array;
  linksIds: ReadonlySet<number>;
  chunkLengths?: ChunkLengths;
  inbound?: Uint32Array;
  postings: LruCache<string, Postings>;
}

/** Shared by all readers of a store. Blob and links ids never change meaning, so neither do these entries. */
export interface ReadCaches {
  segments: SegmentCaches;
  generations: LruCache<string, GenerationCache>;
  outlines: LruCache<number, FactsOutline>;
  chunks: LruCache<number, ChunkFact[]>;
  links: LruCache<number, FileLinks>;
}

/** A query works on one generation; a second one is there while an update is being published. */
const GENERATIONS = 3;
const POSTING_ENTRIES = 4_000_000;
const OUTLINE_SYMBOLS = 100_000;
const CHUNKS = 100_000;
const LINK_EDGES = 200_000;

export function newReadCaches(): ReadCaches {
  return {
    segments: newSegmentCaches(),
    generations: new LruCache(GENERATIONS),
    outlines: new LruCache(OUTLINE_SYMBOLS, (outline) => outline.symbols.length + 1),
    chunks: new LruCache(CHUNKS, (chunks) => chunks.length + 1),
    links: new LruCache(LINK_EDGES, (links) => links.edges.length + links.unresolved.length + 1),
  };
}

export function clearReadCaches({ segments, generations, outlines, chunks, links }: ReadCaches): void {
  for (const cache of [segments.blocks, segments.directories, generations, outlines, chunks, links])
    cache.clear();
}

export function newGenerationCache(files: readonly ViewFile[]): GenerationCache {
  const filesByBlob = new Map<number, ViewFile[]>();
  const linksIds = new Set<number>();
  let highestBlob = 0;
  for (const file of files) {
    const sharing = filesByBlob.get(file.blob);
    if (sharing) sharing.push(file);
    else filesByBlob.set(file.blob, [file]);
    if (file.links !== null) linksIds.add(file.links);
    if (file.blob > highestBlob) highestBlob = file.blob;
  }
  const hasBlob = new Uint8Array(highestBlob + 1);
  for (const { blob } of files) hasBlob[blob] = 1;
  return {
    files,
    fileByPath: new Map(files.map((file) => [file.path, file])),
    filesByBlob,
    hasBlob,
    linksIds,
    postings: new LruCache(POSTING_ENTRIES, (postings) => postings.blobs.length + 16),
  };
}

/**
 * Forgets what belongs to no generation in memory: in a process that lives long, edits would otherwise fill the caches
 * with facts that nobody asks for again.
 */
export function forgetUnused(caches: ReadCaches, segments: ReadonlySet<number>): void {
  const generations = caches.generations.values();
  const isShown = (blob: number) => generations.some(({ hasBlob }) => hasBlob[blob] === 1);
  caches.outlines.keepOnly(isShown);
  caches.chunks.keepOnly(isShown);
  caches.links.keepOnly((links) => generations.some(({ linksIds }) => linksIds.has(links)));
  forgetMergedSegments(caches.segments, segments);
}
