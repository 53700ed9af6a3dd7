/**
 * Where watching may stand in for a scan. On Linux the kernel puts an event into the queue of a watch before the call
 * that made the change returns, so an empty queue proves that nothing changed. macOS and Windows promise no such order;
 * file systems of other machines change without this kernel knowing. There every question scans.
 */
import { statfsSync } from "node:fs";

/** Magic numbers of file systems whose every change passes through this kernel (statfs(2), linux/magic.h). */
const LOCAL_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0xef53, "ext"],
  [0x58465342, "xfs"],
  [0x9123683e, "btrfs"],
  [0x01021994, "tmpfs"],
  [0x858458f6, "ramfs"],
  [0x2fc12fc1, "zfs"],
  [0xf2f52010, "f2fs"],
  [0xca451a4e, "bcachefs"],
  [0x794c7630, "overlayfs"],
]);

/** Why watching cannot be relied on for a folder; null when it can. */
export function whyNotWatchable(folder: string, platform: NodeJS.Platform = process.platform): string | null {
  if (platform !== "linux") return `the events of ${platform} come in no dependable order`;
  const { type } = statfsSync(folder);
  return LOCAL_FILE_SYSTEMS.has(type >>> 0)
    ? null
    : `the file system (type 0x${(type >>> 0).toString(16)}) may change without notice`;
}
