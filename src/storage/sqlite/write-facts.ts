import { throwDamaged } from "../../codec/byte-reader.ts";
import type { StoredFacts } from "../../codec/facts-codec.ts";
import { passPoint } from "../../core/failpoint.ts";
import { type BlobId, type FactsKey, factsKeyText, type RecordStore } from "../contract.ts";
import { FactsInverter } from "../segments/invert-facts.ts";
import { SEGMENT_KIND } from "../segments/segment-kind.ts";
import type { Connection } from "./connection.ts";
import { nextId } from "./next-id.ts";
import { prepared } from "./prepared.ts";
import { bindFacts } from "./read-connection.ts";
import type { SegmentTables } from "./segment-tables.ts";

export type FactsBatch = Parameters<RecordStore["appendFacts"]>[0];

/** The (language, extractor) pair of a key as a number, and blobs by key. */
export class BlobKeys {
  readonly #producers = new Map<string, number>();
  readonly #findProducer;
  readonly #findBlob;
  readonly #readKey;
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
    this.#findProducer = prepared<[string, string], number>(
      db,
      "SELECT id FROM producer WHERE language = ? AND extractor = ?",
    ).pluck();
    this.#findBlob = prepared<[Buffer, number], number>(
      db,
      "SELECT id FROM blob WHERE hash = ? AND producer = ?",
    ).pluck();
    this.#readKey = prepared<[number], { hash: Buffer; language: string; extractor: string }>(
      db,
      "SELECT hash, language, extractor FROM blob JOIN producer ON producer.id = blob.producer WHERE blob.id = ?",
    );
  }

  find(key: FactsKey): BlobId | undefined {
    const producer = this.#producerOf(key);
    if (producer === undefined) return undefined;
    const found = this.#findBlob.get(Buffer.from(key.hash, "hex"), producer);
    if (found !== undefined) this.#assertNamed(found, key);
    return found as BlobId | undefined;
  }

  /** It was found through indexes, which may disagree with their tables. */
  #assertNamed(blob: number, key: FactsKey): void {
    const row = this.#readKey.get(blob);
    const isNamed =
      row?.hash.toString("hex") === key.hash &&
      row.language === key.language &&
      row.extractor === key.extractor;
    if (!isNamed) throwDamaged(`blob ${blob} is found under another name`);
  }

  /** Contract: inside a write transaction, on an instance that lives no longer than it. */
  findOrAddProducer(key: FactsKey): number {
    const known = this.#producerOf(key);
    if (known !== undefined) return known;
    prepared(this.#db, "INSERT INTO producer(language, extractor) VALUES (?, ?)").run(
      key.language,
      key.extractor,
    );
    return this.#producerOf(key)!;
  }

  #producerOf(key: FactsKey): number | undefined {
    const text = `${key.language}\n${key.extractor}`;
    const known = this.#producers.get(text);
    if (known !== undefined) return known;
    const found = this.#findProducer.get(key.language, key.extractor);
    if (found !== undefined) this.#producers.set(text, found);
    return found;
  }
}

/** Contract: inside a write transaction. */
export function writeFacts(db: Connection, segments: SegmentTables, batch: FactsBatch): Map<string, BlobId> {
  const keys = new BlobKeys(db);
  const insertBlob = prepared(db, "INSERT INTO blob(id, hash, producer) VALUES (?, ?, ?)");
  const insertFacts = prepared(db, "INSERT INTO blob_facts(blob, chunks, outline, uses) VALUES (?, ?, ?, ?)");
  const insertBound = (facts: StoredFacts, blob: BlobId) => {
    bindFacts(facts, blob);
    try {
      insertFacts.run(blob, facts.chunks, facts.outline, facts.uses);
    } finally {
      // Bound in place; the bytes are the caller's, and binding twice is as if never.
      bindFacts(facts, blob);
    }
  };
  const ids = new Map<string, BlobId>();
  const added = new FactsInverter();
  let next: number | undefined;
  for (const { key, encoded } of batch) {
    const text = factsKeyText(key);
    if (ids.has(text)) continue;
    let blob = keys.find(key);
    if (blob === undefined) {
      const producer = keys.findOrAddProducer(key);
      next ??= nextId(db, "blob");
      blob = next++ as BlobId;
      insertBlob.run(blob, Buffer.from(key.hash, "hex"), producer);
      insertBound(encoded.facts, blob);
      const { chunkCount } = encoded;
      added.add(blob, { chunkCount, terms: encoded.terms(), symbolNames: encoded.symbolNames() });
      passPoint("mid-batch");
    }
    ids.set(text, blob);
  }
  const inverted = added.finish();
  if (inverted) {
    segments.add(SEGMENT_KIND.terms, inverted.terms, inverted.ids, inverted.lengths);
    segments.add(SEGMENT_KIND.names, inverted.names, inverted.ids, null);
    segments.mergeIfMany(SEGMENT_KIND.terms);
    segments.mergeIfMany(SEGMENT_KIND.names);
  }
  return ids;
}
