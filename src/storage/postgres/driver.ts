/** node-postgres, loaded when a database is asked for and not before: it is an optional dependency. */
import type * as pg from "pg";
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";

export type { Client, ClientBase, ClientConfig, Pool, PoolClient, QueryResult } from "pg";

export type Driver = typeof pg;

export async function loadDriver(): Promise<Driver> {
  try {
    const loaded = (await import("pg")) as Driver & { default?: Driver };
    return loaded.default ?? loaded;
  } catch (error) {
    throw new AppError(
      "STORE_DRIVER_MISSING" satisfies StorageErrorCode,
      "the driver for PostgreSQL is not installed",
      { hint: "run `npm install pg` where clew is installed", cause: error },
    );
  }
}
