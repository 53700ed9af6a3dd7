import type { EdgeKind, FileLinks, Handle, UnresolvedUse } from "../../core/edges.ts";
import { AppError } from "../../core/errors.ts";
import type { BlobFacts, ChunkFact, ImportFact, SymbolFact } from "../../core/facts.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { comparePaths, type RelPath } from "../../core/rel-path.ts";
import {
  type BlobId,
  type BlobVectors,
  type ChunkLengths,
  type EdgeSite,
  foldName,
  type Postings,
  type SkippedFile,
  type SymbolHit,
  type VectorCoverage,
  type ViewFile,
  type ViewInfo,
  type ViewReader,
} from "../contract.ts";
import { dumpView } from "../dump.ts";
import { compareEdgeSites, compareUnresolved, isWantedKind, pathCandidates } from "../edge-order.ts";
import type { StorageErrorCode } from "../errors.ts";
import type { MemoryBlob, MemoryTables, ModelVectors, ViewState } from "./state.ts";

export class MemoryViewReader implements ViewReader {
  private readonly sortedFiles: readonly ViewFile[];
  private readonly sortedSkipped: readonly SkippedFile[];
  /** Ascending by id. Own maps: garbage collection must not reach into an open reader. */
  private readonly blobs: ReadonlyMap<BlobId, MemoryBlob>;
  private readonly linksByPath: ReadonlyMap<RelPath, FileLinks>;
  private readonly vectorsByModel: ReadonlyMap<string, ModelVectors>;
  private readonly summariesByModel: MemoryTables["summaries"];
  private isClosed = false;

  constructor(
    readonly info: ViewInfo,
    state: ViewState,
    tables: MemoryTables,
  ) {
    this.sortedFiles = [...state.files.values()].sort((a, b) => comparePaths(a.path, b.path));
    this.sortedSkipped = [...state.skipped.values()].sort((a, b) => comparePaths(a.path, b.path));
    const ids = [...new Set(this.sortedFiles.map((file) => file.blob))].sort((a, b) => a - b);
    this.blobs = new Map(ids.map((id) => [id, tables.blobs.get(id)!]));
    this.vectorsByModel = new Map(tables.vectors);
    this.summariesByModel = new Map(tables.summaries);
    this.linksByPath = new Map(
      this.sortedFiles.flatMap(({ path, links }) =>
        links === null ? [] : [[path, tables.links.get(links)!]],
      ),
    );
  }

  async files(): Promise<readonly ViewFile[]> {
    this.assertOpen();
    return this.sortedFiles;
  }

  async skipped(): Promise<readonly SkippedFile[]> {
    this.assertOpen();
    return this.sortedSkipped;
  }

  async facts(blob: BlobId): Promise<BlobFacts> {
    return this.blobOfId(blob).facts;
  }

  async chunks(blob: BlobId): Promise<readonly ChunkFact[]> {
    return this.blobOfId(blob).facts.chunks;
  }

  async symbols(blob: BlobId): Promise<readonly SymbolFact[]> {
    return this.blobOfId(blob).facts.symbols;
  }

  async imports(blob: BlobId): Promise<readonly ImportFact[]> {
    return this.blobOfId(blob).facts.imports;
  }

  async packageName(blob: BlobId): Promise<string | undefined> {
    return this.blobOfId(blob).facts.packageName;
  }

  async header(blob: BlobId): Promise<string | undefined> {
    return this.blobOfId(blob).facts.header;
  }

  async symbolsNamed(name: string): Promise<SymbolHit[]> {
    const folded = foldName(name);
    return this.allSymbols().filter((hit) => foldName(hit.symbol.name) === folded);
  }

  async symbolNamesLike(prefix: string, limit: number): Promise<string[]> {
    const folded = foldName(prefix);
    const names = new Set(this.allSymbols().map((hit) => hit.symbol.name));
    return [...names]
      .filter((name) => foldName(name).startsWith(folded))
      .sort((a, b) => comparePaths(foldName(a), foldName(b)) || comparePaths(a, b))
      .slice(0, limit);
  }

  async postings(terms: readonly string[]): Promise<Map<string, Postings>> {
    this.assertOpen();
    const found = new Map<string, Postings>();
    for (const term of terms) {
      const postings = this.postingsOf(term);
      if (postings.blobs.length > 0) found.set(term, postings);
    }
    return found;
  }

