/** Adds contents with their facts, and takes up those that another repository has brought in already. */
import { decodeLexical, type EncodedBlob } from "../../codec/encoded-blob.ts";
import { passPoint } from "../../core/failpoint.ts";
import { type BlobId, type FactsKey, factsKeyText, type RecordStore } from "../contract.ts";
import { FactsInverter, type LexicalBlob } from "../segments/invert-facts.ts";
import { SEGMENT_KIND } from "../segments/segment-kind.ts";
import { findContents, type KnownContent, numberProducers } from "./content-keys.ts";
import { insertReturning, insertRows } from "./insert-rows.ts";
import type { PlaceState } from "./place-state.ts";
import type { Queries } from "./queries.ts";
import { addSegments } from "./write-segments.ts";

export type FactsBatch = Parameters<RecordStore["appendFacts"]>[0];

interface NewBlob {
  content: number;
  lexical: LexicalBlob;
}

/** Contract: inside a transaction that writes. */
export async function writeFacts(
  queries: Queries,
  state: PlaceState,
  batch: FactsBatch,
): Promise<Map<string, BlobId>> {
  const given = new Map(batch.map((one) => [factsKeyText(one.key), one]));
  const known = await findContents(
    queries,
    state.place,
    [...given.values()].map(({ key }) => key),
  );
  const added = await addContents(
    queries,
    state.place,
    [...given].flatMap(([text, one]) => (known.has(text) ? [] : [one])),
  );
  const ids = new Map<string, BlobId>();
  const fresh: NewBlob[] = [];
  const first = state.last_blob + 1;
  for (const [text, { encoded }] of given) {
    const { content, blob } = known.get(text) ?? added.get(text)!;
    ids.set(text, (blob ?? first + fresh.length) as BlobId);
    if (blob === null) fresh.push({ content, lexical: lexicalOf(encoded) });
  }
  await addBlobs(queries, state, fresh);
  return ids;
}

/** Those that others have become blobs of this place. Contract: inside a transaction that writes. */
export async function adoptContents(
  queries: Queries,
  state: PlaceState,
  keys: readonly FactsKey[],
): Promise<Map<string, BlobId>> {
  const known = await findContents(queries, state.place, keys);
  const foreign = [...known.values()].filter(({ blob }) => blob === null);
  // Held until the end, so that nobody collects them meanwhile; what was collected just now is not there.
  const rows = await queries.rows<{ content: number; chunk_count: number; lexical: Buffer }>(
    `SELECT f.content, f.chunk_count, f.lexical FROM @content c JOIN @content_facts f ON f.content = c.id
     WHERE c.id = ANY($1::bigint[]) ORDER BY c.id FOR KEY SHARE OF c`,
    [foreign.map(({ content }) => content)],
  );
  const first = state.last_blob + 1;
  const blobOf = new Map(rows.map(({ content }, at) => [content, first + at]));
  await addBlobs(
    queries,
    state,
    rows.map(({ content, chunk_count, lexical }) => ({
      content,
      lexical: { chunkCount: chunk_count, ...decodeLexical(lexical) },
    })),
  );
  return idsOf(known, (content) => blobOf.get(content));
}

export function idsOf(
  known: ReadonlyMap<string, KnownContent>,
  adopted: (content: number) => number | undefined,
): Map<string, BlobId> {
  const ids = new Map<string, BlobId>();
  for (const [text, { content, blob }] of known) {
    const id = blob ?? adopted(content);
    if (id !== undefined) ids.set(text, id as BlobId);
  }
  return ids;
}

/** Another process may add the same at the same time: whoever is second takes what the first has written. */
async function addContents(
  queries: Queries,
  place: number,
  batch: FactsBatch,
): Promise<Map<string, KnownContent>> {
  if (batch.length === 0) return new Map();
  const keys = batch.map(({ key }) => key);
  const producerOf = await numberProducers(queries, keys);
  const encodedOf = new Map(
    batch.map(({ key, encoded }) => [contentText(key.hash, producerOf(key)), encoded]),
  );
  // In one order everywhere, so that two who add the same never wait for each other.
  const rows = batch
    .map(({ key }) => [Buffer.from(key.hash, "hex"), producerOf(key)] as const)
    .sort(([a, first], [b, second]) => a.compare(b) || first - second);
  const inserted = await insertReturning<{ id: number; hash: Buffer; producer: number }>(
    queries,
    "@content(hash, producer)",
    rows,
    "ON CONFLICT DO NOTHING RETURNING id, hash, producer",
  );
  passPoint("mid-batch");
  await insertRows(
    queries,
    "@content_facts(content, chunks, outline, uses, chunk_count, lexical)",
    inserted.map(({ id, hash, producer }) => {
      const encoded = encodedOf.get(contentText(hash.toString("hex"), producer))!;
      const { chunks, outline, uses } = encoded.facts;
      return [id, chunks, outline, uses, encoded.chunkCount, encoded.lexical];
    }),
  );
  return findContents(queries, place, keys);
}

async function addBlobs(queries: Queries, state: PlaceState, added: readonly NewBlob[]): Promise<void> {
  const inverter = new FactsInverter();
  const rows = added.map(({ content, lexical }) => {
    const id = ++state.last_blob;
    inverter.add(id, lexical);
    return [state.place, id, content];
  });
  const inverted = inverter.finish();
  if (!inverted) return;
  await insertRows(queries, "@blob(place, id, content)", rows);
  const { ids, terms, names, lengths } = inverted;
  await addSegments(queries, state, [
    { kind: SEGMENT_KIND.terms, segment: terms, ids, lengths },
    { kind: SEGMENT_KIND.names, segment: names, ids, lengths: null },
  ]);
}

function lexicalOf(encoded: EncodedBlob): LexicalBlob {
  const { chunkCount } = encoded;
  return { chunkCount, terms: encoded.terms(), symbolNames: encoded.symbolNames() };
}

function contentText(hash: string, producer: number): string {
  return `${hash} ${producer}`;
}
