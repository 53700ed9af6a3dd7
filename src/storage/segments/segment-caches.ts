import { LruCache } from "../lru-cache.ts";
import type { Block } from "./block.ts";
import type { TargetFiles } from "./inbound-counts.ts";
import { segmentOfBlock } from "./segment-set.ts";

/** Segments never change and their ids are never used again, so what was decoded of them stays good. */
export interface SegmentCaches {
  blocks: LruCache<string, Block>;
  directories: LruCache<number, readonly string[]>;
  targetFiles: LruCache<number, TargetFiles>;
}

const BLOCK_CACHE_BYTES = 32 * 1024 * 1024;
const DIRECTORY_CACHE_SEGMENTS = 64;
const TARGET_FILE_LINKS = 4_000_000;
/** Spelled-out keys weigh more than the block's bytes. */
const KEY_WEIGHT = 48;

export function newSegmentCaches(): SegmentCaches {
  return {
    blocks: new LruCache(BLOCK_CACHE_BYTES, (block) => block.bytes.length + block.keys.length * KEY_WEIGHT),
    directories: new LruCache(DIRECTORY_CACHE_SEGMENTS),
    targetFiles: new LruCache(TARGET_FILE_LINKS, ({ ids, paths }) => ids.length + paths.length),
  };
}

/** Merging leaves blocks behind that nobody reads again. */
export function forgetMergedSegments(caches: SegmentCaches, present: ReadonlySet<number>): void {
  caches.blocks.keepOnly((key) => present.has(segmentOfBlock(key)));
  caches.directories.keepOnly((segment) => present.has(segment));
  caches.targetFiles.keepOnly((segment) => present.has(segment));
}
