/** Many rows in few statements: values travel as they are, without a text form of bytes. */
import type { Queries } from "./queries.ts";

/** The protocol counts parameters of a statement in 16 bits. */
const MAX_PARAMETERS = 30_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** `into`: `@table(a, b)`. `suffix`: what is done on a conflict. */
export async function insertRows(
  queries: Queries,
  into: string,
  rows: readonly (readonly unknown[])[],
  suffix = "",
): Promise<void> {
  for (const batch of batchesOf(rows)) await queries.run(insertOf(into, batch, suffix), batch.flat());
}

/** The same with a suffix that says what is given back of the rows that were put. */
export async function insertReturning<T extends object>(
  queries: Queries,
  into: string,
  rows: readonly (readonly unknown[])[],
  suffix: string,
): Promise<T[]> {
  const returned: T[] = [];
  for (const batch of batchesOf(rows))
    returned.push(...(await queries.rows<T>(insertOf(into, batch, suffix), batch.flat())));
  return returned;
}

function insertOf(into: string, batch: readonly (readonly unknown[])[], suffix: string): string {
  const width = batch[0]!.length;
  const places = batch.map((_, row) => `(${parameters(row * width, width)})`).join(",");
  return `INSERT INTO ${into} VALUES ${places} ${suffix}`;
}

function parameters(from: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `$${from + at + 1}`).join(",");
}

function* batchesOf(rows: readonly (readonly unknown[])[]): Generator<(readonly unknown[])[]> {
  let batch: (readonly unknown[])[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = row.reduce<number>((sum, value) => sum + (Buffer.isBuffer(value) ? value.length : 16), 0);
    const isFull = (batch.length + 1) * row.length > MAX_PARAMETERS || bytes + size > MAX_BYTES;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
