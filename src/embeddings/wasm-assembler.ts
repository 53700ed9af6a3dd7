/** The few instructions of WebAssembly that our kernels use, by name, and what makes a module of them. */
import { AppError } from "../core/errors.ts";
import { EMBEDDING_ERRORS } from "./errors.ts";

/** Little-endian base 128, as WebAssembly writes its numbers. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return [...bytes, rest];
}

const vector = (items: readonly number[][]): number[] => [...leb(items.length), ...items.flat()];
const section = (id: number, content: readonly number[]): number[] => [
  id,
  ...leb(content.length),
  ...content,
];
const simd = (code: number): number[] => [0xfd, ...leb(code)];

export const I32 = 0x7f;
export const V128 = 0x7b;
export const LOOP = [0x03, 0x40];
export const END = [0x0b];
/** Back to the start of the innermost loop when the number on the stack is not zero. */
export const AGAIN_IF = [0x0d, 0x00];
export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
export const tee = (local: number): number[] => [0x22, local];
/** Constants below 64, whose signed form is their plain form. */
export const i32 = (value: number): number[] => [0x41, value];
export const ADD = [0x6a];
export const SUB = [0x6b];
export const IS_BELOW = [0x49];
export const LOAD_INT = (offset: number): number[] => [0x28, 0x02, offset];
export const LOAD_FLOAT = [0x2a, 0x02, 0x00];
export const STORE_FLOAT = [0x38, 0x02, 0x00];
export const TO_FLOAT = [0xb2];
export const TIMES = [0x94];
export const ZEROS = [...simd(0x0c), ...new Array<number>(16).fill(0)];
export const loadBytes = (offset: number): number[] => [...simd(0x00), 0x00, offset];
export const storeBytes = (offset: number): number[] => [...simd(0x0b), 0x00, offset];
/** Eight int8 become eight int16. */
export const LOAD_WIDENED = [...simd(0x01), 0x00, 0x00];
/** Four of eight int16 become int32. */
export const WIDEN_FIRST = simd(0xa7);
export const WIDEN_LAST = simd(0xa8);
export const SPREAD = simd(0x11);
export const lane = (at: number): number[] => [...simd(0x1b), at];
export const ADD_LANES = simd(0xae);
export const MULTIPLY_LANES = simd(0xb5);
/** int16 times int16, neighbours added to one int32. */
export const MULTIPLY_PAIRS = simd(0xba);

/** local += bytes */
export const step = (local: number, bytes: number): number[] => [
  ...get(local),
  ...i32(bytes),
  ...ADD,
  ...set(local),
];

export interface Kernel {
  name: string;
  /** All of them i32; no result. */
  parameters: number;
  /** [count, type] of the locals behind the parameters. */
  locals: number[][];
  body: number[];
}

/** Null where V8 does not take the code: on processors for which it has no SIMD. */
export function compileKernels(kernels: readonly Kernel[]): WebAssembly.Module | null {
  const code = assemble(kernels);
  return WebAssembly.validate(code) ? new WebAssembly.Module(code) : null;
}

/** A module that exports these functions over a memory that it imports as `m` of `m`. */
function assemble(kernels: readonly Kernel[]): Uint8Array<ArrayBuffer> {
  const name = (text: string): number[] => vector([...text].map((letter) => [letter.charCodeAt(0)]));
  const types = kernels.map(({ parameters }) => [
    0x60,
    ...vector(new Array<number[]>(parameters).fill([I32])),
    0x00,
  ]);
  const code = kernels.map(({ locals, body }) => {
    const content = [...vector(locals), ...body, ...END];
    return [...leb(content.length), ...content];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector(types)),
    ...section(2, vector([[...name("m"), ...name("m"), 0x02, 0x00, 0x01]])),
    ...section(3, vector(kernels.map((_, at) => [at]))),
    ...section(7, vector(kernels.map((kernel, at) => [...name(kernel.name), 0x00, at]))),
    ...section(10, vector(code)),
  ]);
}

const PAGE_BYTES = 65_536;

export function createMemory(bytes: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE_BYTES)) });
  } catch (cause) {
    throw new AppError(
      "EMBEDDING_OUT_OF_MEMORY",
      "the system refused the memory that vectors are computed in",
      {
        hint: EMBEDDING_ERRORS.EMBEDDING_OUT_OF_MEMORY,
        cause,
        retryable: true,
      },
    );
  }
}

/** Makes the memory at least this large; arrays over its old buffer are worthless afterwards. */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
}
