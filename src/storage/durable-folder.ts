import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

const FOLDER_MODE = 0o700;

/**
 * Makes the folder, for this user alone, and those above it that are missing. A new folder is an entry in the one above
 * it, which a loss of power may take away with everything in the folder unless it is synced too; SQLite syncs the
 * folder of a database, but none above that.
 */
export function createDurableFolder(path: string, sync: (folder: string) => void = syncFolder): void {
  const missing = missingFolders(resolve(path));
  for (const folder of missing.toReversed()) createIfMissing(folder);
  for (const folder of missing) sync(dirname(folder));
}

/** Innermost first. One by one, because Node's recursive mkdir tries for ever where none can be made: below /proc. */
function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = path; !isFolder(folder); folder = dirname(folder)) {
    missing.push(folder);
    if (dirname(folder) === folder) break;
  }
  return missing;
}

function createIfMissing(folder: string): void {
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
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
