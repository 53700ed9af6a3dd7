/**
 * The only way a user's file is opened. A path is checked by where the kernel really went, not by how it is
 * spelled: a name check passes `root-evil/x` for root `root` and follows a symlinked parent to anywhere.
 *
 * Symlinks are never followed, not even those that stay inside: each file has one path. Hard links cannot be told
 * from files and count as content of the tree.
 *
 * Loaded by every parse worker: imports nothing heavy.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
} from "node:fs";
import { AppError } from "../core/errors.ts";
import type { FileStamp } from "../core/file-stamp.ts";
import { displayPath, parseRelPath, pathBytes, pathFromBytes, type RelPath } from "../core/rel-path.ts";
import { type LocateHandle, locateByName, locateByProc } from "./locate-handle.ts";

export type RefusalReason =
  | "outside-root"
  | "symlink"
  | "not-a-file"
  | "unreadable"
  | "too-large"
  | "missing"
  | "changed-while-reading";

export interface Refusal {
  ok: false;
  reason: RefusalReason;
  /** For people; never file content. */
  detail: string;
}

export interface FileRead {
  ok: true;
  bytes: Buffer;
  stamp: FileStamp;
}

export type EntryKind = "file" | "directory" | "symlink" | "other";

export interface EntryStat {
  kind: EntryKind;
  stamp: FileStamp;
}

export interface ListedEntry {
  /** One component, decoded by `pathFromBytes`. */
  name: string;
  kind: EntryKind;
}

export interface FolderList {
  ok: true;
  entries: ListedEntry[];
  hasGitEntry: boolean;
}

export interface RootJail {
  /** Real path of the root, without a trailing slash; decoded by `pathFromBytes`. */
  readonly root: string;
  read(path: RelPath, options: { maxBytes: number }): FileRead | Refusal;
  /** Of the entry itself, never of what a link points at; null when nothing is there. Parents are not checked. */
  stat(path: RelPath): EntryStat | null;
  /** Whether it cannot be known what is there, as in a folder that is closed to the user; `stat` gives null then, too. */
  isClosed(path: RelPath): boolean;
  /** Entries of a folder in no particular order, without `.git`; `""` is the root. */
  list(folder: RelPath | ""): FolderList | Refusal;
}

export interface RootOptions {
  /** Off except for reading git's own files; `.git` holds credentials and is not part of a tree. */
  includesGitFolder?: boolean;
  /** How an opened handle is traced back to a path; chosen by platform. */
  locate?: LocateHandle;
}

// libuv adds O_CLOEXEC to every open. O_NONBLOCK: opening a FIFO would otherwise wait for a writer for ever.
// On Windows the last two are undefined, so links are found by `locateByName` alone.
const OPEN_FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const OPEN_FOLDER = OPEN_FILE | (constants.O_DIRECTORY ?? 0);
const SLASH = Buffer.from("/");

/** Resolves the root once; everything later is compared with this real path. */
export function openRoot(absolutePath: string, options: RootOptions = {}): RootJail {
  let real: Buffer;
  try {
    real = realpathSync.native(pathBytes(absolutePath), { encoding: "buffer" });
  } catch (cause) {
    throw new AppError("WORKSPACE_ROOT_MISSING", `cannot open the folder ${displayPath(absolutePath)}`, {
      hint: "check that the folder exists and that you may read it",
      cause,
    });
  }
  if (process.platform === "win32") real = Buffer.from(real.toString("utf8").replaceAll("\\", "/"));
  if (!lstatSync(real).isDirectory()) {
    throw new AppError("WORKSPACE_ROOT_NOT_A_FOLDER", `${displayPath(absolutePath)} is not a folder`, {
      hint: "give the folder that contains the files to index",
    });
  }
  return new Jail(real, options);
}

class Jail implements RootJail {
  readonly root: string;
  readonly #prefix: Buffer;
  readonly #prefixText: string;
  readonly #includesGitFolder: boolean;
  readonly #locate: LocateHandle;

  constructor(real: Buffer, options: RootOptions) {
    this.root = pathFromBytes(real);
    // The root of the file system is the one real path that ends in a slash.
    this.#prefix = real.at(-1) === 0x2f ? real : Buffer.concat([real, SLASH]);
    this.#prefixText = pathFromBytes(this.#prefix);
    this.#includesGitFolder = options.includesGitFolder ?? false;
    this.#locate = options.locate ?? (process.platform === "linux" ? locateByProc : locateByName);
  }

  read(path: RelPath, { maxBytes }: { maxBytes: number }): FileRead | Refusal {
    const full = this.#resolve(path);
    if (full === null) return notInRoot(path);
    let handle: number;
    try {
      handle = openSync(full, OPEN_FILE);
    } catch (error) {
      return refusalOf(error, path);
    }
    try {
      const before = fstatSync(handle, { bigint: true });
      if (!before.isFile()) return refuse("not-a-file", path, "is not a regular file");
      const refusal = this.#checkPlace(handle, full, path);
      if (refusal !== null) return refusal;
      if (before.size > maxBytes) {
        return refuse("too-large", path, `has ${before.size} bytes, more than ${maxBytes}`);
      }
      const size = Number(before.size);
      const bytes = readUpTo(handle, size);
      const after = fstatSync(handle, { bigint: true });
      const isSteady =
        after.mtimeNs === before.mtimeNs && after.ctimeNs === before.ctimeNs && after.size === before.size;
      if (bytes === null || !isSteady)
        return refuse("changed-while-reading", path, "changed while it was read");
      return { ok: true, bytes, stamp: stampOf(before) };
    } catch (error) {
      return refusalOf(error, path);
    } finally {
      closeSync(handle);
    }
  }

