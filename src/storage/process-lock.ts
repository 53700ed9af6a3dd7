/**
 * A lock between the processes of one machine, whatever keeps the records: it is that of a file of SQLite, which the
 * kernel frees however its holder ends.
 */
import { tryAcquireWriterLock } from "./sqlite/writer-lock.ts";

/** Releases the lock; null while another process holds it. */
export function tryLockProcess(file: string): (() => void) | null {
  const lock = tryAcquireWriterLock(file);
  return lock && (() => lock.release());
}
