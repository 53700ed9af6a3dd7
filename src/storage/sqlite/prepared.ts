/**
 * Statements compiled once for a connection. Compiled anew they cost time, and memory until V8 collects their objects: an
 * update runs some thirty.
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
