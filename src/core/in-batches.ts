/** Asks for many things in lists of bounded length, in order: one round trip for each list, bounded memory for all. */
export async function* inBatches<Item, Answer>(
  items: readonly Item[],
  size: number,
  read: (batch: readonly Item[]) => Promise<readonly Answer[]>,
): AsyncGenerator<[item: Item, answer: Answer]> {
  for (let from = 0; from < items.length; from += size) {
    const batch = items.slice(from, from + size);
    const answers = await read(batch);
    for (const [at, item] of batch.entries()) yield [item, answers[at]!];
  }
}
