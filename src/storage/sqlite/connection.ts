import { existsSync } from "node:fs";
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";
import { type Connection, openDatabase } from "./driver.ts";

export type { Connection } from "./driver.ts";

/** SQLite before this could corrupt a WAL database that several processes share. */
const OLDEST_ENGINE = [3, 51, 3] as const;
const PAGE_BYTES = 8192;
export const BUSY_TIMEOUT_MS = 10_000;
/** A log (WAL) that grew past this in a large update is cut back when it is folded in; see log-limit.ts. */
export const LOG_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Pages of the file that a connection keeps. The driver's own bound is 16 MB, and a server under edits filled it in each of
 * its five connections to an index, 20 kB with every update. What is asked again and again is kept decoded, above them; the
 * system keeps the file.
 */
const WRITER_PAGES_KB = 4_000;
const READER_PAGES_KB = 2_000;

export function openWriteConnection(file: string): Connection {
  const db = openDatabase(file, { timeout: BUSY_TIMEOUT_MS });
  return closingOnError(db, () => {
    assertEngine(db);
    // Only a file without pages takes the page size; must come before WAL.
    db.pragma(`page_size = ${PAGE_BYTES}`);
    // So does this: free pages can be given back step by step. Older files take it with their next VACUUM.
    db.pragma("auto_vacuum = INCREMENTAL");
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    db.pragma(`journal_size_limit = ${LOG_LIMIT_BYTES}`);
    db.pragma("foreign_keys = ON");
    db.pragma(`cache_size = -${WRITER_PAGES_KB}`);
    hardenConnection(db);
  });
}

export function openReadConnection(file: string): Connection {
  const db = openDatabase(file, { timeout: BUSY_TIMEOUT_MS, readonly: true, fileMustExist: true });
  return closingOnError(db, () => {
    assertEngine(db);
    db.pragma("query_only = ON");
    db.pragma(`cache_size = -${READER_PAGES_KB}`);
    // No mmap: a file cut short under it kills the process with SIGBUS, where read() gives an error.
    db.pragma("mmap_size = 0");
    hardenConnection(db);
  });
}

/**
 * While a file becomes a WAL database it has a journal, and a writer that was killed then leaves it behind. Only a
 * connection that may write can roll it back; one that reads is refused until that is done.
 */
export function rollBackJournal(file: string): void {
  if (!existsSync(`${file}-journal`)) return;
  const db = openDatabase(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    hardenConnection(db);
    db.prepare("SELECT 1 FROM sqlite_schema").get();
  } finally {
    db.close();
  }
}

/** A planted database must not run code through views, triggers or defaults. better-sqlite3 sets DEFENSIVE itself. */
function hardenConnection(db: Connection): void {
  db.pragma("trusted_schema = OFF");
  db.pragma("cell_size_check = ON");
}

function closingOnError(db: Connection, prepare: () => void): Connection {
  try {
    prepare();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function assertEngine(db: Connection): void {
  assertEngineVersion(versionOf(db));
}

function versionOf(db: Connection): string {
  return String(db.prepare("SELECT sqlite_version()").pluck().get());
}

/** Version of the SQLite that is built in. */
export function readEngineVersion(): string {
  const db = openDatabase(":memory:");
  try {
    return versionOf(db);
  } finally {
    db.close();
  }
}

export function assertEngineVersion(version: string): void {
  const parts = version.split(".").map(Number);
  for (const [at, least] of OLDEST_ENGINE.entries()) {
    const part = parts[at] ?? 0;
    if (part > least) return;
    if (part < least) {
      throw new AppError("INDEX_ENGINE_TOO_OLD" satisfies StorageErrorCode, `SQLite ${version} is too old`, {
        hint: `SQLite ${OLDEST_ENGINE.join(".")} or newer is needed: reinstall better-sqlite3`,
        details: { version, needed: OLDEST_ENGINE.join(".") },
      });
    }
  }
}
