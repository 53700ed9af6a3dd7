/** Brings the schema of a database to the newest format, and refuses one that a later version made. */
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";
import type { Database } from "./database.ts";
import { isMissingTable } from "./postgres-errors.ts";
import { FORMAT_VERSION, MIGRATIONS, type PostgresMigration } from "./schema.ts";

/** Whoever migrates holds this until the end of its transaction; one number for all schemas of a database. */
const MIGRATING = 0x636c6577;

/** A current schema is only looked at: a role that may just read opens it. */
export async function prepareSchema(database: Database, migrations = MIGRATIONS): Promise<void> {
  const version = await readVersion(database);
  assertReadable(database, version, migrations);
  if (version < migrations.at(-1)!.id) await migrate(database, migrations);
}

/** 0 when there is nothing yet. */
export async function readVersion(database: Database): Promise<number> {
  try {
    const [row] = await database.read<{ version: number | null }>("SELECT max(id) AS version FROM @format");
    return row?.version ?? 0;
  } catch (error) {
    if (isMissingTable(error)) return 0;
    throw error;
  }
}

async function migrate(database: Database, migrations: readonly PostgresMigration[]): Promise<void> {
  await database.write(`SELECT pg_advisory_xact_lock(${MIGRATING})`, async (queries) => {
    // A role that may not create schemas is given one that is there.
    const [schema] = await queries.rows("SELECT 1 FROM pg_namespace WHERE nspname = $1", [
      database.schemaName,
    ]);
    if (!schema) await queries.run(`CREATE SCHEMA ${database.schema}`);
    await queries.run(
      `CREATE TABLE IF NOT EXISTS @format(id integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    // Another process may have been first.
    const [row] = await queries.rows<{ version: number | null }>("SELECT max(id) AS version FROM @format");
    const version = row?.version ?? 0;
    assertReadable(database, version, migrations);
    for (const { id, name, sql } of migrations.filter((migration) => migration.id > version)) {
      await queries.run(sql);
      await queries.run("INSERT INTO @format(id, name) VALUES ($1, $2)", [id, name]);
    }
  });
}

export function assertReadable(
  database: Database,
  version: number,
  migrations: readonly PostgresMigration[] = MIGRATIONS,
): void {
  const newest = Math.max(FORMAT_VERSION, migrations.at(-1)!.id);
  if (version <= newest) return;
  throw new AppError(
    "INDEX_TOO_NEW" satisfies StorageErrorCode,
    `${database.display} has format ${version}, this version of clew knows ${newest}`,
    { hint: "upgrade clew on this machine, or choose another schema", details: { version, newest } },
  );
}
