import fc from "fast-check";
import { expect, it } from "vitest";
import { ADDITION_BYTES, createRowKernel } from "./builtin/row-kernel.ts";
import { createDotKernel } from "./dot-kernel.ts";
import { plainDotKernel, plainRowKernel } from "./plain-kernels.ts";
import { compileKernels, createMemory } from "./wasm-assembler.ts";

const LANES = 8;
const int8 = fc.integer({ min: -128, max: 127 });
const int16 = fc.integer({ min: -2_047, max: 2_047 });

it("code that V8 does not take is no kernel, and then the plain one is used", () => {
  expect(compileKernels([{ name: "odd", parameters: 0, locals: [], body: [0xff] }])).toBeNull();
});

it("dot products and squares are the same to the bit, for any rows", () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 9 }), fc.nat());
  fc.assert(
    fc.property(sizes, ([lanes, count, seed]) => {
      const stride = lanes * LANES;
      const query = 64;
      const rows = query + stride * 2;
      const scales = Math.ceil((rows + count * stride) / 4) * 4;
      const out = scales + count * 4;
      const fast = createDotKernel(out + count * 4);
      const plain = plainDotKernel(createMemory(out + count * 4));
      expect(fast.dots).not.toBe(plain.dots);
      for (const { memory } of [fast, plain]) {
        new Int16Array(memory.buffer, query, stride).set(fc.sample(int16, { numRuns: stride, seed }));
        new Int8Array(memory.buffer, rows, count * stride).set(
          fc.sample(int8, { numRuns: count * stride, seed: seed + 1 }),
        );
      }
      const results = [fast, plain].map((kernel) => {
        const rowsEnd = rows + count * stride;
        kernel.squares(rows, rowsEnd, stride, scales);
        const squares = new Uint32Array(kernel.memory.buffer, scales, count).slice();
        kernel.dots(rows, rowsEnd, query, rows, scales, out);
        return [...squares, ...new Uint32Array(kernel.memory.buffer, out, count)];
      });
      expect(results[1]).toEqual(results[0]);
    }),
    { numRuns: 300 },
  );
});

it("weighted sums of rows are the same, for any list of additions", () => {
  const addition = fc.tuple(fc.nat(3), fc.nat(4), fc.integer({ min: -40_000, max: 40_000 }));
  fc.assert(
    fc.property(fc.array(addition, { minLength: 1, maxLength: 60 }), fc.nat(), (additions, seed) => {
      const dims = 24;
      const list = 64;
      const listEnd = list + additions.length * ADDITION_BYTES;
      const rows = Math.ceil(listEnd / 16) * 16;
      const sums = rows + 5 * dims + (16 - ((5 * dims) % 16));
      const results = [createRowKernel, plainRowKernel].map((create) => {
        const memory = createMemory(sums + 4 * dims * 4);
        new Int8Array(memory.buffer, rows, 5 * dims).set(fc.sample(int8, { numRuns: 5 * dims, seed }));
        const words = additions.flatMap(([sum, row, weight]) => [
          sums + sum * dims * 4,
          rows + row * dims,
          weight,
        ]);
        new Int32Array(memory.buffer, list, words.length).set(words);
        create(memory)(list, listEnd, dims);
        return [...new Int32Array(memory.buffer, sums, 4 * dims)];
      });
      expect(results[1]).toEqual(results[0]);
    }),
    { numRuns: 300 },
  );
});
