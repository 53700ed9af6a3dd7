/** One hunk from the first differing line to the last: our edits lie together, so nothing finer is needed. */
const CONTEXT_LINES = 3;

export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  const old = splitLines(before ?? "");
  const now = splitLines(after ?? "");
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail += 1;
  const from = Math.max(0, head - CONTEXT_LINES);
  const oldEnd = Math.min(old.length, old.length - tail + CONTEXT_LINES);
  const newEnd = Math.min(now.length, now.length - tail + CONTEXT_LINES);
  const lines = [
    `--- ${before === null ? "/dev/null" : path}`,
    `+++ ${after === null ? "/dev/null" : path}`,
    `@@ -${range(from, oldEnd - from)} +${range(from, newEnd - from)} @@`,
    ...old.slice(from, head).map((line) => mark(" ", line)),
    ...old.slice(head, old.length - tail).map((line) => mark("-", line)),
    ...now.slice(head, now.length - tail).map((line) => mark("+", line)),
    ...old.slice(old.length - tail, oldEnd).map((line) => mark(" ", line)),
  ];
  return lines.join("\n");
}

/** Lines with their ends, so that a change of line ends shows too. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function mark(sign: string, line: string): string {
  if (!line.endsWith("\n")) return `${sign}${line}\n\\ No newline at end of file`;
  return sign + line.slice(0, -1).replace(/\r$/, "");
}

function range(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`;
}
