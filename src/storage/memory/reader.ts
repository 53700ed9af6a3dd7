import type { EdgeKind, FileLinks, Handle, UnresolvedUse } from "../../core/edges.ts";
import { AppError } from "../../core/errors.ts";
import type { BlobFacts, ChunkFact, LiteralFacts } from "../../core/facts.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { comparePaths, type RelPath } from "../../core/rel-path.ts";
import {
  type BlobId,
  type BlobOutline,
  type ChunkLengths,
  type EdgeDirection,
  type EdgeSite,
  foldName,
  type Postings,
  type SkippedFile,
  type SymbolHit,
  type VectorReader,
  type ViewFile,
  type ViewHistory,
  type ViewInfo,
  type ViewReader,
} from "../contract.ts";
import { dumpView } from "../dump.ts";
import { compareEdgeSites, compareUnresolved, isWantedKind, pathCandidates } from "../edge-order.ts";
import type { StorageErrorCode } from "../errors.ts";
import type { MemoryBlob, MemoryTables, ViewState } from "./state.ts";
import type { MemoryVectors } from "./vectors.ts";

export class MemoryViewReader implements ViewReader {
  readonly info: ViewInfo;
  readonly vectors: VectorReader;
  readonly #sortedFiles: readonly ViewFile[];
  readonly #sortedSkipped: readonly SkippedFile[];
  /** Ascending by id. Own maps: garbage collection must not reach into an open reader. */
  readonly #blobs: ReadonlyMap<BlobId, MemoryBlob>;
  readonly #linksByPath: ReadonlyMap<RelPath, FileLinks>;
  readonly #summariesByModel: MemoryTables["summaries"];
  readonly #history: ViewHistory;
  #isClosed = false;

