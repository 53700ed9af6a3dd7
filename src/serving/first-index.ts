/**
 * The first update of each folder in this process, shared by all calls that wait for it. It stops when every call
 * that waited was cancelled; the one in the background stops with the server.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../core/errors.ts";
import { untilAborted } from "../core/until-aborted.ts";
import type { Engine, ProgressEvent } from "../engine/engine.ts";
import { firstIndexPending } from "../engine/first-index-pending.ts";

interface FirstIndex {
  /** Set when another process held the lock for as long as one waits for it. */
  locked: AppError | null;
  done: Promise<void>;
  stop: AbortController;
  waiting: number;
  isBackground: boolean;
  listeners: Set<(event: ProgressEvent) => void>;
}

export interface WaitOptions {
  signal: AbortSignal;
  onProgress?: ((event: ProgressEvent) => void) | undefined;
  /** Whether enough is published to answer from, for a question that takes a part; asked from time to time. */
  isUsable?: () => Promise<boolean>;
}

const USABLE_EVERY_MS = 200;

export class FirstIndexes {
  readonly #engine: Engine;
  readonly #byRoot = new Map<string, FirstIndex>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  startInBackground(root: string): void {
    this.#start(root).isBackground = true;
  }

  /**
   * Ends with the first update, when a part of it can be asked about, or when the call is cancelled; true when only a
   * part is there. What went wrong is told by the question itself.
   */
  async wait(root: string, { signal, onProgress, isUsable }: WaitOptions): Promise<boolean> {
    const first = this.#start(root);
    first.waiting += 1;
    if (onProgress) first.listeners.add(onProgress);
    const ended = new AbortController();
    try {
      const parts = isUsable
        ? [this.#untilPart(root, ended.signal), untilUsable(isUsable, ended.signal)]
        : [];
      const isPart = await untilAborted(
        Promise.race([first.done.then(() => false), ...parts.map((part) => part.then(() => true))]),
        signal,
      );
      // The question would only wait as long again, unless a part came with the last moment.
      if (first.locked && isUsable && !(await isUsable())) throw firstIndexPending(first.locked);
      // The rest goes on without anybody waiting for it.
      if (isPart) first.isBackground = true;
      return isPart;
    } finally {
      ended.abort();
      first.waiting -= 1;
      if (onProgress) first.listeners.delete(onProgress);
      if (signal.aborted && first.waiting === 0 && !first.isBackground) first.stop.abort();
    }
  }

  async #untilPart(root: string, signal: AbortSignal): Promise<void> {
    // What is wrong with the folder ends the first update.
    await this.#engine.untilPart(root, signal).catch(() => untilAborted(new Promise(() => {}), signal));
  }

  #start(root: string): FirstIndex {
    const known = this.#byRoot.get(root);
    if (known && !known.stop.signal.aborted) return known;
    const stop = new AbortController();
    const listeners = new Set<(event: ProgressEvent) => void>();
    const onProgress = (event: ProgressEvent) => {
      for (const listener of listeners) listener(event);
    };
    const done = this.#engine.update(root, { signal: stop.signal, onProgress }).then(
      () => {},
      // The question that follows meets the same trouble and knows how to say it.
      (error) => {
        this.#byRoot.delete(root);
        if (error instanceof AppError && error.code === "INDEX_LOCKED") first.locked = error;
      },
    );
    const first: FirstIndex = { locked: null, done, stop, waiting: 0, isBackground: false, listeners };
    this.#byRoot.set(root, first);
    return first;
  }

  /** Stops every update and waits for them to end. */
  async stop(): Promise<void> {
    const all = [...this.#byRoot.values()];
    for (const first of all) first.stop.abort();
    await Promise.all(all.map((first) => first.done));
  }
}

/** Another process may be the one that indexes: what it publishes is looked for. */
async function untilUsable(isUsable: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  do await sleep(USABLE_EVERY_MS);
  while (!signal.aborted && !(await isUsable()));
}
