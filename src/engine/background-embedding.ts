/**
 * Embeds new generations by a model that reads text, beside everything else, in processes that live long enough for
 * it. A run that fails is tried again later, when somebody asks; what it did stays done.
 */
import { AppError, type Problem } from "../core/errors.ts";

interface RootState {
  running: Promise<void> | null;
  /** The generation that is complete. */
  generation: number;
  notBefore: number;
  problem: Problem | null;
}

const PAUSE_AFTER_FAILURE_MS = 60_000;

export class BackgroundEmbedding {
  readonly #roots = new Map<string, RootState>();
  readonly #closing = new AbortController();

  readonly #embed: (root: string, signal: AbortSignal) => Promise<unknown>;

  constructor(embed: (root: string, signal: AbortSignal) => Promise<unknown>) {
    this.#embed = embed;
  }

  /** A generation is being used: makes its missing vectors unless that is under way or was done. */
  touch(root: string, generation: number): void {
    const state = this.#stateOf(root);
    const isDone = state.running !== null || state.generation === generation;
    if (isDone || performance.now() < state.notBefore || this.#closing.signal.aborted) return;
    state.running = this.#embed(root, this.#closing.signal)
      .then(
        () => {
          state.generation = generation;
          state.problem = null;
        },
        (error: unknown) => {
          state.notBefore = performance.now() + PAUSE_AFTER_FAILURE_MS;
          const code = error instanceof AppError ? error.code : "EMBEDDING_CANCELLED";
          state.problem = { code, message: (error as Error).message };
        },
      )
      .finally(() => {
        state.running = null;
      });
  }

  /** What the last run failed with; null when it did not. */
  problemOf(root: string): Problem | null {
    return this.#roots.get(root)?.problem ?? null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#roots.values()].map(({ running }) => running));
  }

  #stateOf(root: string): RootState {
    let state = this.#roots.get(root);
    if (!state) {
      state = { running: null, generation: -1, notBefore: 0, problem: null };
      this.#roots.set(root, state);
    }
    return state;
  }
}
