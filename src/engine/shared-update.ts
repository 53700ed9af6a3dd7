/**
 * One update at a time, shared by those who asked for it before its scan began: whoever asks later may have edited a
 * file that the scan already passed, so they share the next one. An update stops when all who wait for it gave up.
 */
import { untilAborted } from "../core/until-aborted.ts";
import type { OnProgress, ProgressEvent } from "../indexing/progress.ts";
import { type Moment, readClocks } from "../storage/moment.ts";

export interface UpdateRun {
  signal: AbortSignal;
  onProgress: OnProgress;
  /** When the last one of those who share it asked. */
  askedAt: () => Moment;
  /** To be called when the tree is about to be looked at: from then on nobody may join. */
  onScan: () => void;
}

export interface UpdateRequest {
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

interface SharedRun<R> {
  result: Promise<R>;
  stop: AbortController;
  waiting: number;
  askedAt: Moment;
  isJoinable: boolean;
  listeners: Set<OnProgress>;
}

export class SharedUpdates<R> {
  readonly #start: (run: UpdateRun) => Promise<R>;
  #latest: SharedRun<R> | null = null;
  /** The last event of the update that is running now. */
  progress: ProgressEvent | null = null;

  constructor(start: (run: UpdateRun) => Promise<R>) {
    this.#start = start;
  }

  async request({ signal, onProgress }: UpdateRequest): Promise<R> {
    signal?.throwIfAborted();
    const run = this.#latest?.isJoinable && !this.#latest.stop.signal.aborted ? this.#latest : this.#open();
    run.waiting += 1;
    run.askedAt = readClocks();
    if (onProgress) run.listeners.add(onProgress);
    try {
      return signal ? await untilAborted(run.result, signal) : await run.result;
    } finally {
      run.waiting -= 1;
      if (onProgress) run.listeners.delete(onProgress);
      if (run.waiting === 0) run.stop.abort();
    }
  }

  /** Resolves when nothing runs that was asked for so far. */
  async settled(): Promise<void> {
    await this.#latest?.result.catch(() => {});
  }

  #open(): SharedRun<R> {
    const before = this.#latest;
    const stop = new AbortController();
    const run: SharedRun<R> = {
      result: undefined as unknown as Promise<R>,
      stop,
      waiting: 0,
      askedAt: readClocks(),
      isJoinable: true,
      listeners: new Set(),
    };
    const onProgress = (event: ProgressEvent) => {
      this.progress = event;
      for (const listener of run.listeners) listener(event);
    };
    // Whoever waits for the next one waits for this one, too, and hears how far it is.
    before?.listeners.add((event) => {
      for (const listener of run.listeners) listener(event);
    });
    const onScan = () => {
      run.isJoinable = false;
    };
    run.result = (async () => {
      // The one before failed or not: its callers were told.
      await before?.result.catch(() => {});
      try {
        return await this.#start({ signal: stop.signal, onProgress, onScan, askedAt: () => run.askedAt });
      } finally {
        run.isJoinable = false;
        this.progress = null;
        if (this.#latest === run) this.#latest = null;
      }
    })();
    // Everybody may have given up; the failure that follows has no reader.
    run.result.catch(() => {});
    this.#latest = run;
    return run;
  }
}
