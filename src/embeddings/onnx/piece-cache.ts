/** Keeps what was computed last for a bounded number of keys; emptied when full. */
export class PieceCache<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  getOrMake(key: Key, make: () => Value): Value {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (this.#entries.size >= this.#limit) this.#entries.clear();
    this.#entries.set(key, value);
    return value;
  }
}
