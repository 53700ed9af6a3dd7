import fc from "fast-check";
import { expect, it } from "vitest";
import { RowMemory } from "./row-memory.ts";
import { LIST_END, RowSums } from "./row-sums.ts";

const STRIDE = 24;
const ROWS = 5;
const matrix = Int8Array.from({ length: ROWS * STRIDE }, (_, at) => ((at * 89) % 255) - 127);

function rowMemory(): RowMemory {
  return new RowMemory(LIST_END, ROWS, STRIDE, (row, to, at) =>
    to.set(matrix.subarray(row * STRIDE, (row + 1) * STRIDE), at),
  );
}

/** [sum, row, weight] */
type Addition = [number, number, number];

function plainSums(count: number, dims: number, additions: readonly Addition[]): number[] {
  const sums = new Array<number>(count * dims).fill(0);
  for (const [sum, row, weight] of additions)
    for (let at = 0; at < dims; at++) sums[sum * dims + at]! += weight * matrix[row * STRIDE + at]!;
  return sums;
}

it("sums are those of plain arithmetic, in every size, one blob after the other", () => {
  for (const dims of [8, 16, 24]) {
    const sums = new RowSums(rowMemory(), dims);
    const addition = fc.tuple(
      fc.nat(3),
      fc.nat(ROWS - 1),
      fc.oneof(fc.integer({ min: -40_000, max: 40_000 }), fc.constant(2 ** 24), fc.constant(-(2 ** 23))),
    );
    fc.assert(
      fc.property(fc.array(addition, { maxLength: 40 }), (additions) => {
        sums.start(4);
        for (const [sum, row, weight] of additions) sums.add(sum, row, weight);
        expect([...sums.finish()]).toEqual(plainSums(4, dims, additions));
      }),
      { numRuns: 60 },
    );
  }
});

it("more additions than the list holds, and more sums than the memory had, come out right", () => {
  const sums = new RowSums(rowMemory(), 16);
  const additions = Array.from(
    { length: 40_000 },
    (_, at): Addition => [at % 3_000, at % ROWS, (at % 7) - 3],
  );
  for (const count of [10, 3_000]) {
    const own = additions.filter(([sum]) => sum < count);
    sums.start(count);
    for (const [sum, row, weight] of own) sums.add(sum, row, weight);
    expect([...sums.finish()]).toEqual(plainSums(count, 16, own));
  }
});
