/**
 * The first index of a tree, published in parts when somebody waits for it: questions are answered within seconds from
 * what is there. Nobody waits, nothing is published twice.
 */
import type { WorkspaceScan } from "../workspace/scan.ts";

/** A part of fewer files tells nothing; parsing goes in batches of about as many. */
const MIN_FILES = 24;
/** When only this share is left, the whole is as soon there as a part. */
const NEARLY_ALL = 0.8;

/** Decides when the files that are parsed so far are worth publishing. */
export class FirstParts {
  readonly #afterMs: number;
  readonly #nowMs: () => number;
  readonly #startedAtMs: number;
  /** Questions that wait for something to answer from. */
  readonly #isWanted: () => boolean;
  #published = 0;

  constructor(options: { afterMs: number; isWanted: () => boolean; nowMs?: () => number }) {
    this.#afterMs = options.afterMs;
    this.#isWanted = options.isWanted;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#startedAtMs = this.#nowMs();
  }

  /** Each part is twice as large as all before it, so that linking them again costs half a whole index at most. */
  isEnough = (done: number, total: number): boolean => {
    if (done < Math.max(MIN_FILES, 2 * this.#published) || done > total * NEARLY_ALL) return false;
    return this.#isWanted() && this.#nowMs() - this.#startedAtMs >= this.#afterMs;
  };

  onPublished(files: number): void {
    this.#published = files;
  }
}

/** Known languages first, then what lies nearest to the root: the order in which files are parsed. */
export function byInterest(tree: WorkspaceScan): WorkspaceScan {
  const files = tree.files
    .map((file) => ({ file, isSource: file.language !== null, depth: file.path.split("/").length }))
    .sort(
      (a, b) =>
        Number(b.isSource) - Number(a.isSource) || a.depth - b.depth || (a.file.path < b.file.path ? -1 : 1),
    )
    .map(({ file }) => file);
  return { ...tree, files };
}
