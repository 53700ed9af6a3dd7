import type { Connection } from "../connection.ts";
import { type DatabaseFormat, migrate } from "../migrate.ts";
import { changeSeal, startSeal } from "../row-seals.ts";
import { REPOSITORIES, scanRepositories, sumOfRepository } from "./repository-rows.ts";

/** "clwr" in ASCII. */
const REGISTRY_APPLICATION_ID = 0x636c7772;

const FORMAT: DatabaseFormat = {
  applicationId: REGISTRY_APPLICATION_ID,
  migrations: [
    {
      id: 1,
      name: "repositories",
      sql: `
        CREATE TABLE repository(
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL,
          path TEXT NOT NULL UNIQUE,
          type TEXT NOT NULL,
          index_file TEXT NOT NULL,
          stores TEXT NOT NULL CHECK (json_valid(stores)),
          generation INTEGER NOT NULL,
          revision TEXT,
          created_at INTEGER NOT NULL,
          updated_at INTEGER NOT NULL
        ) STRICT;
      `,
    },
    {
      id: 2,
      name: "a checksum over all repositories",
      sql: `
        CREATE TABLE row_seal(
          name TEXT PRIMARY KEY,
          row_count INTEGER NOT NULL,
          row_sum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
      `,
      apply: (db) => {
        startSeal(db, REPOSITORIES);
        changeSeal(db, REPOSITORIES, { added: scanRepositories(db).map(sumOfRepository) });
      },
    },
    {
      id: 3,
      name: "notes of repositories",
      sql: `
        CREATE TABLE note(
          path TEXT NOT NULL,
          kind TEXT NOT NULL,
          text TEXT NOT NULL,
          sum INTEGER NOT NULL,
          PRIMARY KEY (path, kind)
        ) STRICT, WITHOUT ROWID;
      `,
    },
  ],
};

export function migrateRegistry(db: Connection, file: string): void {
  migrate(db, file, FORMAT);
}
