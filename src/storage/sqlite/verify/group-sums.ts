import { crc32 } from "node:zlib";
import { eachGroup } from "../../segments/block.ts";
import type { SegmentSet } from "../../segments/segment-set.ts";

/**
 * Count and order-free checksum of (key, extra) pairs per id. Two sides that must agree are summed apart and
 * compared, in memory that grows with ids, not with pairs.
 */
export class GroupSums {
  readonly #sums = new Map<number, { count: number; sum: number }>();

  add(id: number, key: string, extra: number): void {
    const known = this.#sums.get(id) ?? { count: 0, sum: 0 };
    known.count += 1;
    known.sum = (known.sum + crc32(key, extra)) >>> 0;
    this.#sums.set(id, known);
  }

  /** Ids whose pairs differ between the two sides, ascending. */
  differences(other: GroupSums): number[] {
    const ids = new Set([...this.#sums.keys(), ...other.#sums.keys()]);
    const differing = [...ids].filter((id) => {
      const [a, b] = [this.#sums.get(id), other.#sums.get(id)];
      return a?.count !== b?.count || a?.sum !== b?.sum;
    });
    return differing.sort((a, b) => a - b);
  }
}

/** Visits every group of a set; throws when keys do not ascend. */
export function eachGroupOfSet(
  set: SegmentSet,
  visit: (key: string, id: number, bytes: Uint8Array, start: number, end: number) => void,
): void {
  let previous: string | undefined;
  for (const { key, runs } of set.keysFrom("")) {
    if (previous !== undefined && key <= previous)
      throw new Error(`key ${JSON.stringify(key)} is out of order`);
    previous = key;
    for (const { bytes, start, end } of runs) {
      eachGroup(bytes, start, end, (id, from, to) => visit(key, id, bytes, from, to));
    }
  }
}
