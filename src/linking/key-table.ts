/** Which files show a key. Two typed arrays in buckets by the key's upper bits: building it is one pass, no sorting. */
export class KeyTable {
  readonly #shift: number;
  /** Where each bucket starts in the other two; one more than there are buckets. */
  readonly #starts: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #owners: Uint32Array;

  /** Keys by owner; null for an owner that is not looked up here. */
  constructor(keysByOwner: readonly (Uint32Array | null)[]) {
    const total = keysByOwner.reduce((sum, keys) => sum + (keys?.length ?? 0), 0);
    const bits = Math.max(1, Math.ceil(Math.log2(total + 1)));
    this.#shift = 32 - bits;
    this.#starts = new Uint32Array(2 ** bits + 1);
    this.#keys = new Uint32Array(total);
    this.#owners = new Uint32Array(total);
    eachKey(keysByOwner, (key) => this.#starts[(key >>> this.#shift) + 1]!++);
    for (let at = 1; at < this.#starts.length; at++) this.#starts[at]! += this.#starts[at - 1]!;
    const next = this.#starts.slice();
    eachKey(keysByOwner, (key, owner) => {
      const at = next[key >>> this.#shift]!++;
      this.#keys[at] = key;
      this.#owners[at] = owner;
    });
  }

  /** Ascending. */
  ownersOf(key: number): number[] {
    const owners: number[] = [];
    const bucket = key >>> this.#shift;
    for (let at = this.#starts[bucket]!; at < this.#starts[bucket + 1]!; at++) {
      if (this.#keys[at] === key) owners.push(this.#owners[at]!);
    }
    return owners;
  }
}

function eachKey(
  keysByOwner: readonly (Uint32Array | null)[],
  visit: (key: number, owner: number) => void,
): void {
  for (let owner = 0; owner < keysByOwner.length; owner++) {
    const keys = keysByOwner[owner];
    if (!keys) continue;
    for (let at = 0; at < keys.length; at++) visit(keys[at]!, owner);
  }
}
