/** Which lines of a new text are not in the old one. */

/** Lines `start` to `end` of the new text, 1-based, inclusive. `end` is `start - 1` where lines were only taken away. */
export interface LineRange {
  start: number;
  end: number;
}

/** Above this many comparisons the middle counts as changed as a whole; 4 million is 2,000 lines against 2,000. */
const MAX_CELLS = 4_000_000;

export function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Ascending and apart. A smallest set of lines unless the texts differ in too much. */
export function changedLines(before: readonly string[], after: readonly string[]): LineRange[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const longest = Math.min(before.length, after.length) - head;
  while (tail < longest && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const old = before.slice(head, before.length - tail);
  const now = after.slice(head, after.length - tail);
  if (old.length === 0 && now.length === 0) return [];
  if (old.length === 0 || now.length === 0 || old.length * now.length > MAX_CELLS)
    return [{ start: head + 1, end: head + now.length }];
  return rangesBetween(old, now).map(({ start, end }) => ({ start: start + head, end: end + head }));
}

/** By the longest common subsequence of the two. */
function rangesBetween(old: readonly string[], now: readonly string[]): LineRange[] {
  const width = now.length + 1;
  // common[i * width + j]: length of the longest common subsequence of old[i..] and now[j..].
  const common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      common[i * width + j] =
        old[i] === now[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const ranges: LineRange[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      i++;
      j++;
      continue;
    }
    const start = j + 1;
    while (i < old.length || j < now.length) {
      if (i < old.length && j < now.length && old[i] === now[j]) break;
      const takesNew =
        j < now.length && (i >= old.length || common[i * width + j + 1]! >= common[(i + 1) * width + j]!);
      if (takesNew) j++;
      else i++;
    }
    ranges.push({ start, end: j });
  }
  return ranges;
}
