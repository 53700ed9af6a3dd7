/**
 * The one place that loads SQLite. Two versions of one driver: 13 stands on Node-API and comes compiled, but needs Node
 * 22; 12 is what Node 20 can load, and since 24.19 Node ends the process when it collects one of 12's statements.
 */
import { createRequire } from "node:module";
import type BetterSqlite3 from "better-sqlite3";
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";

export type Connection = BetterSqlite3.Database;
export type SqliteError = InstanceType<typeof BetterSqlite3.SqliteError>;

type Driver = typeof BetterSqlite3;

let driver: Driver | null = null;

export function openDatabase(file: string, options?: BetterSqlite3.Options): Connection {
  driver ??= loadDriver(process.versions.node, createRequire(import.meta.url));
  return new driver(file, options);
}

export function isSqliteError(error: unknown): error is SqliteError {
  return driver !== null && error instanceof driver.SqliteError;
}

export function driverFor(nodeVersion: string): string {
  return Number.parseInt(nodeVersion, 10) >= 22 ? "better-sqlite3-13" : "better-sqlite3";
}

/** Opens a database in memory, because version 12 looks for its compiled part only then. */
export function loadDriver(nodeVersion: string, load: (name: string) => unknown): Driver {
  const name = driverFor(nodeVersion);
  try {
    const loaded = load(name) as Driver;
    new loaded(":memory:").close();
    return loaded;
  } catch (error) {
    throw new AppError(
      "INDEX_ENGINE_MISSING" satisfies StorageErrorCode,
      `SQLite cannot be loaded: ${(error as Error).message.split("\n")[0]}`,
      {
        hint: `reinstall with Node ${nodeVersion}, the version that runs clew; where nothing compiled is on offer, a C++ compiler, make and Python 3 are needed`,
        cause: error,
        details: { driver: name, node: nodeVersion },
      },
    );
  }
}
