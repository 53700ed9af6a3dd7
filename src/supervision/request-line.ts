import { ChildFailure } from "./endings.ts";

/** One request at a time, in the order they came; a bounded number waits, and who comes beyond is told at once. */
export class RequestLine {
  readonly #maxWaiting: number;
  #tail: Promise<void> = Promise.resolve();
  #length = 0;

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** Those under way and those that wait. */
  get length(): number {
    return this.#length;
  }

  /** Resolves when it is the caller's turn, with what ends the turn. Throws when too many wait. */
  async take(): Promise<() => void> {
    if (this.#length >= this.#maxWaiting) throw new ChildFailure("busy", "too many requests are waiting");
    this.#length += 1;
    const before = this.#tail;
    let release: () => void = () => {};
    this.#tail = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return () => {
      this.#length -= 1;
      release();
    };
  }
}
