import type { VectorCoverage } from "../contract.ts";
import { LruCache } from "../lru-cache.ts";
import { clearReadCaches, newReadCaches, type ReadCaches } from "../reading/read-caches.ts";
import { ReadAhead } from "./read-ahead.ts";
import type { SegmentList } from "./segment-rows.ts";

/** What all readers of a place keep in this process, so that a hot view is not read twice over the network. */
export interface PlaceCaches extends ReadCaches {
  /** By the newest segment that there was: every change of the list adds one. */
  segmentLists: LruCache<number, SegmentList>;
  /** By generation and version of the vectors. */
  coverage: LruCache<string, VectorCoverage[]>;
  ahead: ReadAhead;
}

const LISTS = 3;

export function newPlaceCaches(): PlaceCaches {
  return {
    ...newReadCaches(),
    segmentLists: new LruCache(LISTS),
    coverage: new LruCache(LISTS),
    ahead: new ReadAhead(),
  };
}

export function clearPlaceCaches(caches: PlaceCaches): void {
  clearReadCaches(caches);
  caches.segmentLists.clear();
  caches.coverage.clear();
  caches.ahead.clear();
}
