/** Keeps what was used last, up to a total weight. */
export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, { value: Value; weight: number }>();
  #weight = 0;
  readonly #maxWeight: number;
  readonly #weigh: (value: Value) => number;

  constructor(maxWeight: number, weigh: (value: Value) => number = () => 1) {
    this.#maxWeight = maxWeight;
    this.#weigh = weigh;
  }

  get totalWeight(): number {
    return this.#weight;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    const weight = this.#weigh(value);
    if (weight > this.#maxWeight) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) return;
      this.delete(oldest);
    }
  }

  getOrMake(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#weight -= entry.weight;
    this.#entries.delete(key);
  }

  /** Forgets what is of no use any more before its turn comes. */
  keepOnly(isUseful: (key: Key) => boolean): void {
    for (const key of [...this.#entries.keys()]) if (!isUseful(key)) this.delete(key);
  }

  keys(): Key[] {
    return [...this.#entries.keys()];
  }

  values(): Value[] {
    return [...this.#entries.values()].map(({ value }) => value);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
