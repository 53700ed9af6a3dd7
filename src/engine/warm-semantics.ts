/**
 * Keeps links of compiler grade as the tree is, beside everything else, in processes that live long enough for it. What
 * a compiler has seen before is looked at soon after the first question; a tree that none has seen only when the process
 * has been asked about it for a while: a first pass costs about as much as two first indexes.
 */
import { AppError, type Problem } from "../core/errors.ts";

export interface WarmSemanticsOptions {
  /** Brings links up to the tree; null when no compiler has seen the tree and none may begin with it. */
  refine: (
    root: string,
    options: { mayBegin: boolean; signal: AbortSignal },
  ) => Promise<{ generation: number } | null>;
  /** After the first question. */
  lookAfterMs?: number;
  beginAfterMs?: number;
}

interface WarmRoot {
  askedAtMs: number;
  /** A compiler has seen the tree; from then on every edit is looked at. */
  isWarm: boolean;
  /** The generation whose links are as good as they get. */
  generation: number;
  /** The one that the last question was answered from. */
  asked: number;
  /** The one that was found to have nothing to keep: only a newer one, or the time to begin, is a reason to look again. */
  unseen: number;
  running: Promise<void> | null;
  /** The tree changed under the run. */
  isDueAgain: boolean;
  timer: { handle: NodeJS.Timeout; dueMs: number } | null;
  notBeforeMs: number;
  problem: Problem | null;
}

const LOOK_AFTER_MS = 2_000;
const BEGIN_AFTER_MS = 30_000;
const PAUSE_AFTER_FAILURE_MS = 20_000;

export class WarmSemantics {
  readonly #options: WarmSemanticsOptions;
  readonly #roots = new Map<string, WarmRoot>();
  readonly #closing = new AbortController();

  constructor(options: WarmSemanticsOptions) {
    this.#options = options;
  }

  /** A question was answered from this generation; another process may have had its tree compiled. */
  touch(root: string, generation: number): void {
    const state = this.#stateOf(root);
    state.asked = generation;
    if (state.generation === generation || state.unseen === generation) return;
    if (state.isWarm) this.#start(root, state);
    else this.#wait(root, state, this.#options.lookAfterMs ?? LOOK_AFTER_MS);
  }

  /** A tree changed and came to rest. */
  edited(root: string): void {
    const state = this.#roots.get(root);
    if (state?.isWarm) this.#start(root, state);
  }

  /** What the last run failed with; null when it did not. */
  problemOf(root: string): Problem | null {
    return this.#roots.get(root)?.problem ?? null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const { timer } of this.#roots.values()) clearTimeout(timer?.handle);
    await Promise.all([...this.#roots.values()].map(({ running }) => running));
  }

  #wait(root: string, state: WarmRoot, ms: number): void {
    const dueMs = performance.now() + ms;
    if (this.#closing.signal.aborted || (state.timer && state.timer.dueMs <= dueMs)) return;
    clearTimeout(state.timer?.handle);
    const start = () => {
      state.timer = null;
      // A timer counts from when its turn of the loop began, so it may come too early.
      const leftMs = dueMs - performance.now();
      if (leftMs > 0) this.#wait(root, state, leftMs);
      else this.#start(root, state);
    };
    state.timer = { handle: setTimeout(start, Math.ceil(ms)).unref(), dueMs };
  }

  #start(root: string, state: WarmRoot): void {
    if (this.#closing.signal.aborted) return;
    state.isDueAgain = state.running !== null;
    if (state.running) return;
    const pauseMs = state.notBeforeMs - performance.now();
    if (pauseMs > 0) {
      this.#wait(root, state, pauseMs);
      return;
    }
    state.running = this.#run(root, state).finally(() => {
      state.running = null;
      if (state.isDueAgain) this.#start(root, state);
    });
  }

  async #run(root: string, state: WarmRoot): Promise<void> {
    const beginAfterMs = this.#options.beginAfterMs ?? BEGIN_AFTER_MS;
    const askedForMs = performance.now() - state.askedAtMs;
    const mayBegin = askedForMs >= beginAfterMs;
    const { asked } = state;
    try {
      const refined = await this.#options.refine(root, { mayBegin, signal: this.#closing.signal });
      state.problem = null;
      if (refined) {
        state.isWarm = true;
        state.generation = refined.generation;
      } else {
        state.unseen = asked;
        if (!mayBegin) this.#wait(root, state, beginAfterMs - askedForMs);
      }
    } catch (error) {
      state.notBeforeMs = performance.now() + PAUSE_AFTER_FAILURE_MS;
      const code = error instanceof AppError ? error.code : "SEMANTICS_CRASHED";
      state.problem = { code, message: (error as Error).message };
    }
  }

  #stateOf(root: string): WarmRoot {
    let state = this.#roots.get(root);
    if (!state) {
      state = {
        askedAtMs: performance.now(),
        isWarm: false,
        generation: -1,
        asked: -1,
        unseen: -1,
        running: null,
        isDueAgain: false,
        timer: null,
        notBeforeMs: 0,
        problem: null,
      };
      this.#roots.set(root, state);
    }
    return state;
  }
}
