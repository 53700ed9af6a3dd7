import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";
import { isSqliteError } from "./driver.ts";

/** SQLite result codes by their start, and what they mean to the caller. */
const MEANINGS: readonly [start: string, code: StorageErrorCode, hint: string, retryable: boolean][] = [
  ["SQLITE_CORRUPT", "INDEX_DAMAGED", "rebuild it from the sources: clew index --rebuild", false],
  ["SQLITE_NOTADB", "INDEX_DAMAGED", "rebuild it from the sources: clew index --rebuild", false],
  // Our own statements break no constraint and no type in a sound index.
  ["SQLITE_CONSTRAINT", "INDEX_DAMAGED", "rebuild it from the sources: clew index --rebuild", false],
  ["SQLITE_MISMATCH", "INDEX_DAMAGED", "rebuild it from the sources: clew index --rebuild", false],
  ["SQLITE_TOOBIG", "INDEX_DAMAGED", "rebuild it from the sources: clew index --rebuild", false],
  ["SQLITE_FULL", "INDEX_DISK_FULL", "free some space and repeat; nothing was lost", true],
  ["SQLITE_BUSY", "INDEX_BUSY", "repeat later, or stop the other process", true],
  ["SQLITE_LOCKED", "INDEX_BUSY", "repeat later, or stop the other process", true],
  ["SQLITE_READONLY", "INDEX_UNWRITABLE", "make the index folder writable or choose another", false],
  [
    "SQLITE_CANTOPEN",
    "INDEX_UNWRITABLE",
    "check that the folder exists and is writable, or choose another",
    false,
  ],
  ["SQLITE_PERM", "INDEX_UNWRITABLE", "make the index folder writable or choose another", false],
  ["SQLITE_IOERR", "INDEX_IO", "check the disk and repeat", true],
];

/** Our statements fit the tables we made; what SQLite says when the tables are no longer those. */
const SCHEMA_DAMAGE = /no such (?:table|column|index)|already exists|unsupported file format|malformed/;

/** Our error for SQLite's; anything else is handed back unchanged. */
export function translateSqliteError(error: unknown, file: string): unknown {
  if (!isSqliteError(error)) return error;
  const known =
    error.code === "SQLITE_ERROR" && SCHEMA_DAMAGE.test(error.message) ? "SQLITE_CORRUPT" : error.code;
  const meaning = MEANINGS.find(([start]) => known.startsWith(start));
  if (!meaning) return error;
  const [, code, hint, retryable] = meaning;
  const what = code === "INDEX_BUSY" ? "another process is writing it" : error.message;
  return new AppError(code, `${file}: ${what}`, {
    hint,
    retryable,
    cause: error,
    details: { file, sqlite: error.code },
  });
}

export function translating<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translateSqliteError(error, file);
  }
}
