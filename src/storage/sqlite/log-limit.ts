/**
 * Keeps SQLite's log (the WAL) bounded. It is folded into the database and begun anew only when no reader needs its
 * older pages; one that reads for very long, or a process that was stopped, would let it grow without end. So readers
 * of ours that are old give way once the log is over its limit, and at twice the limit writing waits for the others.
 */
import { readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";
import { BUSY_TIMEOUT_MS, type Connection, LOG_LIMIT_BYTES } from "./connection.ts";

/** Readers get this long to end before a log over its limit stays as it is. */
const FOLD_WAIT_MS = 50;
const MEGABYTE = 1024 * 1024;

export function readLogBytes(indexFile: string): number {
  return statSync(`${indexFile}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** Folds a log that is over its limit; INDEX_LOG_HELD when it is far over and readers keep it. Outside transactions. */
export function keepLogBounded(db: Connection, indexFile: string, limitBytes: number): void {
  const bytes = readLogBytes(indexFile);
  if (bytes <= limitBytes || foldLog(db) || bytes <= 2 * limitBytes) return;
  const pids = listProcessesWith(indexFile).filter((pid) => pid !== process.pid);
  throw new AppError(
    "INDEX_LOG_HELD" satisfies StorageErrorCode,
    describeHeldLog({ indexFile, bytes, pids }),
    {
      hint: "end the process that reads an old generation, then repeat; nothing was lost",
      retryable: true,
      details: { indexFile, bytes, pids },
    },
  );
}

/** True when the log is empty now. */
function foldLog(db: Connection): boolean {
  db.pragma(`busy_timeout = ${FOLD_WAIT_MS}`);
  try {
    const [row] = db.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    return row?.busy === 0;
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

export interface HeldLog {
  indexFile: string;
  bytes: number;
  /** Processes of this user that have the index open, where the system says so. */
  pids: number[];
}

/** Logs in a folder of indexes that are over the limit; none in a sound one. */
export function findHeldLogs(folder: string, limitBytes = LOG_LIMIT_BYTES): HeldLog[] {
  return listFolder(folder)
    .filter((name) => name.endsWith(".db"))
    .sort()
    .map((name) => join(folder, name))
    .map((indexFile) => ({ indexFile, bytes: readLogBytes(indexFile) }))
    .filter(({ bytes }) => bytes > limitBytes)
    .map((log) => ({ ...log, pids: listProcessesWith(log.indexFile) }));
}

export function describeHeldLog({ indexFile, bytes, pids }: HeldLog): string {
  const holders = pids.length > 0 ? `; open in process ${pids.join(", ")}` : "";
  return `the log of ${indexFile} has grown to ${Math.round(bytes / MEGABYTE)} MB, held by a reader of an old generation${holders}`;
}

/** Linux only; elsewhere and for processes of others nothing is known. */
function listProcessesWith(file: string): number[] {
  const pids = listFolder("/proc").map(Number).filter(Number.isSafeInteger);
  return pids.filter((pid) => {
    const handles = `/proc/${pid}/fd`;
    return listFolder(handles).some((name) => readLink(join(handles, name)) === file);
  });
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Another user's process, one that has just ended, or a system without such a folder.
    return [];
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    // Closed meanwhile.
    return null;
  }
}
