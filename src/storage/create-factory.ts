/** Backends of records by the names that settings give them; a new one is a folder and a line here. */
import type { StoreFactory } from "./factory.ts";
import { SqliteStoreFactory } from "./sqlite/factory.ts";
import { isReadOnlyHome, ReadOnlyStoreFactory } from "./sqlite/read-only-home.ts";

const BACKENDS = {
  sqlite: (home: string) =>
    isReadOnlyHome(home) ? new ReadOnlyStoreFactory(home) : new SqliteStoreFactory(home),
} satisfies Record<string, (home: string) => StoreFactory>;

export type RecordBackend = keyof typeof BACKENDS;

/** `home`: the folder of this user's own files, for what a backend keeps on this machine. */
export function createStoreFactory(backend: RecordBackend, home: string): StoreFactory {
  return BACKENDS[backend](home);
}
