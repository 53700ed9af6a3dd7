/** node-postgres, loaded when a database is asked for and not before: it is an optional dependency. */
import { createRequire } from "node:module";
import type * as pg from "pg";
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";

export type { Client, ClientBase, ClientConfig, Pool, PoolClient, QueryResult } from "pg";

export type Driver = typeof pg;

/** From here and from the bundle alike; a module that is imported cannot be loaded through the code cache. */
const require = createRequire(import.meta.url);

export async function loadDriver(): Promise<Driver> {
  try {
    return require("pg") as Driver;
  } catch (error) {
    throw new AppError(
      "STORE_DRIVER_MISSING" satisfies StorageErrorCode,
      "the driver for PostgreSQL is not installed",
      { hint: "run `npm install pg` where clew is installed", cause: error },
    );
  }
}
