import type { AppError } from "../core/errors.ts";
import { refusal } from "./refusal.ts";

/** A bucket that fills steadily: bursts are served, floods are told to wait. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #nowMs: () => number;
  #left: number;
  #filledAtMs: number;

  constructor(options: { perSecond: number; burst: number; nowMs?: () => number }) {
    this.#perSecond = options.perSecond;
    this.#burst = options.burst;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#left = options.burst;
    this.#filledAtMs = this.#nowMs();
  }

  /** Takes one, or says why not. */
  take(): AppError | null {
    const nowMs = this.#nowMs();
    this.#left = Math.min(this.#burst, this.#left + ((nowMs - this.#filledAtMs) / 1000) * this.#perSecond);
    this.#filledAtMs = nowMs;
    if (this.#left < 1)
      return refusal("HTTP_RATE_LIMITED", `more than ${this.#perSecond} requests per second`);
    this.#left -= 1;
    return null;
  }
}