  async termsWithPrefix(prefix: string, limit: number): Promise<string[]> {
    this.assertOpen();
    return this.sortedTerms()
      .filter((term) => term.startsWith(prefix))
      .slice(0, limit);
  }

  async chunkLengths(): Promise<ChunkLengths> {
    this.assertOpen();
    return new Map([...this.blobs].map(([id, blob]) => [id, blob.bodyLengths]));
  }

  async linksOf(path: RelPath): Promise<FileLinks | null> {
    this.assertOpen();
    return this.linksByPath.get(path) ?? null;
  }

  async edgesInto(handle: Handle, kinds?: readonly EdgeKind[]): Promise<EdgeSite[]> {
    return this.allEdges().filter(({ edge }) => edge.to === handle && isWantedKind(edge.kind, kinds));
  }

  async edgesFrom(handle: Handle, kinds?: readonly EdgeKind[]): Promise<EdgeSite[]> {
    this.assertOpen();
    const links = [...pathCandidates(handle)].flatMap((path) => this.linksByPath.get(path as RelPath) ?? []);
    return sitesOf(links).filter(({ edge }) => edge.from === handle && isWantedKind(edge.kind, kinds));
  }

  async inboundCounts(): Promise<Uint32Array> {
    this.assertOpen();
    const position = new Map(this.sortedFiles.map(({ path }, at) => [path, at]));
    const counts = new Uint32Array(this.sortedFiles.length);
    for (const [source, { edges }] of this.linksByPath) {
      for (const path of new Set(edges.map((edge) => pathOfHandle(edge.to)))) {
        const at = position.get(path);
        if (at !== undefined && path !== source) counts[at]!++;
      }
    }
    return counts;
  }

  async unresolvedNamed(name: string): Promise<UnresolvedUse[]> {
    this.assertOpen();
    return this.distinctLinks()
      .flatMap((links) => links.unresolved.filter((use) => use.name === name))
      .sort(compareUnresolved);
  }

  async summary(model: string, blob: BlobId): Promise<string | null> {
    this.blobOfId(blob);
    return this.summariesByModel.get(model)?.get(blob) ?? null;
  }

  async vectorModels(): Promise<VectorCoverage[]> {
    this.assertOpen();
    return [...this.vectorsByModel.values()]
      .map(({ model: { key, dims, spec }, rows }) => {
        return { key, dims, spec, blobs: [...this.blobs.keys()].filter((blob) => rows.has(blob)).length };
      })
      .filter((model) => model.blobs > 0)
      .sort((a, b) => comparePaths(a.key, b.key));
  }

  async *vectors(model: string): AsyncGenerator<BlobVectors> {
    this.assertOpen();
    const known = this.vectorsByModel.get(model);
    for (const blob of this.blobs.keys()) {
      const rows = known?.rows.get(blob);
      if (rows) yield { blob, rows };
    }
  }

  dump(): AsyncIterable<string> {
    this.assertOpen();
    const self = this;
    return dumpView(this, function* () {
      for (const term of self.sortedTerms()) yield [term, self.postingsOf(term)];
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  private allSymbols(): SymbolHit[] {
    this.assertOpen();
    return this.sortedFiles.flatMap(({ path, blob }) =>
      this.blobOfId(blob).facts.symbols.map((symbol, ordinal) => ({ path, blob, ordinal, symbol })),
    );
  }

  private distinctLinks(): FileLinks[] {
    return [...new Set(this.linksByPath.values())];
  }

  private allEdges(): EdgeSite[] {
    this.assertOpen();
    return sitesOf(this.distinctLinks());
  }

  private sortedTerms(): string[] {
    return [...new Set([...this.blobs.values()].flatMap((blob) => [...blob.packedByTerm.keys()]))].sort();
  }

  private postingsOf(term: string): Postings {
    return postingsIn(this.blobs, term);
  }

  private blobOfId(id: BlobId): MemoryBlob {
    this.assertOpen();
    const blob = this.blobs.get(id);
    if (blob) return blob;
    throw new AppError("INDEX_UNKNOWN_ID" satisfies StorageErrorCode, `blob ${id} is not in this view`, {
      hint: "take blob ids from the files of this view",
    });
  }

  private assertOpen(): void {
    if (!this.isClosed) return;
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
