/** Messages of one request, read in order by one reader; ends with `close` or fails with `fail`. */
export class Inbox<T> {
  readonly #items: T[] = [];
  #isClosed = false;
  #failure: { error: unknown } | null = null;
  #wake: () => void = () => {};

  push(item: T): void {
    this.#items.push(item);
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  /** What arrived before a failure is still delivered. */
  async *read(): AsyncGenerator<T> {
    for (;;) {
      while (this.#items.length > 0) yield this.#items.shift()!;
      if (this.#failure) throw this.#failure.error;
      if (this.#isClosed) return;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }
}
