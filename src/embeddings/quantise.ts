/**
 * Vectors are kept as int8, each scaled so that its largest part is ±127. The scale is not kept: only directions are
 * compared, and the length of a row can be computed from the row.
 */
const LARGEST = 127;

type Numbers = Int32Array | Float64Array | Float32Array | readonly number[];

/** Writes the direction of `values[from, from + dims)` to `out[to, …)`; a vector of zeros stays one. */
export function quantiseInto(values: Numbers, from: number, dims: number, out: Int8Array, to: number): void {
  let largest = 0;
  for (let at = from; at < from + dims; at++) {
    const size = Math.abs(values[at]!);
    if (size > largest) largest = size;
  }
  const factor = largest > 0 ? LARGEST / largest : 0;
  for (let at = 0; at < dims; at++) out[to + at] = roundAway(values[from + at]! * factor);
}

/** Halves away from zero, by truncation, which costs a fraction of Math.round. */
function roundAway(value: number): number {
  return (value + (value < 0 ? -0.5 : 0.5)) | 0;
}

/**
 * Rows of a blob as they are stored: one per chunk, then one for the whole, which is the mean of the directions of
 * the chunks. `values` holds chunk after chunk.
 */
export function quantiseBlob(values: Numbers, chunks: number, dims: number): Int8Array {
  const rows = new Int8Array((chunks + 1) * dims);
  const whole = new Float64Array(dims);
  for (let chunk = 0; chunk < chunks; chunk++) quantiseChunk(values, chunk * dims, dims, rows, whole);
  quantiseInto(whole, 0, dims, rows, chunks * dims);
  return rows;
}

/** Two passes: this is a sixth of what embedding costs. A function of its own, because V8 compiles long loops twice. */
function quantiseChunk(
  values: Numbers,
  from: number,
  dims: number,
  rows: Int8Array,
  whole: Float64Array,
): void {
  let largest = 0;
  let squares = 0;
  for (let at = from; at < from + dims; at++) {
    const value = values[at]!;
    const size = value < 0 ? -value : value;
    if (size > largest) largest = size;
    squares += value * value;
  }
  if (largest === 0) return;
  const factor = LARGEST / largest;
  const share = 1 / Math.sqrt(squares);
  for (let at = 0; at < dims; at++) {
    const value = values[from + at]!;
    rows[from + at] = roundAway(value * factor);
    whole[at]! += value * share;
  }
}
