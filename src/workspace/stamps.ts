/** When a stamp may be believed next time. */
import type { FileStamp } from "../core/file-stamp.ts";

/** The coarsest clock of a file system in use (FAT): an edit within it can leave size and times as they were. */
export const CLOCK_GRAIN_NS = 2_000_000_000n;

/**
 * The stamp to remember for content read at `readAtMs`, or null when a later edit could give the same stamp.
 * The change time decides, because tools set the modification time at will; a modification time near the clock is
 * doubted too, for file systems that have no change time.
 */
export function settledStamp(stamp: FileStamp, readAtMs: number): FileStamp | null {
  const now = BigInt(Math.trunc(readAtMs)) * 1_000_000n;
  if (stamp.ctimeNs > now - CLOCK_GRAIN_NS) return null;
  const sinceModified = now - stamp.mtimeNs;
  const isNearClock = sinceModified < CLOCK_GRAIN_NS && sinceModified > -CLOCK_GRAIN_NS;
  return isNearClock ? null : stamp;
}
