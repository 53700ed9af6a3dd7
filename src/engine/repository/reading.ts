/** Lends sessions over one generation, after bringing the index up to date when that is asked for. */
import { setTimeout as sleep } from "node:timers/promises";
import type { CodecErrorCode } from "../../codec/errors.ts";
import { plural } from "../../core/counts.ts";
import { AppError } from "../../core/errors.ts";
import type { UpdateReport } from "../../indexing/update.ts";
import type { PARSING_ERRORS } from "../../parsing/errors.ts";
import type { StorageErrorCode } from "../../storage/errors.ts";
import { FileHistory } from "../file-history.ts";
import { firstIndexPending } from "../first-index-pending.ts";
import { compilerStates } from "../questions/compilers.ts";
import type { Freshness, ViewSession } from "../session.ts";
import { HELD, type HeldView } from "./held.ts";
import { type ReadRefreshOptions, type RepositoryParts, withReader } from "./parts.ts";
import { isUpToDate } from "./planning.ts";
import type { Updater } from "./updating.ts";

/** What keeps an update from being written for a time; the last generation answers meanwhile. */
const PASSING: ReadonlySet<string> = new Set([
  "INDEX_LOCKED",
  "INDEX_DISK_FULL",
  "INDEX_UNWRITABLE",
  "INDEX_LOG_HELD",
  "STORE_UNREACHABLE",
  "PARSE_WORKERS_KILLED",
  "PARSE_WORKER_BROKEN",
] satisfies (StorageErrorCode | keyof typeof PARSING_ERRORS)[]);

const LOCKED: StorageErrorCode = "INDEX_LOCKED";
const UNWRITABLE: StorageErrorCode = "INDEX_UNWRITABLE";

export class SessionLender {
  readonly #parts: RepositoryParts;
  readonly #updater: Updater;
  readonly #history: FileHistory;
  readonly #held: HeldView;

  constructor(parts: RepositoryParts, updater: Updater, held: HeldView) {
    this.#held = held;
    this.#parts = parts;
    this.#updater = updater;
    this.#history = new FileHistory(parts.jail.root);
  }

  /** What another version of clew wrote counts as not indexed: it is indexed, and the question is asked again. */
  async read<T>(use: (session: ViewSession) => Promise<T>, options: ReadRefreshOptions): Promise<T> {
    try {
      return await this.#readOnce(use, options);
    } catch (error) {
      const isOther =
        error instanceof AppError && error.code === ("INDEX_OTHER_VERSION" satisfies CodecErrorCode);
      if (!isOther) throw error;
      await this.#updater.update(options);
      return this.#readOnce(use, options);
    }
  }

  async #readOnce<T>(use: (session: ViewSession) => Promise<T>, options: ReadRefreshOptions): Promise<T> {
    const isProved = !options.isStaleAllowed && !options.mustScan && (await this.#updater.isUnchanged());
    const freshness: Freshness = isProved ? { isFresh: true } : await this.#refresh(options);
    // Only questions need what answers them: an update starts without loading it.
    const { ViewSession } = await import("../session.ts");
    return withReader(this.#parts, (reader) => {
      const { jail, settings, settingsProblems, searchIndexes, parseContents, store, semantics } =
        this.#parts;
      const watching = this.#parts.watcher?.status ?? null;
      options.limit?.start();
      return use(
        new ViewSession({
          reader,
          limit: options.limit ?? null,
          indexId: this.#parts.storeIdentity,
          jail,
          settings,
          settingsProblems,
          isDocumentation: this.#parts.isDocumentation,
          freshness: reader.behind ? { isFresh: false, reason: reader.behind } : freshness,
          isByWatching: isProved,
          watching,
          searchIndexes,
          queryModels: this.#parts.embeddings.queryModels,
          parseContents,
          linkStore: store,
          ages: this.#history.agesAt(reader.info.revision),
          compilers: () =>
            compilerStates(
              reader,
              jail.root,
              semantics.makersIn(store),
              semantics,
              settings.semantics === "off",
            ),
          projections: async () => (await this.#parts.projector?.status()) ?? [],
          commits: this.#history.commitsAt(reader.info.revision),
        }),
      );
    });
  }

  async #refresh(options: ReadRefreshOptions): Promise<Freshness> {
    if (options.isStaleAllowed) return { isFresh: false, reason: "not asked to" };
    if (await this.#held.isHeld()) return { isFresh: false, reason: HELD };
    try {
      const report = await this.#waitForUpdate(options);
      if (!report) return { isFresh: false, reason: this.#updater.whatIsPending() };
      return report.unparsed === 0 ? { isFresh: true } : { isFresh: false, reason: whatIsMissing(report) };
    } catch (error) {
      // Reads go on while another process writes or nothing can be written; the answer says so.
      const isPassing = error instanceof AppError && PASSING.has(error.code);
      // What cannot be reached may have a copy that can be read.
      const canAnswer = isPassing && (await this.#hasGeneration().catch(() => false));
      if (canAnswer && error.code === UNWRITABLE && (await this.#needsNoUpdate(options)))
        return { isFresh: true };
      if (canAnswer) return { isFresh: false, reason: (error as AppError).message };
      throw firstIndexPending(error);
    }
  }

  /** A role that may only read cannot make an update, and need not where the tree is as it was. */
  #needsNoUpdate({ signal }: ReadRefreshOptions): Promise<boolean> {
    return isUpToDate(this.#parts, signal ?? new AbortController().signal).catch(() => false);
  }

  /** Null when the time was up and an older generation can answer. */
  async #waitForUpdate(options: ReadRefreshOptions): Promise<UpdateReport | null> {
    const patienceMs = options.outlastsWriters ? (options.waitMs ?? 0) : 0;
    const updated = this.#updateUntil(performance.now() + patienceMs, options);
    // It may fail while nobody waits for it: before that begins, or after the time is up. The next question meets it.
    updated.catch(() => {});
    if (options.waitMs === undefined || !(await this.#hasGeneration())) return updated;
    const endWaiting = this.#updater.beginWaiting();
    const late = new AbortController();
    const timeUp = sleep(options.waitMs, null, { signal: late.signal }).catch(() => null);
    try {
      return await Promise.race([updated, timeUp]);
    } finally {
      endWaiting();
      late.abort();
    }
  }

  /** Whoever has the time to wait for another writer longer than its lock is waited for does so. */
  async #updateUntil(deadlineMs: number, options: ReadRefreshOptions): Promise<UpdateReport> {
    for (;;) {
      try {
        return await this.#updater.update(options);
      } catch (error) {
        const isLocked = error instanceof AppError && error.code === LOCKED;
        if (!isLocked || performance.now() >= deadlineMs) throw error;
      }
    }
  }

  async #hasGeneration(): Promise<boolean> {
    const view = await this.#parts.store.openView(this.#parts.jail.root);
    return view.generation > 0;
  }
}

function whatIsMissing({ unparsed }: UpdateReport): string {
  return `${plural(unparsed, "file")} could not be parsed, tried again at the next update (clew status)`;
}
