/**
 * How long several members that are read side by side are waited for. They share one thread, so what one takes the
 * others wait for: late is who is not done though nobody was done with anything for that long.
 */
class Late extends Error {}

export class Patience {
  readonly #ms: number;
  /** Ends the wait for each reading that is not done. */
  readonly #waiting = new Set<(late: Late) => void>();
  #held = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  async waitFor<T>(work: Promise<T>): Promise<T> {
    if (this.#ms === Number.POSITIVE_INFINITY) return work;
    let giveUp: (late: Late) => void = () => {};
    const late = new Promise<never>((_resolve, reject) => {
      giveUp = reject;
    });
    this.#waiting.add(giveUp);
    this.#startAnew();
    try {
      return await Promise.race([work, late]);
    } finally {
      this.#waiting.delete(giveUp);
      this.#startAnew();
    }
  }

  /** Work that takes as long as it takes: nobody is late meanwhile. */
  async holding<T>(work: () => Promise<T>): Promise<T> {
    this.#held += 1;
    this.#startAnew();
    try {
      return await work();
    } finally {
      this.#held -= 1;
      this.#startAnew();
    }
  }

  #startAnew(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0 || this.#held > 0) return;
    this.#timer = setTimeout(() => {
      const late = new Late(`gave no answer within ${this.#ms} ms`);
      for (const giveUp of this.#waiting) giveUp(late);
    }, this.#ms);
  }
}
