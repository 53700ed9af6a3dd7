/** Offsets of line starts; lines are 1-based. */
export class LineIndex {
  readonly #starts: number[] = [0];
  readonly count: number;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
    for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) this.#starts.push(at + 1);
    const isLastEmpty = this.#starts.at(-1) === source.length;
    this.count = isLastEmpty ? this.#starts.length - 1 : this.#starts.length;
  }

  lineAt(offset: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  startOf(line: number): number {
    return this.#starts[line - 1] ?? this.#source.length;
  }

  /** Offset after the last character of the line, without its line break. */
  endOf(line: number): number {
    const next = this.#starts[line];
    if (next === undefined) return this.#source.length;
    return this.#source.charCodeAt(next - 2) === 13 ? next - 2 : next - 1;
  }

  /** Line of the last character before `end`. */
  lastLine(start: number, end: number): number {
    return this.lineAt(Math.max(start, end - 1));
  }

  isBlank(line: number): boolean {
    return isBlank(this.#source, this.startOf(line), this.endOf(line));
  }
}

export function isBlank(source: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at);
    if (code !== 32 && (code < 9 || code > 13) && code !== 0xa0 && code !== 0xfeff) return false;
  }
  return true;
}
