/** When a stamp may be believed next time. */
import type { FileStamp } from "../core/file-stamp.ts";

/** The coarsest clock of a file system in use (FAT): an edit within it can leave size and times as they were. */
const CLOCK_GRAIN_NS = 2_000_000_000n;
/**
 * Times in whole seconds come from far away (sshfs, old network file systems) or from FAT. Their clock need not be ours,
 * and two edits within a second have one stamp: that much the two clocks may differ without an edit being missed.
 */
const CLOCK_SKEW_NS = 60_000_000_000n;
const SECOND_NS = 1_000_000_000n;

/**
 * The stamp to remember for content read at `readAtMs`, or null when a later edit could give the same stamp.
 * The change time decides, because tools set the modification time at will; a modification time near the clock is
 * doubted too, for file systems that have no change time.
 */
export function settledStamp(stamp: FileStamp, readAtMs: number): FileStamp | null {
  const now = BigInt(Math.trunc(readAtMs)) * 1_000_000n;
  const grain = hasWholeSeconds(stamp) ? CLOCK_SKEW_NS : CLOCK_GRAIN_NS;
  if (stamp.ctimeNs > now - grain) return null;
  const sinceModified = now - stamp.mtimeNs;
  const isNearClock = sinceModified < grain && sinceModified > -grain;
  return isNearClock ? null : stamp;
}

/** The modification time alone does not tell: tools set whole seconds at will. */
function hasWholeSeconds({ mtimeNs, ctimeNs }: FileStamp): boolean {
  return ctimeNs % SECOND_NS === 0n && mtimeNs % SECOND_NS === 0n;
}
