import { ByteWriter } from "../../codec/byte-writer.ts";
import { type FinishedSegment, SegmentWriter } from "./segment-writer.ts";

/**
 * Collects groups in the order blobs come and sorts them by key at the end. Groups are numbers in typed arrays and
 * payloads lie in one buffer: a batch has hundreds of thousands of groups, so none of them is an object.
 */
export class SegmentBuilder {
  readonly payload = new ByteWriter(256 * 1024);
  readonly #numberOfKey = new Map<string, number>();
  readonly #keys: string[] = [];
  #groupKeys = new Uint32Array(4096);
  #groupIds = new Uint32Array(4096);
  #groupStarts = new Uint32Array(4096);
  #groupCount = 0;

  keyNumber(key: string): number {
    let number = this.#numberOfKey.get(key);
    if (number === undefined) {
      number = this.#keys.length;
      this.#keys.push(key);
      this.#numberOfKey.set(key, number);
    }
    return number;
  }

  /** Starts a group; what is then written to `payload` belongs to it. Ids of one key must come ascending. */
  startGroup(keyNumber: number, id: number): void {
    const at = this.#groupCount;
    if (at === this.#groupKeys.length) this.#grow();
    this.#groupKeys[at] = keyNumber;
    this.#groupIds[at] = id;
    this.#groupStarts[at] = this.payload.length;
    this.#groupCount = at + 1;
  }

  build(): FinishedSegment {
    const { starts, order } = this.#groupsByKey();
    const groupCount = this.#groupCount;
    const groupIds = this.#groupIds;
    const groupStarts = this.#groupStarts;
    const payload = this.payload.bytes;
    const writer = new SegmentWriter();
    for (const key of this.#keys.slice().sort()) {
      const number = this.#numberOfKey.get(key)!;
      writer.startKey(key);
      for (let at = starts[number]!; at < starts[number + 1]!; at++) {
        const group = order[at]!;
        const end = group + 1 < groupCount ? groupStarts[group + 1]! : this.payload.length;
        writer.addGroup(groupIds[group]!, payload, groupStarts[group]!, end);
      }
      writer.endKey();
    }
    return writer.finish();
  }

  /** Counting sort, stable: groups of a key keep their order. */
  #groupsByKey(): { starts: Uint32Array; order: Uint32Array } {
    const starts = new Uint32Array(this.#keys.length + 1);
    for (let at = 0; at < this.#groupCount; at++) starts[this.#groupKeys[at]! + 1]!++;
    for (let key = 1; key < starts.length; key++) starts[key]! += starts[key - 1]!;
    const next = starts.slice();
    const order = new Uint32Array(this.#groupCount);
    for (let at = 0; at < this.#groupCount; at++) order[next[this.#groupKeys[at]!]!++] = at;
    return { starts, order };
  }

  #grow(): void {
    this.#groupKeys = doubled(this.#groupKeys);
    this.#groupIds = doubled(this.#groupIds);
    this.#groupStarts = doubled(this.#groupStarts);
  }
}

function doubled(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(values.length * 2);
  grown.set(values);
  return grown;
}
