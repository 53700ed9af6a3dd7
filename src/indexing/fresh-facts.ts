/**
 * Facts that were just parsed, at hand for linking as the bytes they are stored as: a tenth of what they take as
 * objects, which are made anew for each use and die young.
 */
import type { EncodedBlob } from "../codec/encoded-blob.ts";
import { decodeFactsForLinking, decodeOutwardFacts } from "../codec/facts-codec.ts";
import type { OutwardFacts } from "../core/facts.ts";
import type { LinkedFacts } from "../linking/link-file.ts";
import type { BlobId } from "../storage/contract.ts";

/** Of encoded facts; they take about half of their source. What is beyond is read back from the store. */
const MAX_BYTES = 24_000_000;

interface Fresh {
  language: string;
  outline: Uint8Array;
  uses: Uint8Array;
}

export class FreshFacts {
  readonly #byBlob = new Map<BlobId, Fresh>();
  #bytes = 0;

  readonly #maxBytes: number;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Copies what linking reads: the rest of the message that the blob came in is let go. */
  add(blob: BlobId, language: string, encoded: EncodedBlob): void {
    if (this.#bytes >= this.#maxBytes || this.#byBlob.has(blob)) return;
    const { outline, uses } = encoded.facts;
    const bytes = Buffer.concat([outline, uses]);
    this.#bytes += bytes.length;
    this.#byBlob.set(blob, {
      language,
      outline: bytes.subarray(0, outline.length),
      uses: bytes.subarray(outline.length),
    });
  }

  has(blob: BlobId): boolean {
    return this.#byBlob.has(blob);
  }

  /** What other files see; null when it is not at hand. */
  outward(blob: BlobId): OutwardFacts | null {
    const fresh = this.#byBlob.get(blob);
    return fresh ? decodeOutwardFacts(fresh, fresh.language) : null;
  }

  forLinking(blob: BlobId): LinkedFacts | null {
    const fresh = this.#byBlob.get(blob);
    return fresh ? decodeFactsForLinking(fresh, fresh.language) : null;
  }
}
