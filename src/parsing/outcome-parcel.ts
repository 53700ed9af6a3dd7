/** What crosses from a parsing process: outcomes as plain values, and one array of bytes for all blobs and vectors. */
import { throwDamaged } from "../codec/byte-reader.ts";
import { EncodedBlob, writeBlob } from "../codec/encoded-blob.ts";
import { FactWriter } from "../codec/fact-writer.ts";
import type { ExtractedFile, ParsedFile, ParseOutcome, SentOutcomes, UnparsedFile } from "./jobs.ts";
import type { RecentBlobs } from "./recent-blobs.ts";

/** Encodes outcomes as they come: facts as objects die young. */
export class OutcomeParcel {
  readonly #writer = new FactWriter();
  #outcomes: SentOutcomes["outcomes"] = [];

  readonly #recent: RecentBlobs;

  constructor(recent: RecentBlobs) {
    this.#recent = recent;
  }

  add(outcome: ExtractedFile | ParsedFile | UnparsedFile): void {
    if (outcome.kind !== "facts") {
      this.#outcomes.push(outcome);
      return;
    }
    const { kind, path, hash, language, stamp, vectors } = outcome;
    const writer = this.#writer;
    const start = writer.length;
    if ("encoded" in outcome) writer.copy(outcome.encoded.bytes, 0, outcome.encoded.bytes.length);
    else this.#addNew(outcome);
    const blobBytes = writer.length - start;
    const vectorBytes = vectors?.length ?? 0;
    if (vectors) writer.copy(new Uint8Array(vectors.buffer, vectors.byteOffset, vectorBytes), 0, vectorBytes);
    this.#outcomes.push({ kind, path, hash, language, stamp, blobBytes, vectorBytes });
  }

  #addNew({ hash, language, extracted, vectors }: ExtractedFile): void {
    const start = this.#writer.length;
    writeBlob(this.#writer, extracted);
    // A limit of time may have cut it short, which the next one need not suffer.
    if (extracted.facts.problems.length > 0) return;
    this.#recent.keep(hash, language, this.#writer.bytes.subarray(start, this.#writer.length), vectors);
  }

  /** Empties it. The bytes are good until the next `add`. */
  take(): SentOutcomes {
    const taken = { outcomes: this.#outcomes, bytes: this.#writer.bytes.subarray(0, this.#writer.length) };
    this.#outcomes = [];
    this.#writer.clear();
    return taken;
  }
}

/** Blobs and vectors are views of the message's bytes. */
export function unpackOutcomes({ outcomes, bytes }: SentOutcomes): ParseOutcome[] {
  const { buffer, byteOffset, byteLength } = bytes;
  let start = 0;
  const unpacked = outcomes.map((outcome): ParseOutcome => {
    if (outcome.kind !== "facts") return outcome;
    const { kind, path, hash, language, stamp, blobBytes, vectorBytes } = outcome;
    const vectorsAt = start + blobBytes;
    if (vectorsAt + vectorBytes > byteLength) throwDamaged("a message of a parsing process is cut short");
    const encoded = new EncodedBlob(Buffer.from(buffer, byteOffset + start, blobBytes));
    const parsed: ParsedFile = { kind, path, hash, language, stamp, encoded };
    if (vectorBytes > 0) parsed.vectors = new Int8Array(buffer, byteOffset + vectorsAt, vectorBytes);
    start = vectorsAt + vectorBytes;
    return parsed;
  });
  if (start !== byteLength) throwDamaged("a message of a parsing process has bytes of no file");
  return unpacked;
}
