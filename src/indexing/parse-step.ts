/**
 * From changed files to facts in the store. Facts are content-addressed and invisible until published, so they are
 * stored in batches as they arrive: memory stays bounded, and a killed run loses only its last batch.
 */
import type { RelPath } from "../core/rel-path.ts";
import type { VectorModel } from "../core/vector-model.ts";
import type { ParsedFile, ParseJob, ParseOutcome } from "../parsing/jobs.ts";
import {
  type BlobId,
  type BlobVectors,
  type FactsKey,
  factsKeyText,
  type RecordStore,
  type SkippedFile,
  type ViewFile,
} from "../storage/contract.ts";
import type { ScannedFile } from "../workspace/scan.ts";
import { FreshFacts } from "./fresh-facts.ts";

/** Reads, hashes and extracts files; results arrive in any order. */
export interface FileParser {
  /** Once `isEnough` says so, no further file is begun; those under way still have their outcome. */
  parse(files: readonly ParseJob[], isEnough?: () => boolean): AsyncIterable<ParseOutcome>;
}

/** Whether so many of the files that are to be parsed will do for now. */
export type IsPartEnough = (done: number, total: number) => boolean;

/** A file of the next generation: its facts are in the store, its links are not known yet. */
export type LocatedFile = Omit<ViewFile, "links" | "extractor">;

export interface ParseStepResult {
  located: LocatedFile[];
  skipped: SkippedFile[];
  missing: RelPath[];
  /** Files that were not begun because a part was enough. */
  left: number;
  /** How many were really parsed, apart from contents known already. */
  parsed: number;
  /** Facts still at hand for linking; bounded, the rest is read back from the store. */
  fresh: FreshFacts;
}

/** One lexical segment per batch: few and large on a first index, one on an edit. */
const BATCH_BYTES = 24_000_000;

export async function parseChanged(
  store: RecordStore,
  parser: FileParser,
  changed: readonly ScannedFile[],
  extractor: string,
  vectors: VectorModel | null,
  onFile: (done: number) => void,
  isPartEnough?: IsPartEnough,
): Promise<ParseStepResult> {
  const result: ParseStepResult = {
    located: [],
    skipped: [],
    missing: [],
    left: 0,
    parsed: 0,
    fresh: new FreshFacts(),
  };
  const unread = await locateKnown(store, changed, extractor, result);
  const byPath = new Map(unread.map((file) => [file.path, file]));
  let batch: { file: ScannedFile; outcome: ParsedFile }[] = [];
  let batchBytes = 0;
  let done = 0;

  const flush = async () => {
    if (batch.length === 0) return;
    const keyed = batch.map(({ outcome }) => ({
      key: { hash: outcome.hash, language: outcome.language, extractor },
      encoded: outcome.encoded,
    }));
    const ids = await store.appendFacts(keyed);
    const embedded: BlobVectors[] = [];
    for (const [at, { file, outcome }] of batch.entries()) {
      const blob = ids.get(factsKeyText(keyed[at]!.key))!;
      const { hash, language, stamp } = outcome;
      result.located.push({ path: file.path, origin: file.origin, hash, language, stamp, blob });
      if (outcome.vectors) embedded.push({ blob, rows: outcome.vectors });
      result.fresh.add(blob, language, outcome.encoded);
    }
    if (vectors && embedded.length > 0) await store.vectors.put(vectors, embedded);
    batch = [];
    batchBytes = 0;
  };

  const isEnough = isPartEnough && (() => isPartEnough(done, unread.length));
  for await (const outcome of parser.parse(unread, isEnough)) {
    done += 1;
    onFile(done);
    if (outcome.kind === "facts") {
      batch.push({ file: byPath.get(outcome.path)!, outcome });
      batchBytes += outcome.encoded.sourceBytes;
      result.parsed += 1;
      if (batchBytes >= BATCH_BYTES) await flush();
    } else if (outcome.kind === "missing") {
      result.missing.push(outcome.path);
    } else {
      const { kind: _, ...skipped } = outcome;
      result.skipped.push(skipped);
    }
  }
  await flush();
  result.left = unread.length - done;
  return result;
}

/** Files whose content has facts already need no parsing; returns the others. */
async function locateKnown(
  store: RecordStore,
  changed: readonly ScannedFile[],
  extractor: string,
  result: ParseStepResult,
): Promise<ScannedFile[]> {
  const keyOf = (file: ScannedFile): FactsKey | null =>
    file.hash === null || file.language === null
      ? null
      : { hash: file.hash, language: file.language, extractor };
  const keys = changed.map(keyOf).filter((key) => key !== null);
  const known = keys.length > 0 ? await store.findFacts(keys) : new Map<string, BlobId>();
  const unread: ScannedFile[] = [];
  for (const file of changed) {
    const key = keyOf(file);
    const blob = key && known.get(factsKeyText(key));
    if (key && blob !== null && blob !== undefined) {
      const { path, stamp, origin } = file;
      result.located.push({ path, stamp, origin, hash: key.hash, language: key.language, blob });
    } else unread.push(file);
  }
  return unread;
}
