/**
 * One writer per index, across processes and within one. The lock is SQLite's own exclusive lock on a file beside
 * the index that holds nothing: the kernel frees it when its holder dies, however it dies, so there is no stale lock
 * and no pid to trust. The pid file is for messages only.
 *
 * Nothing else may open and close the lock file in this process: POSIX drops all locks of a process on a file when
 * any descriptor of it is closed. That is why the pid has a file of its own.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { LockHolder, LockOptions, WriterLock } from "../factory.ts";
import { waitForLock } from "../wait-for-lock.ts";
import { isSqliteError, openDatabase } from "./driver.ts";
import { preparePrivateFile } from "./private-folder.ts";
import { translateSqliteError } from "./sqlite-errors.ts";

/** Of what a holder says. */
const MAX_SAID = 200;

/** The lock, or null while another holder has it. */
export function tryAcquireWriterLock(indexFile: string): WriterLock | null {
  const lockFile = `${indexFile}.lock`;
  preparePrivateFile(lockFile);
  const db = openDatabase(lockFile, { timeout: 0 });
  try {
    db.pragma("journal_mode = MEMORY");
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (isSqliteError(error) && error.code.startsWith("SQLITE_BUSY")) return null;
    throw translateSqliteError(error, lockFile);
  }
  notePid(indexFile, "");
  let isHeld = true;
  return {
    say(what) {
      if (isHeld) notePid(indexFile, what);
    },
    release() {
      if (!isHeld) return;
      isHeld = false;
      rmSync(pidFileOf(indexFile), { force: true });
      db.close();
    },
  };
}

/** Waits for the lock; INDEX_LOCKED when it is still taken after `timeoutMs`. */
export async function acquireWriterLock(indexFile: string, options: LockOptions): Promise<WriterLock> {
  return (await acquireWriterLockUnless(indexFile, options, async () => false))!;
}

/** As above, but null as soon as `isDone`, which is asked after every wait. */
export async function acquireWriterLockUnless(
  indexFile: string,
  options: LockOptions,
  isDone: () => Promise<boolean>,
): Promise<WriterLock | null> {
  const lock = {
    key: indexFile,
    tryLock: () => tryAcquireWriterLock(indexFile),
    holder: () => readLockHolder(indexFile),
  };
  return waitForLock(lock, options, isDone);
}

/** Who wrote its pid last; it may have ended since. */
export function readLockHolder(indexFile: string): LockHolder | null {
  try {
    const [first = "", says = ""] = readFileSync(pidFileOf(indexFile), "utf8").split("\n");
    const pid = Number.parseInt(first, 10);
    const silentMs = Math.max(0, Date.now() - statSync(pidFileOf(indexFile)).mtimeMs);
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, says: says.slice(0, MAX_SAID), silentMs } : null;
  } catch {
    // No file: the holder is just starting or just ending. The pid is for a message only.
    return null;
  }
}

function notePid(indexFile: string, says: string): void {
  try {
    writeFileSync(pidFileOf(indexFile), `${process.pid}\n${says}\n`, { mode: 0o600 });
  } catch {
    // A full disk: the message then names no pid. Whoever writes the index is told by the index.
  }
}

function pidFileOf(indexFile: string): string {
  return `${indexFile}.lock.pid`;
}
