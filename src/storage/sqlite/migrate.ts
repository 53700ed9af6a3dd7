import { CODEC_ERRORS } from "../../codec/errors.ts";
import { AppError } from "../../core/errors.ts";
import { passPoint } from "../../core/failpoint.ts";
import type { StorageErrorCode } from "../errors.ts";
import type { Connection } from "./connection.ts";

/** A migration, once released, is never edited. */
export interface Migration {
  id: number;
  name: string;
  sql?: string;
  /** After the SQL, in the same transaction. */
  apply?: (db: Connection) => void;
}

/** What a kind of database file is: whose it is, and the steps that make its tables. */
export interface DatabaseFormat {
  applicationId: number;
  migrations: readonly Migration[];
}

export function readFormatVersion(db: Connection): number {
  return db.pragma("user_version", { simple: true }) as number;
}

function newestOf(format: DatabaseFormat): number {
  return format.migrations.at(-1)!.id;
}

export function isCurrentFormat(db: Connection, format: DatabaseFormat): boolean {
  return readFormatVersion(db) === newestOf(format);
}

/** Throws unless the file is ours, or empty, and not newer than this program. */
export function assertReadableFormat(db: Connection, file: string, format: DatabaseFormat): void {
  const application = db.pragma("application_id", { simple: true }) as number;
  const version = readFormatVersion(db);
  const newest = newestOf(format);
  const isEmpty =
    application === 0 && version === 0 && db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
  if (application !== format.applicationId && !isEmpty) {
    if (hasOwnRecord(db, format))
      throw new AppError(
        "INDEX_DAMAGED" satisfies StorageErrorCode,
        `the head of ${file} is damaged: it names another program, its own record does not`,
        { hint: CODEC_ERRORS.INDEX_DAMAGED, details: { file, application } },
      );
    throw new AppError(
      "INDEX_NOT_OURS" satisfies StorageErrorCode,
      `${file} is a database of another program`,
      {
        hint: "move that file away; clew index --rebuild does so for an index",
        details: { file, application },
      },
    );
  }
  if (version > newest) {
    throw new AppError(
      "INDEX_TOO_NEW" satisfies StorageErrorCode,
      `${file} has format ${version}; this version of clew reads up to ${newest}`,
      {
        hint: "upgrade clew, or rebuild the index: clew index --rebuild",
        details: { file, version, newest },
      },
    );
  }
}

/** The steps that made the file are written down in it: four bytes of its head do not make it another program's. */
function hasOwnRecord(db: Connection, { migrations: [first] }: DatabaseFormat): boolean {
  try {
    const name = db.prepare("SELECT name FROM migration WHERE id = ?").pluck().get(first!.id);
    return name === first!.name;
  } catch {
    return false;
  }
}

/**
 * Brings the file to the newest format, one transaction per step: a kill leaves a whole format behind, the old one
 * or the next. Two processes may migrate at once; the second finds the work done.
 */
export function migrate(db: Connection, file: string, format: DatabaseFormat): void {
  assertReadableFormat(db, file, format);
  for (const migration of format.migrations) {
    if (migration.id <= readFormatVersion(db)) continue;
    db.transaction(() => {
      if (migration.id <= readFormatVersion(db)) return;
      db.exec(
        "CREATE TABLE IF NOT EXISTS migration(id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
      );
      // First: a step that was applied already, whatever a damaged head says, is refused here.
      db.prepare("INSERT INTO migration VALUES (?, ?, ?)").run(migration.id, migration.name, Date.now());
      if (migration.sql) db.exec(migration.sql);
      migration.apply?.(db);
      passPoint("mid-migrate");
      db.pragma(`application_id = ${format.applicationId}`);
      db.pragma(`user_version = ${migration.id}`);
    }).immediate();
  }
}
