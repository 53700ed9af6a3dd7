/** Body lengths of the chunks of a segment's blobs: per blob the distance of its id, the chunk count, the lengths. */
import { ByteReader } from "../../codec/byte-reader.ts";
import { ByteWriter } from "../../codec/byte-writer.ts";
import { seal, unseal } from "../../codec/seal.ts";

/** Takes blobs in ascending order of id. */
export class LengthsWriter {
  readonly #out = new ByteWriter();
  #previous = 0;

  add(blob: number, lengths: Uint16Array): void {
    this.#out.varint(blob - this.#previous);
    this.#out.varint(lengths.length);
    for (const length of lengths) this.#out.varint(length);
    this.#previous = blob;
  }

  finish(): Buffer {
    return seal(this.#out);
  }
}

export function eachLengths(stored: Uint8Array, visit: (blob: number, lengths: Uint16Array) => void): void {
  const reader = new ByteReader(unseal(stored, "the chunk lengths of a segment"));
  let blob = 0;
  while (reader.at < reader.end) {
    blob += reader.varint();
    const count = reader.varint();
    const lengths: number[] = [];
    for (let at = 0; at < count; at++) lengths.push(reader.varint());
    visit(blob, Uint16Array.from(lengths));
  }
}
