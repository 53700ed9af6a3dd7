/** Reads the log: its last lines, and then those that are added, over the moment in which a file is set aside. */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_EVERY_MS = 200;
/** What the last lines are looked for in. */
const MAX_TAIL_BYTES = 4_000_000;

/** Null when there is no log. */
export function lastLines(path: string, count: number): string[] | null {
  if (!statSync(path, { throwIfNoEntry: false })) return null;
  const tail = new Tail(path);
  try {
    return lastOf(tail.more(), count);
  } finally {
    tail.close();
  }
}

/** The last lines, then what comes, until the signal fires. A log that is not there yet is waited for. */
export async function* followLines(
  path: string,
  count: number,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  let tail: Tail | null = null;
  let isFirst = true;
  try {
    while (!signal.aborted) {
      if (tail === null && statSync(path, { throwIfNoEntry: false })) tail = new Tail(path, isFirst);
      const lines = tail?.more() ?? [];
      if (lines.length > 0) yield isFirst ? lastOf(lines, count) : lines;
      isFirst = false;
      // What was written to the old file before it was set aside has just been read.
      if (tail?.isSetAside()) {
        const late = tail.more();
        if (late.length > 0) yield late;
        tail.close();
        tail = null;
        continue;
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    tail?.close();
  }
}

function lastOf(lines: readonly string[], count: number): string[] {
  return lines.slice(Math.max(0, lines.length - count));
}

class Tail {
  readonly #path: string;
  readonly #file: number;
  #at: number;
  #rest: Buffer = Buffer.alloc(0);

  /** `isBounded`: of a long file, only its end. */
  constructor(path: string, isBounded = true) {
    this.#path = path;
    this.#file = openSync(path, "r");
    const { size } = fstatSync(this.#file);
    this.#at = isBounded ? Math.max(0, size - MAX_TAIL_BYTES) : 0;
    if (this.#at > 0) this.more(1);
  }

  /** Whole lines since the last time; `skip` leaves out the first, which may be half of one. */
  more(skip = 0): string[] {
    const { size } = fstatSync(this.#file);
    if (size <= this.#at) return [];
    const bytes = Buffer.alloc(size - this.#at);
    const read = readSync(this.#file, bytes, 0, bytes.length, this.#at);
    this.#at += read;
    const all = Buffer.concat([this.#rest, bytes.subarray(0, read)]);
    const end = all.lastIndexOf("\n") + 1;
    this.#rest = all.subarray(end);
    return all.subarray(0, end).toString("utf8").split("\n").slice(skip, -1);
  }

  isSetAside(): boolean {
    const now = statSync(this.#path, { throwIfNoEntry: false });
    return now?.ino !== fstatSync(this.#file).ino;
  }

  close(): void {
    closeSync(this.#file);
  }
}
