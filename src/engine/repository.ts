/** One working tree with its family's store: brings the index up to date and lends sessions over it. */
import { setTimeout as sleep } from "node:timers/promises";
import { hashContent } from "../core/content-hash.ts";
import { AppError, type Problem } from "../core/errors.ts";
import { displayPath, parseRelPath } from "../core/rel-path.ts";
import type { EmbeddingProvider } from "../embeddings/contract.ts";
import {
  type CompilerReport,
  importScipIndex,
  type RefineInput,
  refineWithTypeScript,
} from "../indexing/compiler-links.ts";
import { dropOldFacts } from "../indexing/drop-old-facts.ts";
import { type EmbedTextsReport, embedTexts } from "../indexing/embed-texts.ts";
import type { FileParser } from "../indexing/parse-step.ts";
import type { OnProgress } from "../indexing/progress.ts";
import { summariseFiles } from "../indexing/summarise-files.ts";
import { type UpdateReport, updateView } from "../indexing/update.ts";
import { decodeSource } from "../parsing/decode-source.ts";
import { EXTRACTOR_VERSION } from "../parsing/extract/version.ts";
import type { SearchIndexCache } from "../retrieval/index.ts";
import type { TypeScriptService } from "../semantics/typescript/service.ts";
import type { Generation, RecordStore, VerifyReport, ViewReader } from "../storage/contract.ts";
import type { StorageErrorCode } from "../storage/errors.ts";
import type { ScanMark, TreeWatcher } from "../watching/tree-watcher.ts";
import type { RootJail } from "../workspace/path-jail.ts";
import type { WorkspaceScan } from "../workspace/scan.ts";
import { blankSecrets, findSecrets } from "../workspace/secrets.ts";
import { type Embeddings, openSummaries } from "./embeddings.ts";
import { FileHistory } from "./file-history.ts";
import { byInterest, FirstParts } from "./first-part.ts";
import type { ReadOldSymbols } from "./old-symbols.ts";
import { type PurgeReport, type PurgeSelection, purgeStore } from "./purge.ts";
import { scanForUpdate } from "./scan-for-update.ts";
import { type Freshness, ViewSession } from "./session.ts";
import type { Settings } from "./settings.ts";
import { SharedUpdates, type UpdateRun } from "./shared-update.ts";
import type { TimeLimit } from "./time-limit.ts";

/** What keeps an update from being written for a time; the last generation answers meanwhile. */
const PASSING: ReadonlySet<string> = new Set([
  "INDEX_LOCKED",
  "INDEX_DISK_FULL",
  "INDEX_LOG_HELD",
  "PARSE_WORKERS_KILLED",
] satisfies (StorageErrorCode | "PARSE_WORKERS_KILLED")[]);

export interface RepositoryParts {
  jail: RootJail;
  settings: Settings;
  /** What the repository's own file asks for and does not get. */
  settingsProblems: readonly Problem[];
  embeddings: Embeddings;
  store: RecordStore;
  /** Of the store. */
  indexFile: string;
  /** Tells this index file from one that is built anew in its place. */
  indexId: string;
  parser: FileParser;
  searchIndexes: SearchIndexCache;
  readOldSymbols: ReadOldSymbols;
  typescript: TypeScriptService;
  /** Tells whether the tree changed since the last scan; null: every question scans. */
  watcher: TreeWatcher | null;
  /** Publish the first index in parts while questions wait for it. */
  isFirstIndexInParts: boolean;
  /** Runs `work` while holding the family's writer lock; a fired signal ends the wait for it. */
  whileWriting: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** The same for an update, unless another process makes it while this one waits for the lock. */
  sharingUpdates: (
    work: () => Promise<UpdateReport>,
    run: Pick<UpdateRun, "askedAt" | "onScan" | "signal">,
  ) => Promise<{ report: UpdateReport; isOurs: boolean }>;
  /** Makes grammars that the user added meanwhile known; tells what is wrong with them. */
  refreshLanguages: () => Problem[];
  /** Hears of every finished update. */
  onUpdated: (report: UpdateReport) => Promise<void>;
  /** Something to tell with the first update. */
  problem: Problem | null;
}

