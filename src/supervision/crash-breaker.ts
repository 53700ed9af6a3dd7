/** When a process that keeps crashing may be started again. Pure: the caller brings the time. */

import { backOffMs } from "./back-off.ts";

export interface BreakerLimits {
  /** So many crashes ... */
  maxCrashes: number;
  /** ... within this time stop it ... */
  windowMs: number;
  /** First pause after a crash; doubled with each further one in the window. */
  firstPauseMs: number;
  longestPauseMs: number;
}

export const BREAKER_LIMITS: BreakerLimits = {
  maxCrashes: 5,
  windowMs: 3 * 60_000,
  firstPauseMs: 200,
  longestPauseMs: 10_000,
};

export class CrashBreaker {
  readonly #limits: BreakerLimits;
  #crashes: number[] = [];

  constructor(limits: BreakerLimits = BREAKER_LIMITS) {
    this.#limits = limits;
  }

  noteCrash(now: number): void {
    this.#crashes = [...this.#recent(now), now];
  }

  /** A request that ended well shows that the process works; only what follows counts. */
  noteSuccess(): void {
    this.#crashes = [];
  }

  /** `stoppedUntil`: no start before; `pauseMs`: how long to wait before the next start. */
  state(now: number): { crashes: number; stoppedUntil: number | null; pauseMs: number } {
    const recent = this.#recent(now);
    const { maxCrashes, windowMs, firstPauseMs, longestPauseMs } = this.#limits;
    const isStopped = recent.length >= maxCrashes;
    const last = recent.at(-1);
    const pause = backOffMs(recent.length, firstPauseMs, longestPauseMs);
    return {
      crashes: recent.length,
      stoppedUntil: isStopped ? recent.at(-maxCrashes)! + windowMs : null,
      pauseMs: last === undefined ? 0 : Math.max(0, last + pause - now),
    };
  }

  #recent(now: number): number[] {
    return this.#crashes.filter((at) => now - at < this.#limits.windowMs);
  }
}
