/**
 * Vectors are kept as int8, each scaled so that its largest part is ±127. The scale is not kept: only directions are
 * compared, and the length of a row can be computed from the row.
 */
const LARGEST = 127;

/** Writes the direction of `values[from, from + dims)` to `out[to, …)`; a vector of zeros stays one. */
export function quantiseInto(
  values: ArrayLike<number>,
  from: number,
  dims: number,
  out: Int8Array,
  to: number,
): void {
  let largest = 0;
  for (let at = from; at < from + dims; at++) largest = Math.max(largest, Math.abs(values[at]!));
  if (largest === 0) {
    out.fill(0, to, to + dims);
    return;
  }
  const factor = LARGEST / largest;
  for (let at = 0; at < dims; at++) out[to + at] = Math.round(values[from + at]! * factor);
}

/**
 * Rows of a blob as they are stored: one per chunk, then one for the whole, which is the mean of the directions of
 * the chunks. `values` holds chunk after chunk.
 */
export function quantiseBlob(values: ArrayLike<number>, chunks: number, dims: number): Int8Array {
  const rows = new Int8Array((chunks + 1) * dims);
  const whole = new Float64Array(dims);
  for (let chunk = 0; chunk < chunks; chunk++) {
    const from = chunk * dims;
    let squares = 0;
    for (let at = from; at < from + dims; at++) squares += values[at]! * values[at]!;
    quantiseInto(values, from, dims, rows, from);
    if (squares === 0) continue;
    const factor = 1 / Math.sqrt(squares);
    for (let at = 0; at < dims; at++) whole[at]! += values[from + at]! * factor;
  }
  quantiseInto(whole, 0, dims, rows, chunks * dims);
  return rows;
}
