import type { LruCache } from "../lru-cache.ts";
import { type Block, decodeBlock, lastNotAbove } from "./block.ts";

export interface SegmentHead {
  id: number;
  /** First key of every block. */
  directory: readonly string[];
}

export type ReadBlock = (segment: number, ordinal: number) => Uint8Array;

export type BlockCache = Pick<LruCache<string, Block>, "getOrMake">;

/** Where the groups of one key lie in one segment. */
export interface GroupRun {
  bytes: Uint8Array;
  start: number;
  end: number;
}

/** The segments of one kind that make up one generation, ascending by the ids they hold. */
export class SegmentSet {
  readonly #readBlock: ReadBlock;
  readonly #cache: BlockCache;

  constructor(
    readonly segments: readonly SegmentHead[],
    readBlock: ReadBlock,
    cache: BlockCache,
  ) {
    this.#readBlock = readBlock;
    this.#cache = cache;
  }

  /** The groups of exactly this key, one run per segment that has it; ids ascend over all runs. */
  find(key: string): GroupRun[] {
    const runs: GroupRun[] = [];
    for (const segment of this.segments) {
      const ordinal = lastNotAbove(segment.directory, key);
      if (ordinal < 0) continue;
      const block = this.#block(segment.id, ordinal);
      const at = lastNotAbove(block.keys, key);
      if (at >= 0 && block.keys[at] === key) {
        runs.push({ bytes: block.bytes, start: block.starts[at]!, end: block.starts[at + 1]! });
      }
    }
    return runs;
  }

  /** Keys from `from` on, ascending, each with its runs; stop by leaving the loop. */
  *keysFrom(from: string): Generator<{ key: string; runs: GroupRun[] }> {
    const cursors = this.segments.map(
      (segment) => new KeyCursor(segment, from, (id, at) => this.#block(id, at)),
    );
    for (;;) {
      let key: string | undefined;
      for (const cursor of cursors) {
        const candidate = cursor.key;
        if (candidate !== undefined && (key === undefined || candidate < key)) key = candidate;
      }
      if (key === undefined) return;
      const runs: GroupRun[] = [];
      for (const cursor of cursors) {
        if (cursor.key !== key) continue;
        runs.push(cursor.run());
        cursor.advance();
      }
      yield { key, runs };
    }
  }

  #block(segment: number, ordinal: number): Block {
    return this.#cache.getOrMake(blockKey(segment, ordinal), () =>
      decodeBlock(this.#readBlock(segment, ordinal)),
    );
  }
}

export function blockKey(segment: number, ordinal: number): string {
  return `${segment}/${ordinal}`;
}

/** Which segment the key of a cached block speaks of. */
export function segmentOfBlock(key: string): number {
  return Number(key.slice(0, key.indexOf("/")));
}

class KeyCursor {
  #block: Block | undefined;
  #at = 0;
  #ordinal: number;
  readonly #segment: SegmentHead;
  readonly #blockOf: (segment: number, ordinal: number) => Block;

  constructor(segment: SegmentHead, from: string, blockOf: (segment: number, ordinal: number) => Block) {
    this.#segment = segment;
    this.#blockOf = blockOf;
    this.#ordinal = Math.max(0, lastNotAbove(segment.directory, from));
    this.#load();
    while (this.key !== undefined && this.key < from) this.advance();
  }

  get key(): string | undefined {
    return this.#block?.keys[this.#at];
  }

  run(): GroupRun {
    const { bytes, starts } = this.#block!;
    return { bytes, start: starts[this.#at]!, end: starts[this.#at + 1]! };
  }

  advance(): void {
    this.#at++;
    if (this.#at < this.#block!.keys.length) return;
    this.#ordinal++;
    this.#load();
  }

  #load(): void {
    this.#at = 0;
    const isThere = this.#ordinal < this.#segment.directory.length;
    this.#block = isThere ? this.#blockOf(this.#segment.id, this.#ordinal) : undefined;
  }
}
