/** Reads and writes files that belong to other programs: whole, in place of links' targets, never half-written. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { AppError } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import { INSTALL_ERRORS } from "./errors.ts";

/** A configuration above this is no configuration; Claude Code's, which holds histories, reaches a few megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const BYTE_ORDER_MARK = "\ufeff";

export interface ConfigFile {
  /** As the client names it. */
  path: string;
  /** Where the bytes are: links followed, missing folders taken as they will be. */
  realPath: string;
  /** null: there is no file. */
  bytes: Buffer | null;
}

/** `inside`: the folder that the file must not leave, whatever links it consists of. */
export function readConfigFile(path: string, inside: string | null): ConfigFile {
  const realPath = resolveLinks(path);
  if (inside !== null && !isWithin(realpathSync.native(inside), realPath)) {
    throw unusable(path, `leads to ${displayPath(realPath)}, outside the project`);
  }
  const stats = lstatSync(realPath, { throwIfNoEntry: false });
  if (stats === undefined) return { path, realPath, bytes: null };
  if (!stats.isFile()) throw unusable(path, "is not a file");
  if (stats.size > MAX_BYTES) throw unusable(path, `is larger than ${MAX_BYTES} bytes`);
  try {
    return { path, realPath, bytes: readFileSync(realPath) };
  } catch (cause) {
    throw unusable(path, `cannot be read: ${(cause as Error).message}`);
  }
}

export interface ConfigText {
  mark: "" | typeof BYTE_ORDER_MARK;
  text: string;
}

/** Text that turns back into exactly the same bytes; null when there is none, because the bytes are not UTF-8. */
export function decodeConfig(bytes: Buffer): ConfigText | null {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    const text = decoder.decode(bytes);
    return text.startsWith(BYTE_ORDER_MARK)
      ? { mark: BYTE_ORDER_MARK, text: text.slice(1) }
      : { mark: "", text };
  } catch {
    return null;
  }
}

/** Replaces the file in one step; refuses when it is no longer what was read. */
export function writeConfigFile(file: ConfigFile, content: string): void {
  const folder = dirname(file.realPath);
  const madeFolders = missingFolders(file.realPath);
  mkdirSync(folder, { recursive: true });
  const before = statSync(file.realPath, { throwIfNoEntry: false });
  const temporary = join(folder, `.${basename(file.realPath)}.clew-${randomBytes(6).toString("hex")}`);
  try {
    // A new file may come to hold what only its owner should read, as these files often do.
    const descriptor = openSync(temporary, "wx", 0o600);
    try {
      writeSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    chmodSync(temporary, before === undefined ? 0o666 & ~process.umask() : before.mode & 0o7777);
    if (before !== undefined) keepOwner(temporary, before);
    refuseIfChanged(file);
    renameSync(temporary, file.realPath);
  } catch (error) {
    rmSync(temporary, { force: true });
    for (const made of madeFolders) removeIfEmpty(made);
    throw error;
  }
}

/** Removes the file and, innermost first, those of the folders that are empty now. */
export function removeConfigFile(file: ConfigFile, folders: readonly string[]): void {
  refuseIfChanged(file);
  rmSync(file.realPath);
  for (const folder of folders) removeIfEmpty(folder);
}

function refuseIfChanged(file: ConfigFile): void {
  const now =
    lstatSync(file.realPath, { throwIfNoEntry: false }) === undefined ? null : readFileSync(file.realPath);
  const isSame = now === null ? file.bytes === null : file.bytes !== null && now.equals(file.bytes);
  if (isSame) return;
  throw new AppError("INSTALL_FILE_CHANGED", `${displayPath(file.path)} changed in the meantime`, {
    hint: INSTALL_ERRORS.INSTALL_FILE_CHANGED,
    retryable: true,
  });
}

/** Folders that must be made for a file, innermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(path); lstatSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at))
    missing.push(at);
  return missing;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it, or it is gone: either way it is not ours to remove.
  }
}

/** Matters only to root, who may edit another's file. */
function keepOwner(path: string, owner: { uid: number; gid: number }): void {
  try {
    chownSync(path, owner.uid, owner.gid);
  } catch {
    // Not allowed: the file then belongs to whoever ran the command, as with any editor.
  }
}

function resolveLinks(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    try {
      return realpathSync.native(path);
    } catch {
      throw unusable(path, "is a link that leads to nothing");
    }
  }
  const folder = dirname(path);
  return folder === path ? path : join(resolveLinks(folder), basename(path));
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !way.startsWith(sep);
}

function unusable(path: string, what: string): AppError {
  return new AppError("INSTALL_FILE_UNUSABLE", `${displayPath(path)} ${what}`, {
    hint: INSTALL_ERRORS.INSTALL_FILE_UNUSABLE,
  });
}