export interface RefreshOptions {
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

export interface ReadRefreshOptions extends RefreshOptions {
  isStaleAllowed: boolean;
  /** Scan the tree even when watching says that nothing changed. */
  mustScan?: boolean | undefined;
  /** How long to wait for the comparison with the tree when an older generation is there; default: to its end. */
  waitMs?: number | undefined;
  /** How long the session may be read from. */
  limit?: TimeLimit | undefined;
}

export class Repository {
  readonly #parts: RepositoryParts;
  readonly #updates: SharedUpdates<UpdateReport>;
  /** The generation that the last scan of this process left behind. */
  #scannedGeneration: Generation | null = null;
  readonly #history: FileHistory;
  #embedding: Promise<EmbedTextsReport | null> | null = null;
  /** Set while the first index is published in part. */
  #coverage: { files: number; of: number } | null = null;
  /** Questions that would take a part of the first index. */
  #waiting = 0;
  #onPart: (() => void)[] = [];

  constructor(parts: RepositoryParts) {
    this.#parts = parts;
    this.#updates = new SharedUpdates((run) => this.#runUpdate(run));
    this.#history = new FileHistory(parts.jail.root);
  }

  get root(): string {
    return this.#parts.jail.root;
  }

  /**
   * Compares the tree with the index from now on. An update in progress may have looked at a file before it was
   * edited, so who asks meanwhile waits for the next one.
   */
  update(options: RefreshOptions = {}): Promise<UpdateReport> {
    return this.#updates.request(options);
  }

  /** Resolves when a part of the first index is published, or with the signal; until then a part is welcome. */
  async untilPart(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#waiting += 1;
    await new Promise<void>((resolve) => {
      this.#onPart.push(resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    this.#waiting -= 1;
  }

  async #runUpdate(run: UpdateRun): Promise<UpdateReport> {
    const grammarProblems = this.#parts.refreshLanguages();
    const { report, isOurs } = await this.#parts
      .sharingUpdates(() => this.#updateInParts(run), run)
      .finally(() => {
        this.#coverage = null;
      });
    report.problems.unshift(...this.#parts.settingsProblems);
    // Whoever looked at the tree has told of it and watches it from there.
    if (!isOurs) return report;
    this.#scannedGeneration = report.generation;
    report.problems.unshift(...grammarProblems);
    if (this.#parts.problem) report.problems.unshift(this.#parts.problem);
    this.#parts.problem = null;
    await this.#parts.onUpdated(report);
    return report;
  }

  async #updateInParts(run: UpdateRun): Promise<UpdateReport> {
    const { store, settings, isFirstIndexInParts } = this.#parts;
    const hasFacts = (await store.listViews()).some((view) => view.generation > 0);
    const parts =
      isFirstIndexInParts && !hasFacts
        ? new FirstParts({ afterMs: settings.firstAnswerMs, isWanted: () => this.#waiting > 0 })
        : null;
    for (;;) {
      const report = await this.#updateOnce(run, hasFacts, parts);
      if (report.left === 0) return report;
      this.#coverage = { files: report.files, of: report.files + report.left };
      parts?.onPublished(report.files);
      await this.#parts.onUpdated(report);
      for (const tell of this.#onPart.splice(0)) tell();
    }
  }

  /** `hasFacts`: before the first of its parts. */
  async #updateOnce(run: UpdateRun, hasFacts: boolean, parts: FirstParts | null): Promise<UpdateReport> {
    const { jail, settings, store, watcher } = this.#parts;
    const scanned: { mark: ScanMark; tree: WorkspaceScan }[] = [];
    const updated = await updateView({
      store,
      root: jail.root,
      extractor: EXTRACTOR_VERSION,
      scan: async (indexed) => {
        run.onScan();
        const mark = await watcher?.beforeScan();
        const tree = await scanForUpdate(jail, settings, indexed, hasFacts);
        if (mark) scanned.push({ mark, tree });
        return parts ? byInterest(tree) : tree;
      },
      parser: this.#parts.parser,
      readConfig: (path) => {
        const read = jail.read(path, { maxBytes: settings.maxFileBytes });
        return read.ok ? read.bytes.toString("utf8") : null;
      },
      termVectors: this.#parts.embeddings.termVectors,
      isPartEnough: parts?.isEnough,
      onProgress: run.onProgress,
      signal: run.signal,
      now: Date.now,
    });
    if (updated.parsed > 0) await dropOldFacts(store);
    // A file that could not be read is tried again, so such a scan is not the last word.
    if (updated.failed + updated.left === 0)
      for (const { mark, tree } of scanned) watcher?.afterScan(mark, tree);
    return updated;
  }

  /** Updates, takes out what is chosen with every trace in the index's files, and indexes anew what is to be. */
  async purge(selection: PurgeSelection, options: RefreshOptions = {}): Promise<PurgeReport> {
    const { store, indexFile, settings, searchIndexes } = this.#parts;
    await this.update(options);
    const report = await this.#parts.whileWriting(
      () => purgeStore(store, indexFile, settings.maxFileBytes, selection),
      options.signal,
    );
    searchIndexes.clear();
    await this.update(options);
    return report;
  }

  /** Lets the TypeScript compiler replace the links of the files it reads. */
  async refine(options: RefreshOptions = {}): Promise<CompilerReport> {
    await this.update(options);
    const onProgress = options.onProgress ?? (() => {});
    const report = await this.#parts.whileWriting(() =>
      refineWithTypeScript(this.#refineInput(options), this.#parts.typescript, (done, total) =>
        onProgress({ phase: "compile", done: Math.min(done, total), total }),
      ),
    );
    return report;
  }

  async importScip(bytes: Uint8Array, options: RefreshOptions = {}): Promise<CompilerReport> {
    await this.update(options);
    const readText = async (path: string) => {
      const rel = parseRelPath(path);
      const read = rel && this.#parts.jail.read(rel, { maxBytes: this.#parts.settings.maxFileBytes });
      return read?.ok ? decodeSource(read.bytes).text : null;
    };
    return this.#parts.whileWriting(() => importScipIndex(this.#refineInput(options), bytes, readText));
  }

  /**
   * Makes the vectors that the configured model lacks for the last generation. Null without a model that reads text.
   * Who asks while it runs gets the run in progress.
   */
  async embed(options: RefreshOptions = {}): Promise<EmbedTextsReport | null> {
    const provider = this.#parts.embeddings.openProvider();
    if (!provider) return null;
    this.#embedding ??= this.#runEmbed(provider, options).finally(() => {
      this.#embedding = null;
    });
    return this.#embedding;
  }

  async #runEmbed(provider: EmbeddingProvider, options: RefreshOptions): Promise<EmbedTextsReport> {
    const { jail, settings, store } = this.#parts;
    const reader = await this.#openReader();
    const files = await reader.files().finally(() => reader.close());
    return embedTexts({
      store,
      files,
      provider,
      readBytes: (path) => {
        const read = jail.read(path, { maxBytes: settings.maxFileBytes });
        return read.ok ? read.bytes : null;
      },
      decode: (bytes) => {
        const { text } = decodeSource(bytes);
        return blankSecrets(text, findSecrets(text));
      },
      whileWriting: (work) => this.#parts.whileWriting(work, options.signal),
      onProgress: (done, total) => options.onProgress?.({ phase: "embed", done, total }),
      signal: options.signal ?? new AbortController().signal,
    });
  }

