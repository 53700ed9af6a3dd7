import { eachGroup } from "./block.ts";
import type { SegmentSet } from "./segment-set.ts";
import { type FinishedSegment, SegmentWriter } from "./segment-writer.ts";

/** One segment that holds what all of the set hold, without the groups of ids that are gone. */
export function mergeSegments(set: SegmentSet, isAlive: (id: number) => boolean): FinishedSegment {
  const writer = new SegmentWriter();
  for (const { key, runs } of set.keysFrom("")) {
    writer.startKey(key);
    for (const { bytes, start, end } of runs) {
      eachGroup(bytes, start, end, (id, from, to) => {
        if (isAlive(id)) writer.addGroup(id, bytes, from, to);
      });
    }
    writer.endKey();
  }
  return writer.finish();
}

/** More segments than this are merged: every look-up visits each of them. */
const MAX_SEGMENTS = 16;
const MIN_MERGED = 4;

/**
 * How many of the newest segments to merge, given all sizes from oldest to newest; 0 when there are few enough.
 * Older ones join while they are not larger than what is merged already, so a byte is rewritten only when the
 * data has about doubled, and a first index of few batches is never rewritten.
 */
export function countToMerge(sizes: readonly number[]): number {
  if (sizes.length <= MAX_SEGMENTS) return 0;
  let merged = 0;
  let count = 0;
  for (let at = sizes.length - 1; at >= 0; at--) {
    if (count >= MIN_MERGED && sizes[at]! > merged) break;
    merged += sizes[at]!;
    count++;
  }
  return count;
}
