/** Which interval encloses a point, answered for ascending points in one sweep. */

export interface Interval {
  start: number;
  end: number;
}

/** `intervals` are sorted by start, outer before inner; partial overlaps (after syntax errors) count as inner. */
export class InnermostSweep {
  #next = 0;
  readonly #stack: number[] = [];
  readonly #intervals: readonly Interval[];

  constructor(intervals: readonly Interval[]) {
    this.#intervals = intervals;
  }

  /** Index of the innermost interval that contains `point`, -1 when none does. Points must not descend. */
  at(point: number): number {
    this.#advance(point);
    return this.#stack.at(-1) ?? -1;
  }

  /** All intervals that contain `point`, outermost first. Valid until the next call. */
  allAt(point: number): readonly number[] {
    this.#advance(point);
    return this.#stack;
  }

  #advance(point: number): void {
    const intervals = this.#intervals;
    const stack = this.#stack;
    while (this.#next < intervals.length && intervals[this.#next]!.start <= point) {
      const { start } = intervals[this.#next]!;
      while (stack.length > 0 && intervals[stack.at(-1)!]!.end <= start) stack.pop();
      stack.push(this.#next);
      this.#next += 1;
    }
    while (stack.length > 0 && intervals[stack.at(-1)!]!.end <= point) stack.pop();
  }
}
