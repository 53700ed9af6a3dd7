/**
 * The first `count` of the items in the order of `compare`, as sorting all of them and cutting the list would give. `compare` must tell any
 * two items apart. Most of many items are compared once, with the last of those kept.
 */
export function firstOf<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  if (count <= 0) return [];
  // A heap with the last of the kept items on top.
  const kept: T[] = [];
  for (const item of items) {
    if (kept.length < count) {
      kept.push(item);
      rise(kept, compare);
    } else if (compare(item, kept[0]!) < 0) {
      kept[0] = item;
      sink(kept, compare);
    }
  }
  return kept.sort(compare);
}

function rise<T>(heap: T[], compare: (a: T, b: T) => number): void {
  let at = heap.length - 1;
  const item = heap[at]!;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (compare(item, heap[above]!) <= 0) break;
    heap[at] = heap[above]!;
    at = above;
  }
  heap[at] = item;
}

function sink<T>(heap: T[], compare: (a: T, b: T) => number): void {
  const item = heap[0]!;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && compare(heap[below + 1]!, heap[below]!) > 0) below += 1;
    if (compare(heap[below]!, item) <= 0) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = item;
}
