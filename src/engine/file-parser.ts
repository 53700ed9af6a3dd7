import { availableParallelism } from "node:os";
import type { HashAlgorithm } from "../core/content-hash.ts";
import type { FileParser } from "../indexing/parse-step.ts";
import type { LanguageDefinition } from "../languages/contract.ts";
import type { ParseJob, ParseOutcome, ParseRules, RunSize } from "../parsing/jobs.ts";
import { ParsePool } from "../parsing/pool.ts";
import type { Settings } from "../settings/settings.ts";

/** Starting a process and warming up its compiler costs about a second; below this it does not pay. */
const FILES_PER_WORKER = 4_000;
/** So many are parsed before optimised code would be ready. */
const FEW_FILES = 200;
const MAX_WORKERS = 8;

/** Parses files in processes that stay warm between the updates of one engine. */
export class PooledFileParser {
  readonly #pools = new Map<string, ParsePool>();
  /** Languages by grammars that the user added; every run takes those of its time. */
  addedLanguages: readonly LanguageDefinition[] = [];

  /** How the files of one root are parsed. */
  forRoot(
    root: string,
    settings: Settings,
    hashAlgorithm: HashAlgorithm,
    embedding: ParseRules["embedding"] | null = null,
  ): FileParser {
    const rules: ParseRules = {
      root,
      hashAlgorithm,
      maxBytes: settings.maxFileBytes,
      parseMs: settings.parseTimeoutMs,
      includeGenerated: settings.indexGenerated,
      maxLines: settings.maxFileLines,
      ...(embedding ? { embedding } : {}),
    };
    return { parse: (files, isEnough) => this.#parse(files, settings, rules, isEnough) };
  }

  async *#parse(
    files: readonly ParseJob[],
    settings: Settings,
    rules: ParseRules,
    isEnough: (() => boolean) | undefined,
  ): AsyncIterable<ParseOutcome> {
    if (files.length === 0) return;
    const workers = settings.workers || chooseWorkers(files.length);
    const size = sizeOf(files.length);
    const key = `${workers} ${size}`;
    let pool = this.#pools.get(key);
    if (!pool) {
      pool = new ParsePool({ workers, size, memoryMb: settings.workerMemoryMb });
      this.#pools.set(key, pool);
    }
    const { addedLanguages } = this;
    const begun = isEnough ? untilEnough(files, isEnough) : files;
    yield* pool.run(begun, addedLanguages.length > 0 ? { ...rules, addedLanguages } : rules);
  }

  close(): void {
    for (const pool of this.#pools.values()) pool.close();
    this.#pools.clear();
  }
}

function* untilEnough(files: readonly ParseJob[], isEnough: () => boolean): Generator<ParseJob> {
  for (const file of files) {
    if (isEnough()) return;
    yield file;
  }
}

function sizeOf(files: number): RunSize {
  return files <= FEW_FILES ? "small" : files <= FILES_PER_WORKER ? "medium" : "large";
}

function chooseWorkers(files: number): number {
  const wanted = Math.ceil(files / FILES_PER_WORKER);
  return Math.max(1, Math.min(wanted, availableParallelism(), MAX_WORKERS));
}
