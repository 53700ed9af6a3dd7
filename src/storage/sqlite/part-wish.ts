/**
 * How a process that waits for the writer's lock tells the writer of a first index that it would take a part: a file
 * that it touches for as long as it waits. Who was killed touches it no more, so nothing has to be cleaned up.
 */
import { statSync, writeFileSync } from "node:fs";

/** Seldom enough to cost nothing beside the waiting; the writer is asked of it for every file. */
const MAKE_EVERY_MS = 500;
const LOOK_EVERY_MS = 200;
/** An older one is of somebody who went away. */
const COUNTS_FOR_MS = 3_000;

export class PartWish {
  readonly #file: string;
  readonly #now: () => number;
  #madeAtMs = Number.NEGATIVE_INFINITY;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #isMade = false;

  constructor(file: string, now: () => number = Date.now) {
    this.#file = file;
    this.#now = now;
  }

  make(): void {
    if (this.#now() - this.#madeAtMs < MAKE_EVERY_MS) return;
    this.#madeAtMs = this.#now();
    try {
      writeFileSync(this.#file, "", { mode: 0o600 });
    } catch {
      // A full disk: the question then waits for the whole.
    }
  }

  isMade(): boolean {
    if (this.#now() - this.#lookedAtMs < LOOK_EVERY_MS) return this.#isMade;
    this.#lookedAtMs = this.#now();
    const made = statSync(this.#file, { throwIfNoEntry: false });
    this.#isMade = made !== undefined && this.#now() - made.mtimeMs < COUNTS_FOR_MS;
    return this.#isMade;
  }
}
