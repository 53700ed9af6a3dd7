/**
 * A memo of bounded size for values that are cheap to compute again. Two maps: when the young one is full it becomes the
 * old one, and what is asked for again moves back; so what is in use stays, at the price of one look-up more.
 */
export class RecentMap<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  readonly #limit: number;
  readonly #keep: (key: Key) => Key;

  /** Twice `limit` entries at most. `keep`: what is kept of a key, such as a copy of one that was cut from a long text. */
  constructor(limit: number, keep: (key: Key) => Key = (key) => key) {
    this.#limit = limit;
    this.#keep = keep;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(this.#keep(key), value);
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
