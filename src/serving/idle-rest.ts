/**
 * A server that nobody asks gives memory back: an editor keeps one per window for days. First what is garbage
 * already; when that is not enough, what the next question can read again from the index.
 */
import { collectGarbage } from "./collect-garbage.ts";

/** Long enough after the last call that its followers come before, short enough to count as idle for a person. */
const QUIET_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
/** Above this after collecting, caches go too, which costs the next question the time to fill them. The promise is 150 MB; Node itself takes 70. */
const LARGE_BYTES = 125 * 1024 * 1024;
/** V8 gives freed pages back to the system in the background. */
const SETTLE_MS = 1_000;
/** New space shrinks, by up to 30 MB, only in a collection that finds little allocated in the five seconds before it. */
const SHRINK_AFTER_MS = 5_500;
/** Asked without a break, V8 lets garbage grow for hours; once in so long it goes between two calls. */
const BUSY_COLLECT_EVERY_MS = 60_000;
/** Where there is no moment between two calls, one call in so long waits for it: a tenth of a second for 80 MB. */
const COLLECT_AT_LAST_MS = 2 * 60_000;
/** Where that takes long, for a large index or on a busy machine, it is done as much more seldom. */
const COLLECTING_SHARE = 1 / 500;
/** An index with many free pages is smaller after some quiet hours, and no step is felt. */
const UPKEEP_EVERY_MS = 5 * 60_000;

export interface Activity {
  /** A call or an update is under way. */
  isBusy: boolean;
  /** Grows with every one that was begun. */
  count: number;
}

export interface IdleRestOptions {
  activity: () => Activity;
  /** Drops caches; what was dropped is read again when it is needed. */
  releaseMemory: () => void;
  /** A short step of upkeep of what is open; must not throw. */
  keepUp?: () => void;
  rssBytes?: () => number;
  nowMs?: () => number;
  collectGarbage?: () => void;
}

type Stage = "active" | "collected" | "shrunk" | "resting";

export class IdleRest {
  readonly #options: IdleRestOptions;
  readonly #rssBytes: () => number;
  readonly #nowMs: () => number;
  readonly #collect: () => void;
  #stage: Stage = "active";
  #count = 0;
  #sinceMs: number;
  #collectedMs: number;
  #tookMs = 0;

  constructor(options: IdleRestOptions) {
    this.#options = options;
    this.#rssBytes = options.rssBytes ?? (() => process.memoryUsage.rss());
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#collect = () => {
      const startedMs = this.#nowMs();
      (options.collectGarbage ?? collectGarbage)();
      this.#collectedMs = this.#nowMs();
      this.#tookMs = this.#collectedMs - startedMs;
    };
    this.#sinceMs = this.#nowMs();
    this.#collectedMs = this.#sinceMs;
  }

  /** Looks from time to time without keeping the process alive. */
  start(): NodeJS.Timeout {
    return setInterval(() => this.check(), LOOK_EVERY_MS).unref();
  }

  check(): void {
    const { isBusy, count } = this.#options.activity();
    if (isBusy || count !== this.#count) {
      this.#count = count;
      this.#enter("active");
      const everyMs = isBusy ? COLLECT_AT_LAST_MS : BUSY_COLLECT_EVERY_MS;
      const dueAfterMs = Math.max(everyMs, this.#tookMs / COLLECTING_SHARE);
      if (this.#nowMs() - this.#collectedMs >= dueAfterMs && this.#isLarge()) this.#collect();
      return;
    }
    const quietMs = this.#nowMs() - this.#sinceMs;
    if (this.#stage === "active" && quietMs >= QUIET_MS) {
      this.#collect();
      this.#enter("collected");
    } else if (this.#stage === "collected" && quietMs >= SHRINK_AFTER_MS) {
      if (this.#isLarge()) this.#collect();
      this.#enter("shrunk");
    } else if (this.#stage === "shrunk" && quietMs >= SETTLE_MS) {
      if (this.#isLarge()) {
        this.#options.releaseMemory();
        this.#collect();
      }
      this.#enter("resting");
      this.#options.keepUp?.();
    } else if (this.#stage === "resting" && quietMs >= UPKEEP_EVERY_MS) {
      this.#enter("resting");
      this.#options.keepUp?.();
    }
  }

  #isLarge(): boolean {
    return this.#rssBytes() > LARGE_BYTES;
  }

  #enter(stage: Stage): void {
    this.#stage = stage;
    this.#sinceMs = this.#nowMs();
  }
}
