import type { BlobTerms } from "../../core/facts.ts";
import { computeBodyLengths } from "../lexical.ts";
import { LengthsWriter } from "./lengths-codec.ts";
import { nameKey } from "./name-keys.ts";
import { addTerms } from "./postings-codec.ts";
import { SegmentBuilder } from "./segment-builder.ts";
import type { FinishedSegment } from "./segment-writer.ts";

/** What is looked up of one blob. */
export interface LexicalBlob {
  chunkCount: number;
  terms: BlobTerms;
  /** Of all symbols, in their order. */
  symbolNames: readonly string[];
}

export interface InvertedFacts {
  terms: FinishedSegment;
  names: FinishedSegment;
  lengths: Buffer;
  ids: { first: number; last: number };
}

/** Terms, names and chunk lengths of the new blobs of one batch: one segment of each kind. */
export class FactsInverter {
  readonly #terms = new SegmentBuilder();
  readonly #names = new SegmentBuilder();
  readonly #lengths = new LengthsWriter();
  #first = 0;
  #last = 0;

  /** Ids are handed out ascending, as segments need them. */
  add(blob: number, { chunkCount, terms, symbolNames }: LexicalBlob): void {
    if (this.#first === 0) this.#first = blob;
    this.#last = blob;
    addTerms(this.#terms, blob, terms);
    this.#lengths.add(blob, computeBodyLengths(chunkCount, terms));
    for (const [ordinal, name] of symbolNames.entries()) {
      this.#names.startGroup(this.#names.keyNumber(nameKey(name)), blob);
      this.#names.payload.varint(ordinal);
    }
  }

  /** Null when nothing was added. */
  finish(): InvertedFacts | null {
    if (this.#first === 0) return null;
    return {
      terms: this.#terms.build(),
      names: this.#names.build(),
      lengths: this.#lengths.finish(),
      ids: { first: this.#first, last: this.#last },
    };
  }
}
