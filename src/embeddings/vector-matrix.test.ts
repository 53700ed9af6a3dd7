import fc from "fast-check";
import { expect, it } from "vitest";
import { quantiseBlob, quantiseInto } from "./quantise.ts";
import { VectorMatrix } from "./vector-matrix.ts";

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, left, right] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    dot += a[at]! * b[at]!;
    left += a[at]! ** 2;
    right += b[at]! ** 2;
  }
  return left > 0 && right > 0 ? dot / Math.sqrt(left * right) : 0;
}

it("cosines are those of plain arithmetic, for any rows and dimensions", () => {
  const int8 = fc.integer({ min: -128, max: 127 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 6 }),
      fc.nat(),
      (dims, count, seed) => {
        const parts = fc.sample(int8, { numRuns: dims * (count + 1), seed });
        const rows = Int8Array.from(parts.slice(dims));
        const query = parts.slice(0, dims).map((part) => part / 9);
        const matrix = new VectorMatrix(count, dims);
        matrix.setRows(0, rows);
        const cosines = matrix.cosines(query);
        expect(cosines).toHaveLength(count);
        for (let at = 0; at < count; at++)
          expect(cosines[at]).toBeCloseTo(cosine(rows.subarray(at * dims, (at + 1) * dims), query), 3);
      },
    ),
    { numRuns: 200 },
  );
});

it("rows can be set in parts, and those never set count as nothing", () => {
  const matrix = new VectorMatrix(4, 12);
  const row = Int8Array.from({ length: 12 }, (_, at) => at - 5);
  matrix.setRows(3, row);
  expect([...matrix.cosines(row)].map((one) => Math.round(one * 1000))).toEqual([0, 0, 0, 1000]);
  matrix.setRows(0, Int8Array.from([...row.map((part) => -part), ...row]));
  expect([...matrix.cosines(row)].map((one) => Math.round(one * 1000))).toEqual([-1000, 1000, 0, 1000]);
  expect([...matrix.cosines(new Float32Array(12))]).toEqual([0, 0, 0, 0]);
});

it("the largest sums of long vectors do not overflow", () => {
  const dims = 8_192;
  const matrix = new VectorMatrix(1, dims);
  matrix.setRows(0, new Int8Array(dims).fill(-127));
  expect(matrix.cosines(new Float32Array(dims).fill(1))[0]).toBeCloseTo(-1, 4);
});

it("quantised vectors keep their direction", () => {
  const vector = Float32Array.from({ length: 256 }, (_, at) => Math.sin(at * at) / 300);
  const row = new Int8Array(256);
  quantiseInto(vector, 0, 256, row, 0);
  expect(cosine(vector, row)).toBeGreaterThan(0.9999);
  expect(Math.max(...row.map(Math.abs))).toBe(127);
});

it("the whole of a blob is the mean direction of its chunks, long or short", () => {
  const rows = quantiseBlob([100, 0, 0, 0.01, 0, 0], 3, 2);
  expect([...rows]).toEqual([127, 0, 0, 127, 0, 0, 127, 127]);
});
