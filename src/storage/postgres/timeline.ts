/**
 * Which course of the database's log a server writes. It changes when a replica takes over or a backup is restored: what was
 * committed last may be lost then, and its numbers given out again, so nothing that was read before is relied on.
 */

/** Null on a replica, which follows whoever writes. */
export const TIMELINE =
  "CASE WHEN pg_is_in_recovery() THEN NULL ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END";

export const IS_REPLICA = "pg_is_in_recovery()";
/** Since the last change that a replica has; it grows while nothing is changed, too. */
export const SECONDS_BEHIND =
  "extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8";

export type Timeline = string | null;

/** What a replica tells proves nothing. */
export function isOtherTimeline(a: Timeline, b: Timeline): boolean {
  return a !== null && b !== null && a !== b;
}
