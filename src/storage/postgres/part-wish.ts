/**
 * How a process that waits tells the writer of a first index that it would take a part: it notes the time in the row of
 * the place for as long as it waits. Who was killed notes it no more, so nothing has to be cleaned up.
 */
import type { Database } from "./database.ts";

/** Seldom enough to cost nothing beside the waiting; the writer is asked of it for every file. */
const MAKE_EVERY_MS = 500;
const LOOK_EVERY_MS = 500;
/** An older one is of somebody who went away. */
const COUNTS_FOR_S = 3;

export class PartWish {
  readonly #database: () => Database;
  readonly #key: string;
  #madeAtMs = Number.NEGATIVE_INFINITY;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #isMade = false;

  constructor(database: () => Database, key: string) {
    this.#database = database;
    this.#key = key;
  }

  make(): void {
    const nowMs = performance.now();
    if (nowMs - this.#madeAtMs < MAKE_EVERY_MS) return;
    this.#madeAtMs = nowMs;
    // A role that may only read: the question then waits for the whole.
    this.#database()
      .run("UPDATE @place SET part_asked_at = now() WHERE key = $1", [this.#key])
      .catch(() => {});
  }

  /** As it was when it was last looked at; looks again meanwhile. */
  isMade(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#lookedAtMs >= LOOK_EVERY_MS) {
      this.#lookedAtMs = nowMs;
      this.#look().catch(() => {});
    }
    return this.#isMade;
  }

  async #look(): Promise<void> {
    const [row] = await this.#database().read<{ is_made: boolean | null }>(
      `SELECT part_asked_at > now() - interval '${COUNTS_FOR_S} seconds' AS is_made FROM @place WHERE key = $1`,
      [this.#key],
    );
    this.#isMade = row?.is_made === true;
  }
}
