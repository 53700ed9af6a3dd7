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
import { forgetUnused, type GenerationCache, newGenerationCache } from "../reading/read-caches.ts";
import { symbolHits } from "../reading/symbol-hits.ts";
import { countInbound } from "../segments/inbound-counts.ts";
import { keysLike, linksWithKey, placesOfName } from "../segments/look-up.ts";
import { foldedPrefix, spelledName } from "../segments/name-keys.ts";
import { decodePostings } from "../segments/postings-codec.ts";
import { SEGMENT_KIND, type SegmentKind } from "../segments/segment-kind.ts";
import type { SegmentSet } from "../segments/segment-set.ts";
import { throwUnknown } from "../unknown-id.ts";
import { readHistory } from "./history-rows.ts";
import type { ReadConnection } from "./read-connection.ts";
import { translating } from "./sqlite-errors.ts";
import { readSummaries, type Summaries, summaryOf } from "./summary-rows.ts";
import { SqliteVectorReader } from "./vectors.ts";
import { readFiles, readSkipped } from "./view-rows.ts";

/** Files of a view whose links fit the cache all together. */
const MAX_KEPT_LINKS = 3_000;

/** Holds a read transaction for as long as it lives: all reads see one generation. */
export class SqliteViewReader implements ViewReader {
  readonly openedAtMs = performance.now();
  readonly info: ViewInfo;
  readonly vectors: VectorReader;
  readonly #connection: ReadConnection;
  readonly #release: () => void;
  readonly #sets = new Map<SegmentKind, SegmentSet>();
  #loaded: GenerationCache | undefined;
  #written: Summaries | undefined;
  #isClosed = false;
  #gaveWay = false;

  constructor(info: ViewInfo, connection: ReadConnection, release: () => void) {
    this.info = info;
    this.#connection = connection;
    this.#release = release;
    this.vectors = new SqliteVectorReader(
      (work) => this.#run(() => work(connection.db)),
      () => this.#generation().hasBlob,
    );
  }

  async files(): Promise<readonly ViewFile[]> {
    return this.#run(() => this.#generation().files);
  }

