/** Adds weighted int8 rows to sums of int32, in WebAssembly with SIMD: embedding then is a small share of parsing. */
import { plainRowKernel } from "../plain-kernels.ts";
import {
  ADD_LANES,
  AGAIN_IF,
  compileKernels,
  END,
  get,
  I32,
  IS_BELOW,
  i32,
  type Kernel,
  LOAD_INT,
  LOAD_WIDENED,
  LOOP,
  loadBytes,
  MULTIPLY_LANES,
  SPREAD,
  SUB,
  set,
  step,
  storeBytes,
  tee,
  V128,
  WIDEN_FIRST,
  WIDEN_LAST,
} from "../wasm-assembler.ts";

/** What one addition takes in a list: address of the sums, address of the row, weight; all int32. */
export const ADDITION_BYTES = 12;

/** addRows(list, listEnd, dims): for each addition of the list, sums += weight * row. */
const ADD_ROWS = ((): Kernel => {
  const [list, listEnd, dims, sums, row, left, weight, part] = [0, 1, 2, 3, 4, 5, 6, 7];
  /** Four sums at a distance from `sums`. */
  const addFour = (widen: readonly number[], offset: number): number[] => [
    ...get(sums),
    ...[...get(part), ...widen, ...get(weight), ...MULTIPLY_LANES],
    ...[...get(sums), ...loadBytes(offset), ...ADD_LANES],
    ...storeBytes(offset),
  ];
  const body = [
    ...LOOP,
    ...[...get(list), ...LOAD_INT(0), ...set(sums), ...get(list), ...LOAD_INT(4), ...set(row)],
    ...[...get(list), ...LOAD_INT(8), ...SPREAD, ...set(weight), ...get(dims), ...set(left)],
    ...LOOP,
    ...[...get(row), ...LOAD_WIDENED, ...set(part)],
    ...[...addFour(WIDEN_FIRST, 0), ...addFour(WIDEN_LAST, 16)],
    ...[...step(row, 8), ...step(sums, 32)],
    ...[...get(left), ...i32(8), ...SUB, ...tee(left), ...AGAIN_IF],
    ...END,
    ...[...step(list, ADDITION_BYTES), ...get(list), ...get(listEnd), ...IS_BELOW, ...AGAIN_IF],
    ...END,
  ];
  const locals = [
    [3, I32],
    [2, V128],
  ];
  return { name: "addRows", parameters: 3, locals, body };
})();

export type AddRows = (list: number, listEnd: number, dims: number) => void;

export function createRowKernel(memory: WebAssembly.Memory): AddRows {
  const module = compileKernels([ADD_ROWS]);
  if (!module) return plainRowKernel(memory);
  const { exports } = new WebAssembly.Instance(module, { m: { m: memory } });
  return (exports as { addRows: AddRows }).addRows;
}