  /** Lets the configured language model write the lines that files lack; null when rules write them. */
  async summarise(options: RefreshOptions = {}): Promise<number | null> {
    const { jail, settings, store } = this.#parts;
    const writer = openSummaries(settings);
    if (!writer) return null;
    const reader = await this.#openReader();
    const files = await reader.files().finally(() => reader.close());
    return summariseFiles({
      store,
      files,
      writer,
      readText: async (path) => {
        const read = jail.read(path, { maxBytes: settings.maxFileBytes });
        if (!read.ok) return null;
        const { text } = decodeSource(read.bytes);
        return blankSecrets(text, findSecrets(text));
      },
      whileWriting: (work) => this.#parts.whileWriting(work, options.signal),
      onProgress: (done, total) => options.onProgress?.({ phase: "embed", done, total }),
      signal: options.signal ?? new AbortController().signal,
    });
  }

  #refineInput(options: RefreshOptions): RefineInput {
    const signal = options.signal ?? new AbortController().signal;
    return { store: this.#parts.store, root: this.root, now: Date.now, signal };
  }

  /** Brings the index up to date unless a stale answer is allowed, then lends a session over one generation. */
  async read<T>(use: (session: ViewSession) => Promise<T>, options: ReadRefreshOptions): Promise<T> {
    const isProved = !options.isStaleAllowed && !options.mustScan && (await this.#isUnchanged());
    const freshness: Freshness = isProved ? { isFresh: true } : await this.#refresh(options);
    const reader = await this.#openReader();
    try {
      const { jail, settings, settingsProblems, searchIndexes, readOldSymbols, indexId } = this.#parts;
      const { queryModels } = this.#parts.embeddings;
      const watching = this.#parts.watcher?.status ?? null;
      options.limit?.start();
      return await use(
        new ViewSession({
          reader,
          limit: options.limit ?? null,
          indexId,
          jail,
          settings,
          settingsProblems,
          freshness,
          isByWatching: isProved,
          watching,
          searchIndexes,
          queryModels,
          readOldSymbols,
          ages: this.#history.agesAt(reader.info.revision),
        }),
      );
    } finally {
      await reader.close();
    }
  }

  async #refresh(options: ReadRefreshOptions): Promise<Freshness> {
    if (options.isStaleAllowed) return { isFresh: false, reason: "not asked to" };
    try {
      const isDone = await this.#waitForUpdate(options);
      return isDone ? { isFresh: true } : { isFresh: false, reason: this.#whatIsPending() };
    } catch (error) {
      // Reads go on while another process writes or nothing can be written; the answer says so.
      const isPassing = error instanceof AppError && PASSING.has(error.code);
      if (isPassing && (await this.#hasGeneration())) return { isFresh: false, reason: error.message };
      throw error;
    }
  }

  /** Whether the last generation is known to be of the tree as it is, without looking at the tree. */
  async #isUnchanged(): Promise<boolean> {
    const { watcher, store } = this.#parts;
    if (!watcher || this.#scannedGeneration === null) return false;
    await watcher.settle();
    if (!watcher.isUnchanged()) return false;
    // Another process may have published what its own settings made of the tree.
    return (await store.openView(this.root)).generation === this.#scannedGeneration;
  }

  /** False when the time was up and an older generation can answer. */
  async #waitForUpdate(options: ReadRefreshOptions): Promise<boolean> {
    const updated = this.update(options).then(() => true);
    if (options.waitMs === undefined || !(await this.#hasGeneration())) return updated;
    this.#waiting += 1;
    const late = new AbortController();
    const timeUp = sleep(options.waitMs, false, { signal: late.signal }).catch(() => false);
    // After the time is up nobody waits for the update; what went wrong is met by the next question.
    updated.catch(() => {});
    try {
      return await Promise.race([updated, timeUp]);
    } finally {
      this.#waiting -= 1;
      late.abort();
    }
  }

  #whatIsPending(): string {
    const at = this.#updates.progress;
    const done = at?.done
      ? `, ${at.phase} ${at.done}${at.total === null ? "" : ` of ${at.total}`} files`
      : "";
    if (this.#coverage) {
      const { files, of } = this.#coverage;
      return `the first index is being built, ${files} of ${of} files indexed so far${done}`;
    }
    return `the tree is still being compared${done}`;
  }

  async #hasGeneration(): Promise<boolean> {
    const view = await this.#parts.store.openView(this.root);
    return view.generation > 0;
  }

  async #openReader(): Promise<ViewReader> {
    const view = await this.#parts.store.openView(this.root);
    return this.#parts.store.read(view.id);
  }

  close(): void {
    this.#parts.watcher?.close();
  }

  async dump(): Promise<string> {
    const reader = await this.#openReader();
    try {
      const lines: string[] = [];
      for await (const line of reader.dump()) lines.push(line);
      return lines.join("\n");
    } finally {
      await reader.close();
    }
  }

  async verify(isDeep: boolean): Promise<VerifyReport> {
    const report = await this.#parts.store.verify({ deep: isDeep });
    if (!isDeep) return report;
    const problems = [...report.problems, ...(await this.#compareWithTree())];
    return { ...report, ok: problems.length === 0, problems };
  }

  /** Files whose stamp says unchanged must still have the content that was indexed. */
  async #compareWithTree(): Promise<string[]> {
    const { jail, settings } = this.#parts;
    const reader = await this.#openReader();
    try {
      const problems: string[] = [];
      for (const file of await reader.files()) {
        const read = jail.read(file.path, { maxBytes: settings.maxFileBytes });
        if (!read.ok || !file.stamp || read.stamp.mtimeNs !== file.stamp.mtimeNs) continue;
        const algorithm = file.hash.length === 64 ? "sha256" : "sha1";
        if (hashContent(read.bytes, algorithm) !== file.hash) {
          problems.push(`source-hash: ${displayPath(file.path)} has other content than was indexed`);
        }
      }
      return problems;
    } finally {
      await reader.close();
    }
  }
}
