/**
 * Statements compiled once for a connection. Compiling anew costs more than the time: a statement is given back when V8
 * collects its object, and until then it lies between pages that SQLite keeps, so memory of the process that was freed
 * could not be used well again. A server that is edited under grew by 24 kB with every update.
 */
import type { Connection } from "./driver.ts";

const statements = new WeakMap<Connection, Map<string, unknown>>();

export function prepared<Params extends unknown[] = unknown[], Row = unknown>(db: Connection, sql: string) {
  let known = statements.get(db);
  if (!known) {
    known = new Map();
    statements.set(db, known);
  }
  let statement = known.get(sql);
  if (!statement) {
    statement = db.prepare<Params, Row>(sql);
    known.set(sql, statement);
  }
  return statement as ReturnType<typeof db.prepare<Params, Row>>;
}
