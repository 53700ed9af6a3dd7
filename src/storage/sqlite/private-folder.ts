/** The index tells what is in private code: its folder and files are for their owner alone. */
import { chmodSync, closeSync, constants, lstatSync, openSync, type Stats, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";
import { preparePrivateFolder, refusingSystemErrors } from "../private-home.ts";

const FILE_MODE = 0o600;
const WRITABLE_BY_OTHERS = 0o022;

/** Locks and shared memory of a WAL database do not work over these: NFS, SMB, CIFS, SMB2, 9P, AFS, Coda. */
const NETWORK_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x5346414f, 0x73757245,
]);

export function isNetworkFileSystem(type: number): boolean {
  return NETWORK_FILE_SYSTEMS.has(type >>> 0);
}

/** Makes the folder and an empty file when they are not there, and refuses those that others could have planted. */
export function preparePrivateFile(file: string): void {
  const folder = dirname(file);
  preparePrivateFolder(folder);
  assertPrivate(folder, lstatSync(folder), "folder");
  if (isNetworkFileSystem(statfsSync(folder).type)) {
    throw new AppError(
      "INDEX_ON_NETWORK" satisfies StorageErrorCode,
      `${folder} is on a network file system`,
      {
        hint: "keep the index on a local disk: set CLEW_HOME to a folder there",
        details: { folder },
      },
    );
  }
  refusingSystemErrors(file, () => createIfMissing(file));
  const stats = lstatSync(file);
  assertPrivate(file, stats, "file");
  if ((stats.mode & 0o777) !== FILE_MODE) chmodSync(file, FILE_MODE);
}

/** Made before SQLite sees it, so that it never exists with another mode; the log takes over the mode. */
function createIfMissing(file: string): void {
  try {
    closeSync(openSync(file, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, FILE_MODE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

const ROOT_UID = 0;

/** The same for what is only read: the system's administrator may have made it, nobody else. */
export function assertNotPlanted(path: string, what: "folder" | "file"): void {
  const stats = lstatSync(path);
  assertPrivate(path, stats, what, stats.uid === ROOT_UID ? ROOT_UID : process.getuid?.());
}

function assertPrivate(
  path: string,
  stats: Stats,
  what: "folder" | "file",
  owner = process.getuid?.(),
): void {
  const isRightKind = what === "folder" ? stats.isDirectory() : stats.isFile();
  const complaint = !isRightKind
    ? `is not a ${what} itself`
    : owner !== undefined && stats.uid !== owner
      ? `belongs to user ${stats.uid}`
      : owner !== undefined && (stats.mode & WRITABLE_BY_OTHERS) !== 0
        ? `can be written by others (mode ${(stats.mode & 0o777).toString(8)})`
        : null;
  if (complaint === null) return;
  throw new AppError("INDEX_NOT_PRIVATE" satisfies StorageErrorCode, `${path} ${complaint}`, {
    hint: `make it your own ${what}, for you alone: chown and chmod ${what === "folder" ? "700" : "600"}, or choose another path`,
    details: { path, uid: stats.uid, mode: stats.mode & 0o777 },
  });
}
