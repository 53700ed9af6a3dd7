/** Brings the index of a working tree up to date: one update at a time, shared by those who wait for it. */

import { AppError } from "../../core/errors.ts";
import { notice } from "../../core/notices.ts";
import { dropOldFacts } from "../../indexing/drop-old-facts.ts";
import type { OnProgress } from "../../indexing/progress.ts";
import { type UpdateReport, updateView } from "../../indexing/update.ts";
import { EXTRACTOR_VERSION } from "../../parsing/extract/version.ts";
import type { Generation } from "../../storage/contract.ts";
import type { WriterLock } from "../../storage/factory.ts";
import { whatHolderSays } from "../../storage/lock-holder.ts";
import { sharingUpdate } from "../../storage/while-writing.ts";
import type { ScanMark } from "../../watching/tree-watcher.ts";
import { readGitRenames } from "../../workspace/git-renames.ts";
import type { WorkspaceScan } from "../../workspace/scan.ts";
import { byInterest, FirstParts } from "../first-part.ts";
import { scanForUpdate } from "../scan-for-update.ts";
import { SharedUpdates, type UpdateRun } from "../shared-update.ts";
import type { RefreshOptions, RepositoryParts } from "./parts.ts";

/** Often enough for a person who waits, seldom enough to cost nothing. */
const SAY_EVERY_MS = 500;
const DAY_MS = 86_400_000;

export class Updater {
  readonly #parts: RepositoryParts;
  readonly #updates: SharedUpdates<UpdateReport>;
  /** The generation that the last scan of this process left behind. */
  #scannedGeneration: Generation | null = null;
  #isFirst = false;
  #saidAtMs = Number.NEGATIVE_INFINITY;
  /** Set while the first index is published in part. */
  #coverage: { files: number; of: number } | null = null;
  /** Questions that would take a part of the first index. */
  #waiting = 0;
  #onPart: (() => void)[] = [];

