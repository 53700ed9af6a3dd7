/**
 * The kernels of this folder in plain JavaScript, to the bit: what they are compared with, and what runs where V8 has no
 * SIMD (docs/design/009). Addresses are bytes of `memory`, as in the kernels.
 */
import type { AddRows } from "./builtin/row-kernel.ts";
import type { DotKernel } from "./dot-kernel.ts";

export function plainDotKernel(memory: WebAssembly.Memory): DotKernel {
  return {
    memory,
    dots(row, rowsEnd, query, queryEnd, scale, out) {
      const { buffer } = memory;
      const parts = new Int16Array(buffer, query, (queryEnd - query) / 2);
      const stride = parts.length;
      const count = (rowsEnd - row) / stride;
      const rows = new Int8Array(buffer, row, count * stride);
      const scales = new Float32Array(buffer, scale, count);
      const results = new Float32Array(buffer, out, count);
      for (let at = 0; at < count; at++) {
        let sum = 0;
        for (let part = 0; part < stride; part++) sum += rows[at * stride + part]! * parts[part]!;
        // Single precision at each step, as the kernel has it.
        results[at] = Math.fround(sum) * scales[at]!;
      }
    },
    squares(row, rowsEnd, bytesPerRow, out) {
      const count = (rowsEnd - row) / bytesPerRow;
      const rows = new Int8Array(memory.buffer, row, count * bytesPerRow);
      const results = new Float32Array(memory.buffer, out, count);
      for (let at = 0; at < count; at++) {
        let sum = 0;
        for (let part = 0; part < bytesPerRow; part++) sum += rows[at * bytesPerRow + part]! ** 2;
        results[at] = sum;
      }
    },
  };
}

export function plainRowKernel(memory: WebAssembly.Memory): AddRows {
  return (list, listEnd, dims) => {
    const words = new Int32Array(memory.buffer);
    const bytes = new Int8Array(memory.buffer);
    for (let at = list >> 2; at < listEnd >> 2; at += 3) {
      const sums = words[at]! >> 2;
      const row = words[at + 1]!;
      const weight = words[at + 2]!;
      for (let part = 0; part < dims; part++) words[sums + part]! += weight * bytes[row + part]!;
    }
  };
}
