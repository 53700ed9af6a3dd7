/** The nearest rows by comparing all of them: exact, and what every other way of finding them is measured by. */
import type { BlobVectors, NearRow } from "./contract.ts";

export async function scanNearest(
  all: AsyncIterable<BlobVectors>,
  question: ArrayLike<number>,
  k: number,
): Promise<NearRow[]> {
  const dims = question.length;
  const length = lengthOf(question, 0, dims);
  const found: NearRow[] = [];
  if (k <= 0 || length === 0) return found;
  for await (const { blob, rows } of all) {
    for (let row = 0; (row + 1) * dims <= rows.length; row++) {
      const own = lengthOf(rows, row * dims, dims);
      if (own === 0) continue;
      found.push({ blob, row, cosine: dot(question, rows, row * dims) / (length * own) });
    }
    // Twice as many as are wanted are kept before they are sorted, so memory does not grow with the number of rows.
    if (found.length > 2 * k + rows.length) keepNearest(found, k);
  }
  return keepNearest(found, k);
}

/** Best first; sorts the list in place and cuts it. */
export function keepNearest(found: NearRow[], k: number): NearRow[] {
  found.sort((a, b) => b.cosine - a.cosine || a.blob - b.blob || a.row - b.row);
  if (found.length > k) found.length = k;
  return found;
}

function dot(question: ArrayLike<number>, rows: Int8Array, from: number): number {
  let sum = 0;
  for (let at = 0; at < question.length; at++) sum += question[at]! * rows[from + at]!;
  return sum;
}

function lengthOf(values: ArrayLike<number>, from: number, dims: number): number {
  let sum = 0;
  for (let at = from; at < from + dims; at++) sum += values[at]! * values[at]!;
  return Math.sqrt(sum);
}
