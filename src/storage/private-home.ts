/** Folders for this user alone, and what the system says when there can be none, in our own codes. */
import { AppError } from "../core/errors.ts";
import { createDurableFolder } from "./durable-folder.ts";
import type { StorageErrorCode } from "./errors.ts";

/** Makes the folder when it is not there; INDEX_UNWRITABLE or INDEX_DISK_FULL when that cannot be done. */
export function preparePrivateFolder(folder: string): void {
  refusingSystemErrors(folder, () => createDurableFolder(folder));
}

export function refusingSystemErrors(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isFull = code === "ENOSPC" || code === "EDQUOT";
    throw new AppError(
      (isFull ? "INDEX_DISK_FULL" : "INDEX_UNWRITABLE") satisfies StorageErrorCode,
      `${path} cannot be made: ${message}`,
      {
        hint: isFull
          ? "free some space and repeat"
          : "make the folder writable or choose another with CLEW_HOME",
        cause: error,
        details: { path, code },
      },
    );
  }
}
