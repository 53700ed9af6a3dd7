/**
 * What of a view is read before it is asked for. A first question reads what it needs; from the second one on a view is hot,
 * and everything of a kind comes over the network at once, so that later questions find it in memory.
 */
import { LruCache } from "../lru-cache.ts";

/** Larger views would push their own parts out of memory again. */
const MAX_FILES = 3_000;
const MAX_INDEX_BYTES = 8 * 1024 * 1024;
const GENERATIONS = 3;

export function isTooLargeToKeep(files: number): boolean {
  return files > MAX_FILES;
}

export class ReadAhead {
  readonly #byGeneration = new LruCache<string, { readers: number; read: Set<string> }>(GENERATIONS);

  /** How a reader of a generation asks whether everything of a kind is to be read now: once. */
  begin(generation: string): (kind: string, size: { files?: number; bytes?: number }) => boolean {
    const known = this.#byGeneration.get(generation) ?? { readers: 0, read: new Set<string>() };
    this.#byGeneration.set(generation, known);
    known.readers++;
    const isAskedAgain = known.readers > 1;
    return (kind, { files = 0, bytes = 0 }) => {
      if (!isAskedAgain || isTooLargeToKeep(files) || bytes > MAX_INDEX_BYTES || known.read.has(kind))
        return false;
      known.read.add(kind);
      return true;
    };
  }

  clear(): void {
    this.#byGeneration.clear();
  }
}
