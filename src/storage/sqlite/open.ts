import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AppError } from "../../core/errors.ts";
import type { RecordStore } from "../contract.ts";
import type { StorageErrorCode } from "../errors.ts";
import { SqliteStore } from "./index.ts";
import { preparePrivateFile } from "./private-folder.ts";
import { acquireWriterLock } from "./writer-lock.ts";

export interface OpenOptions {
  /** One file per repository family. */
  file: string;
  /**
   * `head`: format and size only, for a process that just asks. `pages` (default): SQLite's quick check as well,
   * unless the file is so large that it would be felt; reading then still notices damage where it reads.
   */
  check?: "head" | "pages";
  /** How long to wait for a writer to end before a damaged index is moved aside. */
  lockTimeoutMs?: number;
}

export interface OpenedIndex {
  store: RecordStore;
  /** Set when what was there could not be used and was kept under another name: the caller indexes anew. */
  damaged: { movedTo: string; reason: string } | null;
}

/** About 0.1 s of reading. */
const MAX_CHECKED_BYTES = 128 * 1024 * 1024;
const DEFAULT_LOCK_TIMEOUT_MS = 5_000;
/** Copies of damaged indexes are for study; more than these are only lost space. */
const KEPT_DAMAGED = 2;

/**
 * Opens the index file, making it and its folder, for this user alone, when they are not there. A damaged index is
 * moved aside and an empty one opened in its place. Refuses, with a code, what must not be touched: a newer format,
 * another program's database, a folder or file that is not private.
 */
export async function openSqliteStore(options: OpenOptions): Promise<OpenedIndex> {
  const { file } = options;
  preparePrivateFile(file);
  const first = tryOpen(options);
  if ("store" in first) return { store: first.store, damaged: null };
  const lock = await acquireWriterLock(file, {
    timeoutMs: options.lockTimeoutMs ?? DEFAULT_LOCK_TIMEOUT_MS,
  });
  try {
    // Another process may have seen the same damage and replaced the file while we waited.
    const second = tryOpen(options);
    if ("store" in second) return { store: second.store, damaged: null };
    const movedTo = moveAside(file);
    preparePrivateFile(file);
    return { store: new SqliteStore(file), damaged: { movedTo, reason: second.damage } };
  } finally {
    lock.release();
  }
}

function tryOpen({ file, check = "pages" }: OpenOptions): { store: SqliteStore } | { damage: string } {
  let store: SqliteStore | undefined;
  try {
    store = new SqliteStore(file);
    if (check === "pages" && statSync(file).size <= MAX_CHECKED_BYTES) store.assertPagesIntact();
    return { store };
  } catch (error) {
    store?.closeNow();
    if (error instanceof AppError && error.code === ("INDEX_DAMAGED" satisfies StorageErrorCode)) {
      return { damage: error.message };
    }
    throw error;
  }
}

/** Renames the file with its log; returns the new name. Contract: caller holds the writer lock. */
export function moveAside(file: string): string {
  const stamp = new Date().toISOString().replace(/[-:]/g, "");
  let target = `${file}.damaged-${stamp}`;
  for (let copy = 2; existsSync(target); copy++) target = `${file}.damaged-${stamp}-${copy}`;
  for (const part of ["", "-wal", "-shm"]) {
    if (existsSync(file + part)) renameSync(file + part, target + part);
  }
  removeOldCopies(file);
  return target;
}

function removeOldCopies(file: string): void {
  const prefix = `${basename(file)}.damaged-`;
  const copies = readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && !/-(?:wal|shm)$/.test(name))
    .sort();
  for (const name of copies.slice(0, -KEPT_DAMAGED)) {
    for (const part of ["", "-wal", "-shm"]) rmSync(join(dirname(file), name + part), { force: true });
  }
}