  stat(path: RelPath): EntryStat | null {
    const full = this.#resolve(path);
    if (full === null) return null;
    try {
      const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
      return stats === undefined ? null : { kind: kindOf(stats), stamp: stampOf(stats) };
    } catch {
      return null;
    }
  }

  isClosed(path: RelPath): boolean {
    const full = this.#resolve(path);
    if (full === null) return false;
    try {
      lstatSync(full, { throwIfNoEntry: false });
      return false;
    } catch (error) {
      return refusalOf(error, path).reason === "unreadable";
    }
  }

  list(folder: RelPath | ""): FolderList | Refusal {
    const full = folder === "" ? this.#rootBytes() : this.#resolve(folder);
    if (full === null) return notInRoot(folder);
    let handle: number;
    try {
      handle = openSync(full, OPEN_FOLDER);
    } catch (error) {
      // The system calls a link "not a directory" here.
      const isLink = folder !== "" && this.stat(folder)?.kind === "symlink";
      return isLink ? refuse("symlink", folder, "is a symbolic link") : refusalOf(error, folder);
    }
    try {
      const refusal = this.#checkPlace(handle, full, folder);
      if (refusal !== null) return refusal;
      // Listing through the handle: the folder that was checked is the folder that is read.
      const place = this.#locate === locateByProc ? Buffer.from(`/proc/self/fd/${handle}`) : full;
      const entries: ListedEntry[] = [];
      let hasGitEntry = false;
      for (const entry of readdirSync(place, { withFileTypes: true, encoding: "buffer" })) {
        const name = pathFromBytes(entry.name);
        if (name === ".git") hasGitEntry = true;
        if (this.#includesGitFolder || !GIT_FOLDER_COMPONENT.test(name))
          entries.push({ name, kind: kindOf(entry) });
      }
      return { ok: true, entries, hasGitEntry };
    } catch (error) {
      return refusalOf(error, folder);
    } finally {
      closeSync(handle);
    }
  }

  #rootBytes(): Buffer {
    return this.#prefix.length === 1 ? this.#prefix : this.#prefix.subarray(0, -1);
  }

  /** The bytes handed to the system, or null for a path that names no place inside. */
  #resolve(path: string): Buffer | null {
    // A RelPath can come from a cast; this is the last guard, so the very string that is used is parsed again.
    if (parseRelPath(path) === null) return null;
    if (!this.#includesGitFolder && GIT_FOLDER_COMPONENT.test(path)) return null;
    if (process.platform === "win32" && isUnsafeOnWindows(path)) return null;
    return pathBytes(this.#prefixText + path);
  }

  #checkPlace(handle: number, full: Buffer, path: string): Refusal | null {
    const place = this.#locate(handle, full);
    if (place === "deleted") return refuse("changed-while-reading", path, "was removed while it was opened");
    if (place.equals(full)) return null;
    const isInside =
      place.length > this.#prefix.length && place.subarray(0, this.#prefix.length).equals(this.#prefix);
    return isInside
      ? refuse("symlink", path, "lies behind a symbolic link")
      : refuse("outside-root", path, "lies outside the root");
  }
}

/** Reads exactly `size` bytes and meets the end there; null when the file has another length by now. */
function readUpTo(handle: number, size: number): Buffer | null {
  // One byte more than expected: a read that fills it proves that the file grew.
  const buffer = Buffer.allocUnsafe(size + 1);
  let filled = 0;
  while (filled <= size) {
    const count = readSync(handle, buffer, filled, size + 1 - filled, null);
    if (count === 0) break;
    filled += count;
    // A short read of a regular file is its end; asking once more would only cost a call.
    if (filled === size) break;
  }
  return filled === size ? buffer.subarray(0, size) : null;
}

/** In any letter case: some file systems do not tell them apart. */
const GIT_FOLDER_COMPONENT = /(?:^|\/)\.git(?:\/|$)/i;

const WINDOWS_DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** `PROGRA~1`: another spelling of a longer name. */
const SHORT_NAME = /^[^.]{1,6}~\d+(\.[^.]{0,3})?$/;

/** Streams, drive letters, device names, other separators, and the trailing dots and spaces that Windows drops. */
export function isUnsafeOnWindows(path: string): boolean {
  if (/[:\\<>"|?*\u0000-\u001f]/.test(path)) return true;
  return path
    .split("/")
    .some((part) => /[. ]$/.test(part) || WINDOWS_DEVICE.test(part) || SHORT_NAME.test(part));
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "symlink" : "other";
}

function stampOf(stats: { size: bigint; mtimeNs: bigint; ctimeNs: bigint; ino: bigint }): FileStamp {
  return { size: Number(stats.size), mtimeNs: stats.mtimeNs, ctimeNs: stats.ctimeNs, inode: stats.ino };
}

function refuse(reason: RefusalReason, path: string, what: string): Refusal {
  return { ok: false, reason, detail: `${displayPath(path) || "."} ${what}` };
}

function notInRoot(path: string): Refusal {
  return refuse("outside-root", path, "does not name a place inside the root");
}

const REASON_OF_CODE: Readonly<Record<string, RefusalReason>> = {
  ENOENT: "missing",
  ENOTDIR: "missing",
  ELOOP: "symlink",
  // A socket, or a device without a driver.
  ENXIO: "not-a-file",
  ENODEV: "not-a-file",
  EISDIR: "not-a-file",
};

function refusalOf(error: unknown, path: string): Refusal {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
  return refuse(REASON_OF_CODE[code] ?? "unreadable", path, `cannot be read (${code})`);
}
