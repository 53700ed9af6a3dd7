/**
 * Keeps the serving process below its ceiling. Near it, caches of repositories that are not being asked about go;
 * at it, new calls are turned away until those under way made room; above it with nothing left to give up, the server ends.
 */
import { collectGarbage } from "../serving/collect-garbage.ts";

const UNLOAD_AT = 0.7;
const REFUSE_AT = 0.85;
/** Calls that were admitted get this long to end before the process gives up. */
const HOPELESS_AFTER_MS = 5_000;

export interface MemoryWatchOptions {
  ceilingBytes: number;
  rssBytes?: () => number;
  nowMs?: () => number;
  unload: () => Promise<unknown>;
  /** Calls are being answered, whose end may give memory back. */
  hasCalls: () => boolean;
  collectGarbage?: () => void;
  /** The ceiling cannot be kept any more. */
  onHopeless: () => void;
}

export class MemoryWatch {
  readonly #options: MemoryWatchOptions;
  readonly #rssBytes: () => number;
  readonly #nowMs: () => number;
  readonly #collect: () => void;
  #isFull = false;
  #aboveSinceMs: number | null = null;

  constructor(options: MemoryWatchOptions) {
    this.#options = options;
    this.#rssBytes = options.rssBytes ?? (() => process.memoryUsage.rss());
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#collect = options.collectGarbage ?? collectGarbage;
  }

  /** New calls must wait. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Looks once; to be called about every second. */
  async check(): Promise<void> {
    const { ceilingBytes } = this.#options;
    if (this.#rssBytes() > ceilingBytes * UNLOAD_AT) {
      await this.#options.unload();
      this.#collect();
    }
    const left = this.#rssBytes();
    // With no call to wait for, turning calls away would never end: what is left is what the process needs.
    this.#isFull = left > ceilingBytes || (left > ceilingBytes * REFUSE_AT && this.#options.hasCalls());
    if (left <= ceilingBytes) {
      this.#aboveSinceMs = null;
      return;
    }
    this.#aboveSinceMs ??= this.#nowMs();
    if (this.#nowMs() - this.#aboveSinceMs >= HOPELESS_AFTER_MS) this.#options.onHopeless();
  }
}