  constructor(info: ViewInfo, state: ViewState, tables: MemoryTables, vectors: MemoryVectors) {
    this.info = info;
    this.#history = state.history;
    this.#sortedFiles = [...state.files.values()].sort((a, b) => comparePaths(a.path, b.path));
    this.#sortedSkipped = [...state.skipped.values()].sort((a, b) => comparePaths(a.path, b.path));
    const ids = [...new Set(this.#sortedFiles.map((file) => file.blob))].sort((a, b) => a - b);
    this.#blobs = new Map(ids.map((id) => [id, tables.blobs.get(id)!]));
    this.vectors = vectors.snapshot().of(ids, () => this.#assertOpen());
    this.#summariesByModel = new Map(tables.summaries);
    this.#linksByPath = new Map(
      this.#sortedFiles.flatMap(({ path, links }) =>
        links === null ? [] : [[path, tables.links.get(links)!]],
      ),
    );
  }

  async files(): Promise<readonly ViewFile[]> {
    this.#assertOpen();
    return this.#sortedFiles;
  }

  async skipped(): Promise<readonly SkippedFile[]> {
    this.#assertOpen();
    return this.#sortedSkipped;
  }

  async facts(blobs: readonly BlobId[]): Promise<BlobFacts[]> {
    return blobs.map((blob) => this.#blobOfId(blob).facts);
  }

  async outlines(blobs: readonly BlobId[]): Promise<BlobOutline[]> {
    return this.facts(blobs);
  }

  async literals(blobs: readonly BlobId[]): Promise<LiteralFacts[]> {
    return (await this.facts(blobs)).map(({ calls, annotations, hasAllLiterals }) => ({
      calls,
      annotations,
      hasAllLiterals,
    }));
  }

  async chunks(blobs: readonly BlobId[]): Promise<(readonly ChunkFact[])[]> {
    return blobs.map((blob) => this.#blobOfId(blob).facts.chunks);
  }

  async symbolsNamed(names: readonly string[]): Promise<SymbolHit[][]> {
    const all = this.#allSymbols();
    return names.map((name) => all.filter((hit) => foldName(hit.symbol.name) === foldName(name)));
  }

  async startingWith(what: "names" | "terms", prefix: string, limit: number): Promise<string[]> {
    this.#assertOpen();
    const matching =
      what === "terms"
        ? this.#sortedTerms().filter((term) => term.startsWith(prefix))
        : this.#sortedNames().filter((name) => foldName(name).startsWith(foldName(prefix)));
    return matching.slice(0, limit);
  }

  async postings(terms: readonly string[]): Promise<Map<string, Postings>> {
    this.#assertOpen();
    const found = new Map<string, Postings>();
    for (const term of terms) {
      const postings = this.#postingsOf(term);
      if (postings.blobs.length > 0) found.set(term, postings);
    }
    return found;
  }

  async chunkLengths(): Promise<ChunkLengths> {
    this.#assertOpen();
    return new Map([...this.#blobs].map(([id, blob]) => [id, blob.bodyLengths]));
  }

  async linksOf(paths: readonly RelPath[]): Promise<(FileLinks | null)[]> {
    this.#assertOpen();
    return paths.map((path) => this.#linksByPath.get(path) ?? null);
  }

  async edges(
    direction: EdgeDirection,
    handles: readonly Handle[],
    kinds?: readonly EdgeKind[],
  ): Promise<EdgeSite[][]> {
    this.#assertOpen();
    const all = sitesOf([...new Set(this.#linksByPath.values())]);
    return handles.map((handle) => {
      if (direction === "into")
        return all.filter(({ edge }) => edge.to === handle && isWantedKind(edge.kind, kinds));
      const own = [...pathCandidates(handle)].flatMap((path) => this.#linksByPath.get(path as RelPath) ?? []);
      return sitesOf(own).filter(({ edge }) => edge.from === handle && isWantedKind(edge.kind, kinds));
    });
  }

  async inboundCounts(): Promise<Uint32Array> {
    this.#assertOpen();
    const position = new Map(this.#sortedFiles.map(({ path }, at) => [path, at]));
    const counts = new Uint32Array(this.#sortedFiles.length);
    for (const [source, { edges }] of this.#linksByPath) {
      for (const path of new Set(edges.map((edge) => pathOfHandle(edge.to)))) {
        const at = position.get(path);
        if (at !== undefined && path !== source) counts[at]!++;
      }
    }
    return counts;
  }

  async unresolvedNamed(names: readonly string[]): Promise<UnresolvedUse[][]> {
    this.#assertOpen();
    const all = [...new Set(this.#linksByPath.values())].flatMap((links) => links.unresolved);
    return names.map((name) => all.filter((use) => use.name === name).sort(compareUnresolved));
  }

  async history(): Promise<ViewHistory> {
    this.#assertOpen();
    return this.#history;
  }

  async summaries(model: string, blobs: readonly BlobId[]): Promise<(string | null)[]> {
    for (const blob of blobs) this.#blobOfId(blob);
    return blobs.map((blob) => this.#summariesByModel.get(model)?.get(blob) ?? null);
  }

  dump(): AsyncIterable<string> {
    this.#assertOpen();
    const self = this;
    return dumpView(this, function* () {
      for (const term of self.#sortedTerms()) yield [term, self.#postingsOf(term)];
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #allSymbols(): SymbolHit[] {
    this.#assertOpen();
    return this.#sortedFiles.flatMap(({ path, blob }) =>
      this.#blobOfId(blob).facts.symbols.map((symbol, ordinal) => ({ path, blob, ordinal, symbol })),
    );
  }

  /** Ascending by folded form, then spelling. */
  #sortedNames(): string[] {
    const names = new Set(this.#allSymbols().map((hit) => hit.symbol.name));
    return [...names].sort((a, b) => comparePaths(foldName(a), foldName(b)) || comparePaths(a, b));
  }

  #sortedTerms(): string[] {
    return [...new Set([...this.#blobs.values()].flatMap((blob) => [...blob.packedByTerm.keys()]))].sort();
  }

  #postingsOf(term: string): Postings {
    return postingsIn(this.#blobs, term);
  }

  #blobOfId(id: BlobId): MemoryBlob {
    this.#assertOpen();
    const blob = this.#blobs.get(id);
    if (blob) return blob;
    throw new AppError("INDEX_UNKNOWN_ID" satisfies StorageErrorCode, `blob ${id} is not in this view`, {
      hint: "take blob ids from the files of this view",
    });
  }

  #assertOpen(): void {
    if (!this.#isClosed) return;
    throw new AppError("INDEX_CLOSED" satisfies StorageErrorCode, "the reader is closed", {
      hint: "open another reader",
    });
  }
}

function sitesOf(links: readonly FileLinks[]): EdgeSite[] {
  return links
    .flatMap(({ edges, extractor }) => edges.map((edge) => ({ edge, extractor })))
    .sort(compareEdgeSites);
}

/** Of one term in the given blobs, which ascend. */
export function postingsIn(blobs: Iterable<readonly [BlobId, MemoryBlob]>, term: string): Postings {
  const ids: number[] = [];
  const packed: number[] = [];
  for (const [id, blob] of blobs) {
    for (const one of blob.packedByTerm.get(term) ?? []) {
      ids.push(id);
      packed.push(one);
    }
  }
  return {
    blobs: Uint32Array.from(ids),
    chunks: Uint16Array.from(packed, (one) => one >>> 16),
    fields: Uint8Array.from(packed, (one) => (one >>> 12) & 15),
    counts: Uint16Array.from(packed, (one) => one & 0xfff),
  };
}
