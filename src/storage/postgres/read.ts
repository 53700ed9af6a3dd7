import type { EdgeKind, FileLinks, Handle, UnresolvedUse } from "../../core/edges.ts";
import { AppError } from "../../core/errors.ts";
import type { BlobFacts, ChunkFact, LiteralFacts } from "../../core/facts.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type {
  BlobId,
  BlobOutline,
  ChunkLengths,
  EdgeDirection,
  EdgeSite,
  LinksId,
  Postings,
  SkippedFile,
  SymbolHit,
  VectorReader,
  ViewFile,
  ViewHistory,
  ViewInfo,
  ViewReader,
} from "../contract.ts";
import { dumpView } from "../dump.ts";
import { compareEdgeSites, compareUnresolved, isWantedKind, pathCandidates } from "../edge-order.ts";
import type { StorageErrorCode } from "../errors.ts";
import type { GraphReader } from "../graph/contract.ts";
import { forgetUnused, type GenerationCache, newGenerationCache } from "../reading/read-caches.ts";
import { symbolHits } from "../reading/symbol-hits.ts";
import { countInbound, targetFilesOf } from "../segments/inbound-counts.ts";
import { eachLengths } from "../segments/lengths-codec.ts";
import { keysLike, linksWithKey, placesOfName } from "../segments/look-up.ts";
import { exactNamePrefix, foldedPrefix, spelledName } from "../segments/name-keys.ts";
import { decodePostings } from "../segments/postings-codec.ts";
import { SEGMENT_KIND, type SegmentKind } from "../segments/segment-kind.ts";
import type { SegmentSet } from "../segments/segment-set.ts";
import { throwUnknown } from "../unknown-id.ts";
import type { PlaceCaches } from "./caches.ts";
import { graphInDatabase } from "./graph/graph-reader.ts";
import { readHistory } from "./history-rows.ts";
import type { ReadTransaction } from "./open-read.ts";
import { translating } from "./postgres-errors.ts";
import { isTooLargeToKeep } from "./read-ahead.ts";
import {
  ALL_BLOCKS,
  allSegmentIds,
  type BlockRange,
  blockOfKey,
  blocksOfPrefix,
  listSegments,
  openSegments,
  readBlocks,
  type SegmentList,
  type SegmentRow,
} from "./segment-rows.ts";
import { readSummaries } from "./summary-rows.ts";
import { Values } from "./values.ts";
import { readCoverage } from "./vector-rows.ts";
import { PostgresVectorReader } from "./vectors.ts";
import { readFiles, readSkipped } from "./view-rows.ts";
import { readLengths } from "./write-segments.ts";

/** Files of a view whose links fit the cache all together. */
const MAX_KEPT_LINKS = 3_000;

/** What a reader is opened on. */
export interface ReaderStart {
  info: ViewInfo;
  place: number;
  /** The newest segment and the version of the vectors in the state that is read. */
  lastSegment: number;
  vectorsVersion: number;
  read: ReadTransaction;
  caches: PlaceCaches;
  /** How the store is called in messages. */
  display: string;
  behind: string | null;
  /** Edges are rows, too. */
  keepsEdges: boolean;
}

/** Holds a transaction for as long as it lives: all reads see one generation, whatever is published and collected. */
export class PostgresViewReader implements ViewReader {
  readonly info: ViewInfo;
  readonly vectors: VectorReader;
  readonly behind: string | null;
  readonly graph?: GraphReader;
  readonly #start: ReaderStart;
  readonly #values: Values;
  readonly #release: () => void;
  readonly #isWholeDue: ReturnType<PlaceCaches["ahead"]["begin"]>;
  #loaded: Promise<GenerationCache> | undefined;
  /** The same as `#loaded`, once it is. */
  #files: GenerationCache | undefined;
  #segmentList: Promise<SegmentList> | undefined;
  #isClosed = false;