  constructor(parts: RepositoryParts) {
    this.#parts = parts;
    this.#updates = new SharedUpdates(async (run) => {
      await parts.predecessor;
      return this.#runTold(run);
    });
  }

  /** Resolves when no update runs that was asked for so far. */
  settled(): Promise<void> {
    return this.#updates.settled();
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

  /** A question waits that would take a part of the first index; to be ended by calling what is returned. */
  beginWaiting(): () => void {
    this.#waiting += 1;
    return () => {
      this.#waiting -= 1;
    };
  }

  /** Whether the last generation is known to be of the tree as it is, without looking at the tree. */
  async isUnchanged(): Promise<boolean> {
    const { watcher, store, jail } = this.#parts;
    if (!watcher || this.#scannedGeneration === null) return false;
    await watcher.settle();
    if (!watcher.isUnchanged()) return false;
    // Another process may have published what its own settings made of the tree.
    return (await store.openView(jail.root)).generation === this.#scannedGeneration;
  }

  /** A generation differs from the one before it in its links alone: it is of the same tree. */
  follow(before: Generation, after: Generation): void {
    if (this.#scannedGeneration === before) this.#scannedGeneration = after;
  }

  /** What an update that is not done yet is at; another process may be the one that makes it. */
  whatIsPending(): string {
    const at = this.#updates.progress;
    const holder = at === null ? this.#parts.place.lockHolder() : null;
    if (holder && holder.pid !== process.pid && holder.says !== "")
      return `${whatHolderSays(holder)}, by another process (pid ${holder.pid})`;
    return this.#whatThisIsAt();
  }

  #whatThisIsAt(): string {
    const at = this.#updates.progress;
    const done = at?.done
      ? `, ${at.phase} ${at.done}${at.total === null ? "" : ` of ${at.total}`} files`
      : "";
    if (this.#coverage) {
      const { files, of } = this.#coverage;
      return `the first index is being built, ${files} of ${of} files indexed so far${done}`;
    }
    return `${this.#isFirst ? "the first index is being built" : "the tree is still being compared"}${done}`;
  }

  async #runTold(run: UpdateRun): Promise<UpdateReport> {
    const { onNews, jail } = this.#parts;
    const { root } = jail;
    const startedAt = performance.now();
    const ms = () => Math.round(performance.now() - startedAt);
    const onProgress: OnProgress = (event) => {
      run.onProgress(event);
      onNews({ root, kind: "progress", event });
    };
    const onPart = (report: UpdateReport) => onNews({ root, kind: "published", report, ms: ms() });
    try {
      const report = await this.#runUpdate({ ...run, onProgress }, onPart);
      onNews({ root, kind: "published", report, ms: ms() });
      noteUpdate(root, ms(), report);
      return report;
    } catch (error) {
      onNews({ root, kind: "failed", error, ms: ms() });
      const code = error instanceof AppError ? error.code : (error as Error).name;
      notice(() => ({ kind: "update", root, ms: ms(), code }));
      throw error;
    }
  }

  async #runUpdate(run: UpdateRun, onPublished: (part: UpdateReport) => void): Promise<UpdateReport> {
    const grammarProblems = this.#parts.refreshLanguages();
    const { jail, settings, place, storeFormat } = this.#parts;
    const what = JSON.stringify([jail.root, storeFormat, EXTRACTOR_VERSION, settings]);
    const shared = {
      what,
      askedAt: run.askedAt,
      onJoined: run.onScan,
      timeoutMs: settings.lockTimeoutMs,
      signal: run.signal,
    };
    const { report, isOurs } = await sharingUpdate(place, shared, (lock) =>
      this.#updateInParts({ ...run, onProgress: this.#telling(lock, run.onProgress) }, lock, onPublished),
    ).finally(() => {
      this.#coverage = null;
      this.#isFirst = false;
    });
    report.problems.unshift(...this.#parts.settingsProblems);
    // Whoever looked at the tree has told of it and watches it from there.
    if (!isOurs) return report;
    // Nobody waits for other stores: what they lack is answered from this one, and what goes wrong is in their status.
    void this.#parts.projector?.run();
    this.#scannedGeneration = report.generation;
    report.problems.unshift(...grammarProblems);
    if (this.#parts.problem) report.problems.unshift(this.#parts.problem);
    this.#parts.problem = null;
    await this.#parts.onUpdated(report);
    return report;
  }

  /** Processes that wait for the lock read how far this one is. */
  #telling(lock: WriterLock, onProgress: OnProgress): OnProgress {
    return (event) => {
      onProgress(event);
      const nowMs = performance.now();
      if (nowMs - this.#saidAtMs < SAY_EVERY_MS) return;
      this.#saidAtMs = nowMs;
      lock.say(this.#whatThisIsAt());
    };
  }

  async #updateInParts(
    run: UpdateRun,
    lock: WriterLock,
    onPublished: (part: UpdateReport) => void,
  ): Promise<UpdateReport> {
    const { store, settings, place } = this.#parts;
    const hasFacts = (await store.listViews()).some((view) => view.generation > 0);
    this.#isFirst = !hasFacts;
    // Questions of this process wait, or those of another that waits for the lock.
    const isWanted = () => this.#waiting > 0 || place.isPartAskedFor();
    const parts = hasFacts ? null : new FirstParts({ afterMs: settings.firstAnswerMs, isWanted });
    for (;;) {
      const report = await this.#updateOnce(run, hasFacts, parts);
      if (report.left === 0) return report;
      this.#coverage = { files: report.files, of: report.files + report.left };
      parts?.onPublished(report.files);
      // Before anybody can find the part.
      lock.say(this.#whatThisIsAt());
      await this.#parts.onUpdated(report);
      onPublished(report);
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
      gitRenames: (before, after) => readGitRenames(jail.root, before, after),
      movesKeptMs: settings.movesKeptDays * DAY_MS,
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
}

function noteUpdate(root: string, ms: number, report: UpdateReport): void {
  const { generation, files, parsed, relinked, problems } = report;
  const codes = problems.map(({ code }) => code);
  notice(() => ({ kind: "update", root, ms, generation, files, parsed, relinked, problems: codes }));
}
