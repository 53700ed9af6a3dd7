/** Lines about files by a language model, for the contents of a generation that lack one; written as they come. */
import { summariseFile } from "../core/file-summary.ts";
import type { RelPath } from "../core/rel-path.ts";
import { isSummaryError, type SummaryWriter } from "../embeddings/providers/ollama-generate.ts";
import type { BlobId, BlobSummary, RecordStore, ViewFile } from "../storage/contract.ts";

export interface SummariseInput {
  store: RecordStore;
  files: readonly ViewFile[];
  writer: SummaryWriter;
  /** Text of a file as it is now, secrets blanked; null when it cannot be read. */
  readText: (path: RelPath) => Promise<string | null>;
  whileWriting: <T>(work: () => Promise<T>) => Promise<T>;
  onProgress: (done: number, total: number) => void;
  signal: AbortSignal;
}

const EXCERPT = 3_000;
const PER_WRITE = 8;

/** Returns how many files were summarised. */
export async function summariseFiles(input: SummariseInput): Promise<number> {
  const { store, writer, signal } = input;
  const byBlob = new Map<BlobId, ViewFile>();
  for (const file of input.files) if (!byBlob.has(file.blob)) byBlob.set(file.blob, file);
  const missing = await store.findWithoutSummaries(writer.model, [...byBlob.keys()]);
  let ready: BlobSummary[] = [];
  let done = 0;
  const flush = async () => {
    if (ready.length === 0) return;
    const batch = ready;
    ready = [];
    await input.whileWriting(() => store.putSummaries(writer.model, batch));
    done += batch.length;
    input.onProgress(done, missing.length);
  };
  try {
    for (const blob of missing) {
      const { path } = byBlob.get(blob)!;
      const text = await input.readText(path);
      const written = text === null ? "" : await writer.summarise(path, text.slice(0, EXCERPT), signal);
      // A model that says nothing leaves the line that rules give.
      if (written !== "") ready.push({ blob, text: written });
      else ready.push({ blob, text: await byRules(store, blob, path) });
      if (ready.length >= PER_WRITE) await flush();
    }
  } catch (error) {
    // What was written before the model failed is paid for.
    if (isSummaryError(error)) await flush();
    throw error;
  }
  await flush();
  return done;
}

async function byRules(store: RecordStore, blob: BlobId, path: string): Promise<string> {
  for await (const { facts } of store.readFactsForLinking([blob])) return summariseFile(facts, path);
  return "";
}
