import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

const FOLDER_MODE = 0o700;

/**
 * Makes the folder, for this user alone, and those above it that are missing. A new folder is an entry in the one above
 * it, which a loss of power may take away with everything in the folder unless it is synced too; SQLite syncs the
 * folder of a database, but none above that.
 */
export function createDurableFolder(path: string, sync: (folder: string) => void = syncFolder): void {
  const topmost = mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  if (topmost === undefined) return;
  for (let made = path; ; made = dirname(made)) {
    sync(dirname(made));
    if (made.length <= topmost.length) return;
  }
}

function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Windows syncs no folders, and one above may be closed to us. A broken disk shows again at the first commit.
  }
}
