import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";
import { BUSY_TIMEOUT_MS, type Connection } from "./connection.ts";

/**
 * Deleted rows stay in free pages, and pages as they were stay in the log. VACUUM writes a file of live rows alone;
 * the checkpoint brings it over the old one, cuts that to its new length and empties the log.
 */
export function eraseDeletedPages(db: Connection, file: string, waitMs = BUSY_TIMEOUT_MS): void {
  db.exec("VACUUM");
  db.pragma(`busy_timeout = ${waitMs}`);
  try {
    const [row] = db.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    if (row?.busy === 0) return;
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
  throw new AppError("INDEX_BUSY" satisfies StorageErrorCode, `${file} is being read, so its log stays`, {
    hint: "repeat when no other process asks this index",
    retryable: true,
  });
}
