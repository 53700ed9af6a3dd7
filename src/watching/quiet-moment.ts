/** Tells when a run of events is over, and whether it was a burst: a branch switched, a rebase, a build. */

export interface QuietMomentOptions {
  /** Called once the events stopped, when there were at least `BURST_EVENTS` of them. */
  onBurstEnded: () => void;
  /** Called once the events stopped, however many there were. */
  onQuiet?: (() => void) | undefined;
}

/** Fewer are an edit or two, which the next question takes up at no great cost. */
export const BURST_EVENTS = 64;
const QUIET_MS = 200;
/** During a flood the wait is longer: git pauses between removing and writing files. */
const FLOOD_EVENTS = 2_000;
const FLOOD_QUIET_MS = 700;
/** A build that never pauses must not put the update off for ever. */
const LONGEST_MS = 10_000;

export class QuietMoment {
  readonly #options: QuietMomentOptions;
  #events = 0;
  #startedAt = 0;
  #lastAt = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: QuietMomentOptions) {
    this.#options = options;
  }

  count(): void {
    const now = performance.now();
    if (this.#events === 0) this.#startedAt = now;
    this.#events += 1;
    this.#lastAt = now;
    this.#timer ??= this.#wait(QUIET_MS);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#events = 0;
  }

  /** One timer per run of events, which looks again instead of being set anew thousands of times. */
  #wait(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#look(), ms).unref();
  }

  #look(): void {
    const now = performance.now();
    const quietMs = this.#events >= FLOOD_EVENTS ? FLOOD_QUIET_MS : QUIET_MS;
    const leftMs = quietMs - (now - this.#lastAt);
    if (leftMs > 0 && now - this.#startedAt < LONGEST_MS) {
      this.#timer = this.#wait(leftMs);
      return;
    }
    const isBurst = this.#events >= BURST_EVENTS;
    this.stop();
    if (isBurst) this.#options.onBurstEnded();
    this.#options.onQuiet?.();
  }
}
