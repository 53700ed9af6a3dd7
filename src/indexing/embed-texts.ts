/**
 * Vectors by a model that reads text, for the contents of a published generation that lack them. It runs beside
 * everything else: what is done is written batch by batch, so a run that is killed goes on where it was, and until it
 * is complete answers come from the vectors that were there before.
 */
import { hashContent } from "../core/content-hash.ts";
import type { BlobFacts } from "../core/facts.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { VectorModel } from "../core/vector-model.ts";
import type { EmbeddingProvider } from "../embeddings/contract.ts";
import { embeddingError } from "../embeddings/providers/embedding-error.ts";
import { vectorModelOf } from "../embeddings/providers/open-provider.ts";
import { quantiseBlob } from "../embeddings/quantise.ts";
import { unitTexts } from "../embeddings/unit-text.ts";
import type { BlobId, BlobVectors, RecordStore, ViewFile } from "../storage/contract.ts";
import { removeReplaced } from "./embed-step.ts";

export interface EmbedTextsInput {
  store: RecordStore;
  /** Of the generation; no reader stays open, for a run may take hours. */
  files: readonly ViewFile[];
  provider: EmbeddingProvider;
  /** Bytes of a file through the path jail; null when it is gone. */
  readBytes: (path: RelPath) => Buffer | null;
  /** Decoded, secrets blanked. */
  decode: (bytes: Buffer) => string;
  /** Takes the writer lock for the time of `work`. */
  whileWriting: <T>(work: () => Promise<T>) => Promise<T>;
  onProgress: (done: number, total: number) => void;
  signal: AbortSignal;
}

export interface EmbedTextsReport {
  model: string;
  /** Contents embedded by this run. */
  embedded: number;
  /** Contents whose file changed since the generation was published; the next update takes them. */
  stale: number;
}

/** Contents are written when this many are ready: often enough to lose little, seldom enough to cost little. */
const BLOBS_PER_WRITE = 32;
const FACTS_PER_READ = 64;

export async function embedTexts(input: EmbedTextsInput): Promise<EmbedTextsReport> {
  const { store, provider } = input;
  const model = await findModel(store, provider, input.signal);
  const files = distinctContents(input.files);
  const missing = await store.vectors.findMissing(model.key, [...files.keys()]);
  const writer = new VectorWriter(input, model, missing.length);
  let stale = 0;
  let queue: Pending[] = [];
  let characters = 0;
  const send = async () => {
    await embedQueue(input, model, queue, writer);
    queue = [];
    characters = 0;
  };
  for await (const { blob, facts } of eachFacts(store, missing)) {
    const texts = textsOf(input, files.get(blob)!, facts);
    if (texts === null) {
      stale += 1;
      continue;
    }
    const pending = { blob, texts, vectors: new Float32Array(texts.length * model.dims), left: texts.length };
    if (texts.length === 0) await writer.add(pending);
    else queue.push(pending);
    characters += texts.reduce((sum, text) => sum + text.length, 0);
    if (queue.length >= provider.limits.texts || characters >= provider.limits.characters) await send();
  }
  await send();
  await writer.flush();
  if (stale === 0 && missing.length > 0) await input.whileWriting(() => removeReplaced(store, model));
  return { model: model.key, embedded: writer.written, stale };
}

/** Read a few at a time, so that no read stays open while the provider works. */
async function* eachFacts(
  store: RecordStore,
  blobs: readonly BlobId[],
): AsyncGenerator<{ blob: BlobId; facts: BlobFacts }> {
  for (let from = 0; from < blobs.length; from += FACTS_PER_READ) {
    const read: { blob: BlobId; facts: BlobFacts }[] = [];
    for await (const one of store.readFactsForLinking(blobs.slice(from, from + FACTS_PER_READ)))
      read.push(one);
    yield* read;
  }
}

/** The model under the name that it has in the store, or as its first vector shows it. */
async function findModel(
  store: RecordStore,
  provider: EmbeddingProvider,
  signal: AbortSignal,
): Promise<VectorModel> {
  const spec = JSON.stringify(provider.spec);
  const known = (await store.vectors.models()).find((model) => model.spec === spec);
  if (known) return known;
  const [probe] = await provider.embed([{ kind: "document", text: "class Queue { push(item) {} }" }], signal);
  return vectorModelOf(provider, probe!.length);
}

/** One file of each content. */
function distinctContents(files: readonly ViewFile[]): Map<BlobId, ViewFile> {
  const byBlob = new Map<BlobId, ViewFile>();
  for (const file of files) if (!byBlob.has(file.blob)) byBlob.set(file.blob, file);
  return byBlob;
}

/** Null when the file no longer has the content that the facts describe. */
function textsOf(input: EmbedTextsInput, file: ViewFile, facts: BlobFacts): string[] | null {
  const bytes = input.readBytes(file.path);
  if (!bytes || hashContent(bytes, file.hash.length === 64 ? "sha256" : "sha1") !== file.hash) return null;
  return unitTexts(facts, input.decode(bytes));
}

interface Pending {
  blob: BlobId;
  texts: readonly string[];
  /** One behind the other. */
  vectors: Float32Array;
  left: number;
}

/** Sends the texts of all pending contents in batches that the provider takes. */
async function embedQueue(
  { provider, signal }: EmbedTextsInput,
  { key, dims }: VectorModel,
  queue: readonly Pending[],
  writer: VectorWriter,
): Promise<void> {
  const units = queue.flatMap((pending) => pending.texts.map((text, at) => ({ pending, text, at })));
  for (let from = 0; from < units.length; ) {
    const to = batchEnd(units, from, provider.limits);
    const batch = units.slice(from, to);
    const vectors = await provider.embed(
      batch.map(({ text }) => ({ kind: "document" as const, text })),
      signal,
    );
    for (const [number, { pending, at }] of batch.entries()) {
      if (vectors[number]!.length !== dims) {
        const message = `${key} now gives vectors of ${vectors[number]!.length} dimensions`;
        throw embeddingError("EMBEDDING_DIMENSION_DIFFERS", message);
      }
      pending.vectors.set(vectors[number]!, at * dims);
      pending.left -= 1;
      if (pending.left === 0) await writer.add(pending);
    }
    from = to;
  }
}

function batchEnd(
  units: readonly { text: string }[],
  from: number,
  limits: EmbeddingProvider["limits"],
): number {
  let characters = 0;
  let to = from;
  while (to < units.length && to - from < limits.texts) {
    characters += units[to]!.text.length;
    if (to > from && characters > limits.characters) break;
    to += 1;
  }
  return to;
}

/** Holds what is ready until it is worth a transaction. */
class VectorWriter {
  written = 0;
  #ready: BlobVectors[] = [];
  readonly #input: EmbedTextsInput;
  readonly #model: VectorModel;
  readonly #total: number;

  constructor(input: EmbedTextsInput, model: VectorModel, total: number) {
    this.#input = input;
    this.#model = model;
    this.#total = total;
  }

  async add({ blob, texts, vectors }: Pending): Promise<void> {
    this.#ready.push({ blob, rows: quantiseBlob(vectors, texts.length, this.#model.dims) });
    if (this.#ready.length >= BLOBS_PER_WRITE) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#ready.length === 0) return;
    const batch = this.#ready.splice(0);
    await this.#input.whileWriting(() => this.#input.store.vectors.put(this.#model, batch));
    this.written += batch.length;
    this.#input.onProgress(this.written, this.#total);
  }
}