  constructor(start: ReaderStart, release: () => void) {
    this.info = start.info;
    this.behind = start.behind;
    if (start.keepsEdges && isTooLargeToKeep(start.info.files))
      this.graph = graphInDatabase((work) => this.#run(() => work(start)), this);
    this.#start = start;
    this.#release = release;
    this.#isWholeDue = start.caches.ahead.begin(this.#generationKey);
    this.#values = new Values(start.read, start.place, start.caches, {
      blobs: (kind) => (this.#isDue(kind) ? blobsOf(this.#files!) : []),
      links: () => (this.#isDue("links") ? ([...this.#files!.linksIds] as LinksId[]) : []),
    });
    const { place, read } = start;
    const source = new PostgresVectorReader({
      place,
      read: (work) => this.#run(() => work(read)),
      blobs: async () => blobsOf(await this.#generation()),
    });
    this.vectors = {
      isScanned: source.isScanned,
      coverage: () => this.#coverage(),
      nearest: (model, question, k) => source.nearest(model, question, k),
      read: (model, blobs) => source.read(model, blobs),
    };
  }

  async files(): Promise<readonly ViewFile[]> {
    return this.#run(async () => (await this.#generation()).files);
  }

  async skipped(): Promise<readonly SkippedFile[]> {
    return this.#run(async () => {
      const generation = await this.#generation();
      generation.skipped ??= await readSkipped(this.#start.read, this.#start.place, this.info.id);
      return generation.skipped;
    });
  }

  async facts(blobs: readonly BlobId[]): Promise<BlobFacts[]> {
    return this.#run(async () => this.#values.facts(await this.#assertInView(blobs)));
  }

  async outlines(blobs: readonly BlobId[]): Promise<BlobOutline[]> {
    return this.#run(async () => this.#values.outlines(await this.#assertInView(blobs)));
  }

  async literals(blobs: readonly BlobId[]): Promise<LiteralFacts[]> {
    return this.#run(async () => this.#values.literals(await this.#assertInView(blobs)));
  }

  async chunks(blobs: readonly BlobId[]): Promise<(readonly ChunkFact[])[]> {
    return this.#run(async () => this.#values.chunks(await this.#assertInView(blobs)));
  }

  async symbolsNamed(names: readonly string[]): Promise<SymbolHit[][]> {
    return this.#run(async () => {
      const generation = await this.#generation();
      const ranges = names.map((name) => blocksOfPrefix(exactNamePrefix(name)));
      const set = await this.#segments(SEGMENT_KIND.names, ranges);
      const places = names.map((name) => placesOfName(set, name, generation.hasBlob));
      const blobs = [...new Set(places.flat().map(({ blob }) => blob))];
      const outlines = await this.#values.outlines(blobs);
      const outlineOf = new Map(blobs.map((blob, at) => [blob, outlines[at]!]));
      return names.map((name, at) =>
        symbolHits(name, places[at]!, generation, (blob) => outlineOf.get(blob)!),
      );
    });
  }

  async startingWith(what: "names" | "terms", prefix: string, limit: number): Promise<string[]> {
    return this.#run(async () => {
      const { hasBlob } = await this.#generation();
      const [kind, start] =
        what === "terms"
          ? [SEGMENT_KIND.terms, prefix]
          : ([SEGMENT_KIND.names, foldedPrefix(prefix)] as const);
      const set = await this.#segments(kind, limit > 0 ? [blocksOfPrefix(start)] : []);
      const keys = limit > 0 ? keysLike(set, start, limit, hasBlob) : [];
      return what === "terms" ? keys : keys.map(spelledName);
    });
  }

  async postings(terms: readonly string[]): Promise<Map<string, Postings>> {
    return this.#run(async () => {
      const { postings, hasBlob } = await this.#generation();
      const known = new Map(terms.map((term) => [term, postings.get(term)]));
      const missing = [...known].flatMap(([term, held]) => (held ? [] : [term]));
      const set = missing.length > 0 && (await this.#segments(SEGMENT_KIND.terms, missing.map(blockOfKey)));
      const found = new Map<string, Postings>();
      for (const [term, held] of known) {
        const decoded = held ?? decodePostings((set as SegmentSet).find(term), hasBlob);
        if (!held) postings.set(term, decoded);
        if (decoded.blobs.length > 0) found.set(term, decoded);
      }
      return found;
    });
  }

  async chunkLengths(): Promise<ChunkLengths> {
    return this.#run(async () => {
      const generation = await this.#generation();
      if (generation.chunkLengths) return generation.chunkLengths;
      const { read, place } = this.#start;
      const ids = (await this.#list())[SEGMENT_KIND.terms].map(({ id }) => id);
      const all = new Map<BlobId, Uint16Array>();
      for (const stored of await readLengths(read, place, ids))
        eachLengths(stored!, (blob, lengths) => {
          if (generation.hasBlob[blob] === 1) all.set(blob as BlobId, lengths);
        });
      generation.chunkLengths = all;
      return all;
    });
  }

  async linksOf(paths: readonly RelPath[]): Promise<(FileLinks | null)[]> {
    return this.#run(() => this.#linksAt(paths));
  }

  async edges(
    direction: EdgeDirection,
    handles: readonly Handle[],
    kinds?: readonly EdgeKind[],
  ): Promise<EdgeSite[][]> {
    return this.#run(async () => {
      const sites = await (direction === "into" ? this.#sitesInto(handles) : this.#sitesFrom(handles));
      return sites.map((of) =>
        of.filter(({ edge }) => isWantedKind(edge.kind, kinds)).sort(compareEdgeSites),
      );
    });
  }

  async inboundCounts(): Promise<Uint32Array> {
    return this.#run(async () => {
      const generation = await this.#generation();
      generation.inbound ??= countInbound(generation.files, await this.#targetFiles());
      return generation.inbound;
    });
  }

  async unresolvedNamed(names: readonly string[]): Promise<UnresolvedUse[][]> {
    return this.#run(async () => {
      const ids = await this.#linksWithKeys(SEGMENT_KIND.unresolved, names);
      const links = await this.#values.links(ids.flat());
      let at = 0;
      return names.map((name, place) =>
        ids[place]!.flatMap(() => links[at++]!.unresolved.filter((use) => use.name === name)).sort(
          compareUnresolved,
        ),
      );
    });
  }

  async history(): Promise<ViewHistory> {
    return this.#run(() => readHistory(this.#start.read, this.#start.place, this.info.id));
  }

  async summaries(model: string, blobs: readonly BlobId[]): Promise<(string | null)[]> {
    return this.#run(async () => {
      const { read, place } = this.#start;
      const written = await readSummaries(read, place, model, await this.#assertInView(blobs));
      return blobs.map((blob) => written.get(blob) ?? null);
    });
  }

  async *dump(): AsyncGenerator<string> {
    const { hasBlob } = await this.#run(() => this.#generation());
    const set = await this.#run(() => this.#segments(SEGMENT_KIND.terms, [ALL_BLOCKS]));
    yield* dumpView(this, () => eachTerm(set, hasBlob));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#start.read.end();
    this.#release();
  }

  async #sitesInto(handles: readonly Handle[]): Promise<EdgeSite[][]> {
    const ids = await this.#linksWithKeys(SEGMENT_KIND.targets, handles);
    const wanted = handles.flatMap((target, at) => ids[at]!.map((id) => ({ id, target })));
    // The links of a small view are decoded once and stay at hand; of a large one they would push each other out.
    const isSmall = (await this.#generation()).linksIds.size <= MAX_KEPT_LINKS;
    const links = isSmall
      ? await this.#values.links(wanted.map(({ id }) => id))
      : await this.#values.edgesInto(wanted);
    const sites = handles.map((): EdgeSite[] => []);
    let at = 0;
    for (const [place, handle] of handles.entries()) {
      for (const _ of ids[place]!) {
        const { extractor, edges } = links[at++]!;
        for (const edge of edges) if (edge.to === handle) sites[place]!.push({ edge, extractor });
      }
    }
    return sites;
  }

  async #sitesFrom(handles: readonly Handle[]): Promise<EdgeSite[][]> {
    const candidates = handles.map((handle) => [...pathCandidates(handle)] as RelPath[]);
    const links = await this.#linksAt(candidates.flat());
    let at = 0;
    return handles.map((handle, place) =>
      candidates[place]!.flatMap(() => {
        const of = links[at++];
        if (!of) return [];
        return of.edges
          .filter(({ from }) => from === handle)
          .map((edge) => ({ edge, extractor: of.extractor }));
      }),
    );
  }

  async #linksAt(paths: readonly RelPath[]): Promise<(FileLinks | null)[]> {
    const { fileByPath } = await this.#generation();
    const ids = paths.map((path) => fileByPath.get(path)?.links ?? null);
    const links = await this.#values.links(ids.filter((id) => id !== null));
    let at = 0;
    return ids.map((id) => (id === null ? null : links[at++]!));
  }

  async #linksWithKeys(kind: SegmentKind, keys: readonly string[]): Promise<LinksId[][]> {
    const set = await this.#segments(kind, keys.map(blockOfKey));
    const { linksIds } = await this.#generation();
    return keys.map((key) => linksWithKey(set, key, linksIds));
  }

  /** Past the cache of blocks: reading all of them would push out those that questions need. */
  async #targetFiles() {
    const { read, place, caches } = this.#start;
    const segments = (await this.#list())[SEGMENT_KIND.targets];
    const known = new Map(segments.map(({ id }) => [id, caches.segments.targetFiles.get(id)]));
    for (const segment of segments.filter(({ id }) => !known.get(id))) {
      const files = targetFilesOf(await readBlocks(read, place, segment));
      known.set(segment.id, files);
      caches.segments.targetFiles.set(segment.id, files);
    }
    return segments.map(({ id }) => known.get(id)!);
  }

  async #coverage() {
    return this.#run(async () => {
      const { read, place, caches, vectorsVersion } = this.#start;
      const key = `${this.#generationKey}@${vectorsVersion}`;
      const known = caches.coverage.get(key);
      if (known) return known;
      const counted = await readCoverage(read, place, blobsOf(await this.#generation()));
      caches.coverage.set(key, counted);
      return counted;
    });
  }

  async #segments(kind: SegmentKind, ranges: readonly BlockRange[]): Promise<SegmentSet> {
    const { read, place, caches } = this.#start;
    const segments: readonly SegmentRow[] = (await this.#list())[kind];
    const bytes = segments.reduce((sum, { byte_count }) => sum + byte_count, 0);
    const wanted = this.#isWholeDue(`blocks ${kind}`, { bytes }) ? [ALL_BLOCKS] : ranges;
    return openSegments(read, place, segments, wanted, caches.segments.blocks);
  }

  /** Of what belongs to files: known only with them. */
  #isDue(kind: string): boolean {
    return this.#files !== undefined && this.#isWholeDue(kind, { files: this.#files.files.length });
  }

  #list(): Promise<SegmentList> {
    this.#segmentList ??= this.#loadList();
    return this.#segmentList;
  }

  async #loadList(): Promise<SegmentList> {
    const { read, place, caches, lastSegment } = this.#start;
    const known = caches.segmentLists.get(lastSegment);
    if (known) return known;
    const list = await listSegments(read, place, caches.segments.directories);
    caches.segmentLists.set(lastSegment, list);
    forgetUnused(caches, allSegmentIds(list));
    return list;
  }

  get #generationKey(): string {
    // Stamps may be written without a new generation, so the time of writing is part of the name.
    return `${this.info.id}@${this.info.generation}@${this.info.publishedAt}`;
  }

  #generation(): Promise<GenerationCache> {
    this.#loaded ??= this.#loadGeneration();
    return this.#loaded;
  }

  async #loadGeneration(): Promise<GenerationCache> {
    const { read, place, caches } = this.#start;
    this.#files = caches.generations.get(this.#generationKey);
    if (this.#files) return this.#files;
    this.#files = newGenerationCache(await readFiles(read, place, this.info.id));
    caches.generations.set(this.#generationKey, this.#files);
    return this.#files;
  }

  async #assertInView(blobs: readonly BlobId[]): Promise<readonly BlobId[]> {
    const { hasBlob } = await this.#generation();
    for (const blob of blobs) if (hasBlob[blob] !== 1) throwUnknown("blob", blob);
    return blobs;
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed)
      throw new AppError("INDEX_CLOSED" satisfies StorageErrorCode, "the reader is closed", {
        hint: "open another reader",
      });
    return translating(this.#start.display, work);
  }
}

/** Ascending. */
function blobsOf({ filesByBlob }: GenerationCache): BlobId[] {
  return [...filesByBlob.keys()].sort((a, b) => a - b) as BlobId[];
}

function* eachTerm(set: SegmentSet, isWanted: Uint8Array): Generator<[string, Postings]> {
  for (const { key, runs } of set.keysFrom("")) {
    const postings = decodePostings(runs, isWanted);
    if (postings.blobs.length > 0) yield [key, postings];
  }
}
