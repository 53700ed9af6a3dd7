/** What is found on the server, for `clew doctor` and `clew store check`. */
import type { Database } from "./database.ts";

export interface ServerFacts {
  version: string;
  /** Of pgvector; null when it is not installed in the database. */
  vectorExtension: string | null;
  canWrite: boolean;
  isReplica: boolean;
  /** The least of a few statements. */
  roundTripMs: number;
}

const PROBES = 5;

export async function readServerFacts(database: Database): Promise<ServerFacts> {
  const [row] = await database.read<{
    version: string;
    extension: string | null;
    can_write: boolean;
    is_replica: boolean;
  }>(
    `SELECT current_setting('server_version') AS version,
       (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS extension,
       pg_is_in_recovery() AS is_replica,
       NOT pg_is_in_recovery() AND CASE WHEN to_regnamespace($1) IS NULL
         THEN has_database_privilege(current_database(), 'CREATE')
         ELSE has_schema_privilege(current_user, to_regnamespace($1), 'CREATE') END AS can_write`,
    [database.schema],
  );
  let roundTripMs = Number.POSITIVE_INFINITY;
  for (let probe = 0; probe < PROBES; probe++) {
    const startedAt = performance.now();
    await database.read("SELECT 1");
    roundTripMs = Math.min(roundTripMs, performance.now() - startedAt);
  }
  return {
    version: row!.version,
    vectorExtension: row!.extension,
    canWrite: row!.can_write,
    isReplica: row!.is_replica,
    roundTripMs,
  };
}

export async function describeServer(database: Database): Promise<string> {
  const { version, vectorExtension, canWrite, roundTripMs } = await readServerFacts(database);
  const vectors = vectorExtension === null ? "without pgvector" : `pgvector ${vectorExtension}`;
  const rights = canWrite ? "may write" : "may only read";
  return `${version} at ${database.display}, ${vectors}, ${rights}, ${roundTripMs.toFixed(1)} ms away`;
}