  async skipped(): Promise<readonly SkippedFile[]> {
    return this.#run(() => {
      const generation = this.#generation();
      generation.skipped ??= readSkipped(this.#connection.db, this.info.id);
      return generation.skipped;
    });
  }

  async facts(blobs: readonly BlobId[]): Promise<BlobFacts[]> {
    return this.#run(() => blobs.map((blob) => this.#connection.facts(this.#assertInView(blob))));
  }

  async outlines(blobs: readonly BlobId[]): Promise<BlobOutline[]> {
    return this.#run(() => blobs.map((blob) => this.#connection.outline(this.#assertInView(blob))));
  }

  async literals(blobs: readonly BlobId[]): Promise<LiteralFacts[]> {
    return this.#run(() => blobs.map((blob) => this.#connection.literals(this.#assertInView(blob))));
  }

  async chunks(blobs: readonly BlobId[]): Promise<(readonly ChunkFact[])[]> {
    return this.#run(() => blobs.map((blob) => this.#connection.chunks(this.#assertInView(blob))));
  }

  async symbolsNamed(names: readonly string[]): Promise<SymbolHit[][]> {
    return this.#run(() => names.map((name) => this.#hitsNamed(name)));
  }

  #hitsNamed(name: string): SymbolHit[] {
    const { hasBlob } = this.#generation();
    const places = placesOfName(this.#segments(SEGMENT_KIND.names), name, hasBlob);
    return symbolHits(name, places, this.#generation(), (blob) => this.#connection.outline(blob));
  }

  async startingWith(what: "names" | "terms", prefix: string, limit: number): Promise<string[]> {
    return this.#run(() =>
      what === "terms"
        ? this.#keysLike(SEGMENT_KIND.terms, prefix, limit)
        : this.#keysLike(SEGMENT_KIND.names, foldedPrefix(prefix), limit).map(spelledName),
    );
  }

  async postings(terms: readonly string[]): Promise<Map<string, Postings>> {
    return this.#run(() => {
      const found = new Map<string, Postings>();
      for (const term of terms) {
        const postings = this.#postingsOf(term);
        if (postings.blobs.length > 0) found.set(term, postings);
      }
      return found;
    });
  }

  async chunkLengths(): Promise<ChunkLengths> {
    return this.#run(() => {
      const generation = this.#generation();
      if (generation.chunkLengths) return generation.chunkLengths;
      const all = new Map<BlobId, Uint16Array>();
      const { segments } = this.#connection;
      segments.eachLengths(segments.list(SEGMENT_KIND.terms), (blob, lengths) => {
        if (generation.hasBlob[blob] === 1) all.set(blob as BlobId, lengths);
      });
      generation.chunkLengths = all;
      return all;
    });
  }

  async linksOf(paths: readonly RelPath[]): Promise<(FileLinks | null)[]> {
    return this.#run(() => paths.map((path) => this.#linksAt(path)));
  }

  async edges(
    direction: EdgeDirection,
    handles: readonly Handle[],
    kinds?: readonly EdgeKind[],
  ): Promise<EdgeSite[][]> {
    const sitesOf = (handle: Handle) =>
      direction === "into" ? this.#sitesInto(handle) : this.#sitesFrom(handle);
    return this.#run(() =>
      handles.map((handle) =>
        sitesOf(handle)
          .filter(({ edge }) => isWantedKind(edge.kind, kinds))
          .sort(compareEdgeSites),
      ),
    );
  }

  #sitesInto(handle: Handle): EdgeSite[] {
    const sites: EdgeSite[] = [];
    const connection = this.#connection;
    // The links of a small view are decoded once and stay at hand; of a large one they would push each other out.
    const isSmall = this.#generation().linksIds.size <= MAX_KEPT_LINKS;
    for (const id of this.#linksWithKey(SEGMENT_KIND.targets, handle)) {
      const { extractor, edges } = isSmall ? connection.links(id) : connection.edgesInto(id, handle);
      for (const edge of edges) if (edge.to === handle) sites.push({ edge, extractor });
    }
    return sites;
  }

  #sitesFrom(handle: Handle): EdgeSite[] {
    const sites: EdgeSite[] = [];
    for (const path of pathCandidates(handle)) {
      const links = this.#linksAt(path as RelPath);
      for (const edge of links?.edges ?? [])
        if (edge.from === handle) sites.push({ edge, extractor: links!.extractor });
    }
    return sites;
  }

  async inboundCounts(): Promise<Uint32Array> {
    return this.#run(() => {
      const generation = this.#generation();
      const { segments } = this.#connection;
      generation.inbound ??= countInbound(
        generation.files,
        segments.targetFiles(segments.list(SEGMENT_KIND.targets)),
      );
      return generation.inbound;
    });
  }

  async unresolvedNamed(names: readonly string[]): Promise<UnresolvedUse[][]> {
    return this.#run(() =>
      names.map((name) =>
        this.#linksWithKey(SEGMENT_KIND.unresolved, name)
          .flatMap((id) => this.#connection.links(id).unresolved.filter((use) => use.name === name))
          .sort(compareUnresolved),
      ),
    );
  }

  async history(): Promise<ViewHistory> {
    return this.#run(() => readHistory(this.#connection.db, this.info.id));
  }

  async summaries(model: string, blobs: readonly BlobId[]): Promise<(string | null)[]> {
    return this.#run(() => {
      this.#written ??= readSummaries(this.#connection.db);
      const written = this.#written;
      return blobs.map((blob) => summaryOf(written, model, this.#assertInView(blob)));
    });
  }

  dump(): AsyncIterable<string> {
    const eachTerm = (): Iterable<[string, Postings]> => this.#eachTerm();
    return this.#run(() => dumpView(this, eachTerm));
  }

  async close(): Promise<void> {
    this.closeNow();
  }

  closeNow(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#release();
  }

  /** Ends the transaction before its time; what is asked afterwards says so. */
  giveWay(): void {
    this.#gaveWay = true;
    this.closeNow();
  }

  *#eachTerm(): Generator<[string, Postings]> {
    const { hasBlob } = this.#generation();
    const keys = this.#segments(SEGMENT_KIND.terms).keysFrom("");
    for (;;) {
      const next = this.#run(() => keys.next());
      if (next.done) return;
      const postings = this.#run(() => decodePostings(next.value.runs, hasBlob));
      if (postings.blobs.length > 0) yield [next.value.key, postings];
    }
  }

  #postingsOf(term: string): Postings {
    const { postings, hasBlob } = this.#generation();
    return postings.getOrMake(term, () =>
      decodePostings(this.#segments(SEGMENT_KIND.terms).find(term), hasBlob),
    );
  }

  #keysLike(kind: SegmentKind, prefix: string, limit: number): string[] {
    return keysLike(this.#segments(kind), prefix, limit, this.#generation().hasBlob);
  }

  #linksWithKey(kind: SegmentKind, key: string): LinksId[] {
    return linksWithKey(this.#segments(kind), key, this.#generation().linksIds);
  }

  #linksAt(path: RelPath): FileLinks | null {
    const links = this.#generation().fileByPath.get(path)?.links ?? null;
    return links === null ? null : this.#connection.links(links);
  }

  #segments(kind: SegmentKind): SegmentSet {
    let set = this.#sets.get(kind);
    if (!set) {
      const { segments } = this.#connection;
      set = segments.open(segments.list(kind));
      this.#sets.set(kind, set);
    }
    return set;
  }

  #generation(): GenerationCache {
    // Stamps may be written without a new generation, so the time of writing is part of the name.
    const key = `${this.info.id}@${this.info.generation}@${this.info.publishedAt}`;
    if (this.#loaded) return this.#loaded;
    const { caches } = this.#connection;
    this.#loaded = caches.generations.get(key);
    if (!this.#loaded) {
      this.#loaded = newGenerationCache(readFiles(this.#connection.db, this.info.id));
      caches.generations.set(key, this.#loaded);
      forgetUnused(caches, this.#connection.segments.ids());
    }
    return this.#loaded;
  }

  #assertInView(blob: BlobId): BlobId {
    return this.#generation().hasBlob[blob] === 1 ? blob : throwUnknown("blob", blob);
  }

  #run<T>(work: () => T): T {
    if (this.#isClosed) {
      const reason = this.#gaveWay ? ": it held the log of the index back for too long" : "";
      throw new AppError("INDEX_CLOSED" satisfies StorageErrorCode, `the reader is closed${reason}`, {
        hint: "open another reader",
      });
    }
    return translating(this.#connection.file, work);
  }
}
