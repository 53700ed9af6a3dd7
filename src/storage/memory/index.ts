/** Keeps everything in this process. For tests, and the yardstick every other store is compared with. */

import type { EncodedBlob } from "../../codec/encoded-blob.ts";
import { decodeFacts } from "../../codec/facts-codec.ts";
import type { FileLinks } from "../../core/edges.ts";
import { AppError } from "../../core/errors.ts";
import type { OutwardFacts } from "../../core/facts.ts";
import { comparePaths } from "../../core/rel-path.ts";
import { assertGeneration } from "../assert-generation.ts";
import {
  type BlobId,
  type BlobSummary,
  type FactsKey,
  factsKeyText,
  type Generation,
  keptByHistory,
  type LinkKeys,
  type LinksId,
  type Postings,
  type RecordStore,
  type VerifyReport,
  type ViewChange,
  type ViewFile,
  type ViewId,
  type ViewInfo,
  type ViewReader,
} from "../contract.ts";
import { canonicalJson } from "../dump.ts";
import type { StorageErrorCode } from "../errors.ts";
import { computeBodyLengths } from "../lexical.ts";
import { describePublish } from "../outbox/describe-publish.ts";
import { throwUnknown } from "../unknown-id.ts";
import { MemoryOutbox } from "./outbox.ts";
import { MemoryViewReader, postingsIn } from "./reader.ts";
import { emptyState, type MemoryBlob, type MemoryTables, type ViewState } from "./state.ts";
import { MemoryVectors } from "./vectors.ts";

export function openMemoryStore(): RecordStore {
  return new MemoryStore();
}

