/**
 * Vectors by the built-in model for contents that lack them: those whose facts were made without embeddings or with
 * another model. Terms are in the index, so no file is read again; the vectors are those that parsing would have made.
 */
import type { VectorModel } from "../core/vector-model.ts";
import type { TermEmbedder } from "../embeddings/builtin/term-embedder.ts";
import { quantiseBlob } from "../embeddings/quantise.ts";
import type { BlobId, BlobVectors, Postings, RecordStore } from "../storage/contract.ts";

export interface TermVectors {
  model: VectorModel;
  /** Reads the model; called only when something is missing. */
  open: () => TermEmbedder;
}

/** Sums of this many chunks are held at a time: 40 MB at 256 dimensions. */
const MAX_CHUNKS = 20_000;

interface Slice {
  /** First chunk of each blob among the sums. */
  bases: Map<BlobId, number>;
  counts: Map<BlobId, number>;
  chunks: number;
}

/** Returns how many blobs were embedded. */
export async function fillTermVectors(
  store: RecordStore,
  vectors: TermVectors,
  blobs: readonly BlobId[],
  onBlob: (done: number, total: number) => void,
): Promise<number> {
  const missing = await store.vectors.findMissing(vectors.model.key, blobs);
  if (missing.length === 0) return 0;
  const embedder = vectors.open();
  let done = 0;
  for await (const slice of slices(store, missing)) {
    await store.vectors.put(vectors.model, await embedSlice(store, embedder, slice));
    done += slice.counts.size;
    onBlob(done, missing.length);
  }
  await removeReplaced(store, vectors.model);
  return missing.length;
}

/**
 * Forgets older versions of a model that just became complete. Vectors of other providers stay: they may have cost
 * money, and switching back then costs nothing.
 */
export async function removeReplaced(store: RecordStore, current: VectorModel): Promise<void> {
  const providerOf = (key: string) => key.slice(0, key.indexOf(":"));
  for (const { key } of await store.vectors.models()) {
    if (key !== current.key && providerOf(key) === providerOf(current.key)) await store.vectors.remove(key);
  }
}

async function* slices(store: RecordStore, blobs: readonly BlobId[]): AsyncGenerator<Slice> {
  const empty = (): Slice => ({ bases: new Map(), counts: new Map(), chunks: 0 });
  let slice = empty();
  for await (const { blob, facts } of store.readFactsForLinking(blobs)) {
    slice.bases.set(blob, slice.chunks);
    slice.counts.set(blob, facts.chunks.length);
    slice.chunks += facts.chunks.length;
    if (slice.chunks < MAX_CHUNKS) continue;
    yield slice;
    slice = empty();
  }
  if (slice.counts.size > 0) yield slice;
}

async function embedSlice(store: RecordStore, embedder: TermEmbedder, slice: Slice): Promise<BlobVectors[]> {
  const { dims } = embedder;
  const sums = new Float64Array(slice.chunks * dims);
  for await (const [term, postings] of store.readPostings([...slice.counts.keys()]))
    addPostings(sums, embedder, slice, term, postings);
  return [...slice.counts].map(([blob, chunks]) => {
    const from = slice.bases.get(blob)! * dims;
    return { blob, rows: quantiseBlob(sums.subarray(from, from + chunks * dims), chunks, dims) };
  });
}

/** Fields of one chunk stand together and are weighed together, as they are while parsing. */
function addPostings(
  sums: Float64Array,
  embedder: TermEmbedder,
  slice: Slice,
  term: string,
  { blobs, chunks, fields, counts }: Postings,
): void {
  for (let at = 0; at < blobs.length; ) {
    const blob = blobs[at]!;
    const chunk = chunks[at]!;
    let factor = 0;
    for (; at < blobs.length && blobs[at] === blob && chunks[at] === chunk; at++)
      factor += embedder.factorOf(fields[at]!, counts[at]!);
    embedder.addTerm(sums, (slice.bases.get(blob as BlobId)! + chunk) * embedder.dims, term, factor);
  }
}
