/** Statements on one connection. */
import type { ClientBase } from "./driver.ts";

export type Row = Record<string, unknown>;

/** Runs statements: of a transaction, or each on its own. */
export interface Queries {
  rows<T extends object = Row>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  /** Rows as lists of columns, for many of them. */
  lists<T extends unknown[]>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  /** How many rows were changed. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
}

/** Counts statements and knows the schema. */
export interface Sender {
  countRoundTrip(): void;
  spell(sql: string): string;
}

export function queriesOn(sender: Sender, client: ClientBase): Queries {
  const send = async (sql: string, values: readonly unknown[] | undefined, rowMode?: "array") => {
    sender.countRoundTrip();
    const query = { text: sender.spell(sql), values: [...(values ?? [])] };
    return rowMode ? client.query({ ...query, rowMode }) : client.query(query);
  };
  return {
    rows: async <T extends object>(sql: string, values?: readonly unknown[]) =>
      (await send(sql, values)).rows as T[],
    lists: async <T extends unknown[]>(sql: string, values?: readonly unknown[]) =>
      (await send(sql, values, "array")).rows as T[],
    run: async (sql, values) => (await send(sql, values)).rowCount ?? 0,
  };
}
