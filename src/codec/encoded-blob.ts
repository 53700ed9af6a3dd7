/**
 * All that a store takes of one blob, encoded once by the process that parsed it. It lies in one run of bytes, which
 * crosses to the process that writes, waits there and is stored at a fraction of what objects would cost. The facts
 * in it are as they are stored; how the run is laid out never reaches a disk, and both ends are one version.
 */
import type { BlobTerms, ExtractedBlob } from "../core/facts.ts";
import { ByteReader, throwDamaged, uint32At } from "./byte-reader.ts";
import { FactWriter } from "./fact-writer.ts";
import { type StoredFacts, writeFacts } from "./facts-codec.ts";
import { StringTable, StringTableWriter } from "./string-table.ts";

/** Numbers of four bytes at the start: two that are told without decoding, then where each part ends. */
const PLACE = { sourceBytes: 0, chunkCount: 4, ends: 8 } as const;
const PARTS = ["chunks", "outline", "uses", "names", "dictionary", "entries"] as const;
type Part = (typeof PARTS)[number];
const HEAD_BYTES = PLACE.ends + 4 * PARTS.length;

const names = new StringTableWriter();

export class EncodedBlob {
  constructor(readonly bytes: Buffer) {
    let start = HEAD_BYTES;
    for (let part = 0; part < PARTS.length; part++) {
      const end = this.#endOf(part);
      if (end < start) throwDamaged("the parts of a blob overlap");
      start = end;
    }
    if (start !== bytes.length) throwDamaged("a blob is cut short");
  }

  /** Size of the source. */
  get sourceBytes(): number {
    return uint32At(this.bytes, PLACE.sourceBytes);
  }

  get chunkCount(): number {
    return uint32At(this.bytes, PLACE.chunkCount);
  }

  /** Views, not copies. */
  get facts(): StoredFacts {
    return { chunks: this.#part("chunks"), outline: this.#part("outline"), uses: this.#part("uses") };
  }

  /** Of all symbols, in their order. */
  symbolNames(): string[] {
    return new StringTable(new ByteReader(this.#part("names"))).all();
  }

  terms(): BlobTerms {
    return termsOf(new ByteReader(this.#part("dictionary")).text(), this.#part("entries"));
  }

  /** Names and terms as they lie here, for a store that inverts them again later; a view, not a copy. */
  get lexical(): Buffer {
    return this.bytes.subarray(this.#endOf(PARTS.indexOf("uses")));
  }

  #part(name: Part): Buffer {
    const at = PARTS.indexOf(name);
    return this.bytes.subarray(at === 0 ? HEAD_BYTES : this.#endOf(at - 1), this.#endOf(at));
  }

  #endOf(part: number): number {
    return uint32At(this.bytes, PLACE.ends + 4 * part);
  }
}

/** What `lexical` holds. */
export function decodeLexical(lexical: Buffer): { symbolNames: string[]; terms: BlobTerms } {
  const reader = new ByteReader(lexical);
  const symbolNames = new StringTable(reader).all();
  const dictionary = reader.text();
  return { symbolNames, terms: termsOf(dictionary, lexical.subarray(reader.at)) };
}

function termsOf(dictionary: string, bytes: Uint8Array): BlobTerms {
  const entries = new Uint32Array(bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  new Uint8Array(entries.buffer).set(bytes);
  return { dictionary: dictionary === "" ? [] : dictionary.split("\n"), entries };
}

export function encodeBlob(extracted: ExtractedBlob): EncodedBlob {
  const out = new FactWriter(1024);
  writeBlob(out, extracted);
  return new EncodedBlob(out.finish());
}

/** Behind what was written before. */
export function writeBlob(out: FactWriter, { facts, terms }: ExtractedBlob): void {
  const start = out.length;
  for (let at = 0; at < HEAD_BYTES; at += 4) out.uint32(0);
  const { chunks, outline, uses } = writeFacts(out, facts);
  const ends = [chunks.end, outline.end, uses.end];
  const { symbols } = facts;
  names.clear();
  for (let at = 0; at < symbols.length; at++) names.add(symbols[at]!.name);
  names.writeTo(out);
  ends.push(out.length);
  // Terms never hold a line break.
  out.text(terms.dictionary.join("\n"));
  ends.push(out.length);
  const { buffer, byteOffset, byteLength } = terms.entries;
  out.copy(new Uint8Array(buffer, byteOffset, byteLength), 0, byteLength);
  ends.push(out.length);
  out.patchUint32(start + PLACE.sourceBytes, facts.bytes);
  out.patchUint32(start + PLACE.chunkCount, facts.chunks.length);
  for (let part = 0; part < ends.length; part++)
    out.patchUint32(start + PLACE.ends + 4 * part, ends[part]! - start);
}
