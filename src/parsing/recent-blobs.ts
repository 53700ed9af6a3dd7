/**
 * What was learned of small contents, for the copies of them that follow: trees are full of files that are the same.
 * Facts depend on bytes alone, so those of the first are those of all.
 */
import { EncodedBlob } from "../codec/encoded-blob.ts";
import type { ContentHash } from "../core/content-hash.ts";
import type { ParseRules } from "./jobs.ts";

export interface RecentBlob {
  encoded: EncodedBlob;
  vectors?: Int8Array;
}

/** Copies are small as a rule, and a large content would push out many small ones. */
const MAX_BLOB_BYTES = 16_384;
const MAX_BYTES = 8_000_000;

export class RecentBlobs {
  readonly #blobs = new Map<string, RecentBlob>();
  #bytes = 0;
  #rules = "";

  readonly #maxBytes: number;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Forgets all when other rules than before hold: they have a say in what is learned. */
  useFor({ parseMs, embedding, addedLanguages }: ParseRules, fallbackOnly: boolean): void {
    const rules = JSON.stringify([parseMs, embedding, addedLanguages, fallbackOnly]);
    if (rules !== this.#rules) this.#forget();
    this.#rules = rules;
  }

  find(hash: ContentHash, language: string): RecentBlob | undefined {
    return this.#blobs.get(`${hash} ${language}`);
  }

  /** Copies the bytes. */
  keep(hash: ContentHash, language: string, blob: Uint8Array, vectors: Int8Array | undefined): void {
    if (blob.length > MAX_BLOB_BYTES) return;
    if (this.#bytes > this.#maxBytes) this.#forget();
    const recent: RecentBlob = { encoded: new EncodedBlob(Buffer.from(blob)) };
    if (vectors) recent.vectors = vectors;
    this.#bytes += blob.length + (vectors?.length ?? 0);
    this.#blobs.set(`${hash} ${language}`, recent);
  }

  #forget(): void {
    this.#blobs.clear();
    this.#bytes = 0;
  }
}