class MemoryStore implements RecordStore {
  readonly outbox = new MemoryOutbox();
  readonly vectors = new MemoryVectors(
    (blob) => {
      this.#assertOpen();
      if (blob !== null) this.#blobOfId(blob);
    },
    (change) => this.outbox.note(change),
  );
  readonly #tables: MemoryTables = {
    blobs: new Map(),
    links: new Map(),
    views: new Map(),
    summaries: new Map(),
  };
  readonly #blobByKey = new Map<string, BlobId>();
  readonly #linksByContent = new Map<string, LinksId>();
  #lastId = 0;
  #isClosed = false;

  async openView(root: string): Promise<ViewInfo> {
    this.#assertOpen();
    for (const view of this.#tables.views.values()) if (view.root === root) return infoOf(view);
    const view = emptyState(this.#nextId() as ViewId, root);
    this.#tables.views.set(view.id, view);
    return infoOf(view);
  }

  async listViews(): Promise<ViewInfo[]> {
    this.#assertOpen();
    return [...this.#tables.views.values()].map(infoOf).sort((a, b) => comparePaths(a.root, b.root));
  }

  async removeView(view: ViewId): Promise<void> {
    this.#stateOf(view);
    this.#tables.views.delete(view);
    this.outbox.note({ kind: "view-removed", view });
  }

  async findFacts(keys: readonly FactsKey[]): Promise<Map<string, BlobId>> {
    this.#assertOpen();
    const found = new Map<string, BlobId>();
    for (const key of keys) {
      const text = factsKeyText(key);
      const blob = this.#blobByKey.get(text);
      if (blob !== undefined) found.set(text, blob);
    }
    return found;
  }

  async appendFacts(batch: Parameters<RecordStore["appendFacts"]>[0]): Promise<Map<string, BlobId>> {
    this.#assertOpen();
    const ids = new Map<string, BlobId>();
    for (const { key, encoded } of batch) {
      const text = factsKeyText(key);
      let id = this.#blobByKey.get(text);
      if (id === undefined) {
        id = this.#nextId() as BlobId;
        this.#blobByKey.set(text, id);
        this.#tables.blobs.set(id, blobOf(key, encoded));
      }
      ids.set(text, id);
    }
    return ids;
  }

  async putLinks(links: readonly FileLinks[]): Promise<LinksId[]> {
    this.#assertOpen();
    return links.map((one) => {
      const text = canonicalJson(one);
      const known = this.#linksByContent.get(text);
      if (known !== undefined) return known;
      const id = this.#nextId() as LinksId;
      this.#linksByContent.set(text, id);
      this.#tables.links.set(id, one);
      return id;
    });
  }

  async *readFactsForLinking(blobs: readonly BlobId[]) {
    this.#assertOpen();
    for (const blob of blobs) yield { blob, facts: this.#blobOfId(blob).facts };
  }

  async readOutwardFacts(blobs: readonly BlobId[]): Promise<(blob: BlobId) => OutwardFacts> {
    this.#assertOpen();
    for (const blob of blobs) this.#blobOfId(blob);
    return (blob) => this.#blobOfId(blob).facts;
  }

  async readLinkKeys(ids: readonly LinksId[]): Promise<Map<LinksId, LinkKeys>> {
    this.#assertOpen();
    const keysOf = (id: LinksId): LinkKeys => {
      const { dependencies, shown } = this.#linksOfId(id);
      return { dependencies: Uint32Array.from(dependencies), shown: Uint32Array.from(shown) };
    };
    return new Map(ids.map((id) => [id, keysOf(id)]));
  }

  async *readPostings(blobs: readonly BlobId[]): AsyncGenerator<[string, Postings]> {
    this.#assertOpen();
    const wanted = [...new Set(blobs)].sort((a, b) => a - b).map((id) => [id, this.#blobOfId(id)] as const);
    const terms = new Set(wanted.flatMap(([, blob]) => [...blob.packedByTerm.keys()]));
    for (const term of [...terms].sort()) yield [term, postingsIn(wanted, term)];
  }

  async putSummaries(model: string, batch: readonly BlobSummary[]): Promise<void> {
    this.#assertOpen();
    for (const { blob } of batch) this.#blobOfId(blob);
    const texts = new Map(this.#tables.summaries.get(model));
    for (const { blob, text } of batch) texts.set(blob, text);
    this.#tables.summaries.set(model, texts);
  }

  async findWithoutSummaries(model: string, blobs: readonly BlobId[]): Promise<BlobId[]> {
    this.#assertOpen();
    const known = this.#tables.summaries.get(model);
    return blobs.filter((blob) => !known?.has(blob));
  }

  async publish(view: ViewId, change: ViewChange): Promise<Generation> {
    const before = this.#stateOf(view);
    assertGeneration(before, change.expected);
    const files = new Map(before.files);
    const skipped = new Map(before.skipped);
    for (const path of change.remove) files.delete(path);
    for (const path of change.removeSkipped) skipped.delete(path);
    for (const entry of change.upsert) {
      const { hash, language, extractor } = this.#blobOfId(entry.blob).key;
      if (entry.links !== null) this.#linksOfId(entry.links);
      const { path, blob, links, stamp, origin } = entry;
      files.set(path, { path, blob, links, stamp, origin, hash, language, extractor });
    }
    for (const file of change.upsertSkipped) skipped.set(file.path, { ...file });
    const generation = (before.generation + (change.keepsGeneration ? 0 : 1)) as Generation;
    const { revision, publishedAt } = change;
    const history = change.history ?? before.history;
    this.#tables.views.set(view, { ...before, generation, revision, publishedAt, files, skipped, history });
    this.outbox.note(describePublish(view, generation, change));
    return generation;
  }

  async read(view: ViewId): Promise<ViewReader> {
    const state = this.#stateOf(view);
    return new MemoryViewReader(infoOf(state), state, this.#tables, this.vectors);
  }

  async countBlobs(): Promise<{ stored: number; shown: number }> {
    this.#assertOpen();
    const shown = new Set<number>();
    for (const view of this.#tables.views.values())
      for (const { blob } of view.files.values()) shown.add(blob);
    return { stored: this.#tables.blobs.size, shown: shown.size };
  }

  async collectGarbage(): Promise<number> {
    this.#assertOpen();
    const files: ViewFile[] = [...this.#tables.views.values()].flatMap((view) => [...view.files.values()]);
    const kept = keptByHistory([...this.#tables.views.values()].map((view) => view.history));
    const usedBlobs = new Set([...files.map((file) => file.blob), ...kept.blobs]);
    const usedLinks = new Set([...files.map((file) => file.links), ...kept.links]);
    const removed: BlobId[] = [];
    // Readers hold their own maps of what they need, so deleting here cannot pull facts from under them.
    for (const [key, id] of this.#blobByKey) {
      if (usedBlobs.has(id)) continue;
      this.#blobByKey.delete(key);
      this.#tables.blobs.delete(id);
      removed.push(id);
    }
    for (const [model, texts] of this.#tables.summaries) {
      const kept = new Map([...texts].filter(([blob]) => this.#tables.blobs.has(blob)));
      this.#tables.summaries.set(model, kept);
    }
    this.vectors.keepOnly((blob) => this.#tables.blobs.has(blob));
    for (const [content, id] of this.#linksByContent) {
      if (usedLinks.has(id)) continue;
      this.#linksByContent.delete(content);
      this.#tables.links.delete(id);
    }
    if (removed.length > 0) this.outbox.note({ kind: "blobs-removed", blobs: removed });
    return removed.length;
  }

  async verify(): Promise<VerifyReport> {
    this.#assertOpen();
    const { blobs, links, views } = this.#tables;
    const vectors = this.vectors.count();
    const summaries = [...this.#tables.summaries.values()].reduce((sum, texts) => sum + texts.size, 0);
    return {
      ok: true,
      problems: [],
      checked: { blobs: blobs.size, links: links.size, views: views.size, vectors, summaries },
    };
  }

  async eraseDeleted(): Promise<void> {
    this.outbox.forgetChanges();
  }

  async keepUp(): Promise<null> {
    return null;
  }

  releaseMemory(): void {
    // Memory is all there is.
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #stateOf(view: ViewId): ViewState {
    this.#assertOpen();
    return this.#tables.views.get(view) ?? throwUnknown("view", view);
  }

  #blobOfId(id: BlobId): MemoryBlob {
    return this.#tables.blobs.get(id) ?? throwUnknown("blob", id);
  }

  #linksOfId(id: LinksId): FileLinks {
    return this.#tables.links.get(id) ?? throwUnknown("links", id);
  }

  #assertOpen(): void {
    if (!this.#isClosed) return;
    throw new AppError("INDEX_CLOSED" satisfies StorageErrorCode, "the memory store is closed", {
      hint: "open it again",
    });
  }
}

function blobOf(key: FactsKey, encoded: EncodedBlob): MemoryBlob {
  const facts = decodeFacts(encoded.facts, key.language);
  const terms = encoded.terms();
  const packedByTerm = new Map<string, number[]>();
  for (let at = 0; at < terms.entries.length; at += 2) {
    const term = terms.dictionary[terms.entries[at]!]!;
    const packed = packedByTerm.get(term);
    if (packed) packed.push(terms.entries[at + 1]!);
    else packedByTerm.set(term, [terms.entries[at + 1]!]);
  }
  return { key, facts, packedByTerm, bodyLengths: computeBodyLengths(facts.chunks.length, terms) };
}

function infoOf(view: ViewState): ViewInfo {
  const { id, root, generation, publishedAt, revision } = view;
  return { id, root, generation, publishedAt, revision, files: view.files.size, skipped: view.skipped.size };
}
