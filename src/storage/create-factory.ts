/** Backends of records by the names that settings give them; a new one is a folder and a line here. */
import type { StoreFactory } from "./factory.ts";
import type { PostgresSettings } from "./postgres/create.ts";
import { SqliteStoreFactory } from "./sqlite/factory.ts";
import { isReadOnlyHome, ReadOnlyStoreFactory } from "./sqlite/read-only-home.ts";

export interface StoreOptions {
  /** The folder of this user's own files, for what a backend keeps on this machine. */
  home: string;
  env: NodeJS.ProcessEnv;
  postgres: PostgresSettings;
}

/** Only the default is loaded with the rest: every command that starts pays for what is. */
const BACKENDS = {
  sqlite: async ({ home }) =>
    isReadOnlyHome(home) ? new ReadOnlyStoreFactory(home) : new SqliteStoreFactory(home),
  postgres: async (options) => (await import("./postgres/create.ts")).createPostgresFactory(options),
} satisfies Record<string, (options: StoreOptions) => Promise<StoreFactory>>;

export type RecordBackend = keyof typeof BACKENDS;

export function createStoreFactory(backend: RecordBackend, options: StoreOptions): Promise<StoreFactory> {
  return BACKENDS[backend](options);
}
