/** Backends of records by the names that settings give them; a new one is a folder and a line here. */
import type { StoreFactory } from "./factory.ts";
import { createPostgresFactory, type PostgresSettings } from "./postgres/create.ts";
import { SqliteStoreFactory } from "./sqlite/factory.ts";
import { isReadOnlyHome, ReadOnlyStoreFactory } from "./sqlite/read-only-home.ts";

export interface StoreOptions {
  /** The folder of this user's own files, for what a backend keeps on this machine. */
  home: string;
  env: NodeJS.ProcessEnv;
  postgres: PostgresSettings;
}

const BACKENDS = {
  sqlite: ({ home }) =>
    isReadOnlyHome(home) ? new ReadOnlyStoreFactory(home) : new SqliteStoreFactory(home),
  postgres: createPostgresFactory,
} satisfies Record<string, (options: StoreOptions) => StoreFactory>;

export type RecordBackend = keyof typeof BACKENDS;

export function createStoreFactory(backend: RecordBackend, options: StoreOptions): StoreFactory {
  return BACKENDS[backend](options);
}
