import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { RecordStore } from "../contract.ts";
import { SqliteStore } from "./index.ts";

export interface OpenedIndex {
  store: RecordStore;
  /** Set when what was there could not be used and was kept under another name: the caller indexes anew. */
  damaged: { movedTo: string; reason: string } | null;
}

/** Opens the index file, making it and its folder, for this user alone, when they are not there. */
export async function openSqliteStore(options: { file: string }): Promise<OpenedIndex> {
  mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 });
  const store = new SqliteStore(options.file);
  chmodSync(options.file, 0o600);
  return { store, damaged: null };
}
