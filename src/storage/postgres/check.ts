/** What is found on the server, for `clew doctor` and `clew store check`. */
import type { StoreCheck } from "../factory.ts";
import type { Database } from "./database.ts";
import { readVersion } from "./migrate.ts";
import { describeProgress, readProgress } from "./near/near-index.ts";
import { FORMAT_VERSION } from "./schema.ts";
import { IS_REPLICA, SECONDS_BEHIND } from "./timeline.ts";

const PROBES = 5;
/** STORAGE in CREATE TABLE is new in 16. */
const OLDEST_SERVER = 16;

/** `wantsPgvector`: vectors are to be kept by an extension that must be there. */
export function checksOf(
  databases: () => { database: Database; replica: Database | null },
  { wantsPgvector }: { wantsPgvector: boolean },
): StoreCheck[] {
  return [
    { name: "postgres", probe: () => describeServer(databases().database) },
    { name: "postgres schema", probe: () => describeSchema(databases().database) },
    { name: "postgres replica", probe: () => describeReplica(databases().replica) },
    { name: "index of vectors", probe: () => describeVectors(databases().database, wantsPgvector) },
  ];
}

async function describeReplica(replica: Database | null): Promise<string> {
  if (!replica) return "none";
  const server = await describeServer(replica);
  const [state] = await replica.read<{ is_replica: boolean; seconds_behind: number | null }>(
    `SELECT ${IS_REPLICA} AS is_replica, ${SECONDS_BEHIND} AS seconds_behind`,
  );
  if (!state!.is_replica) return `${server}; it is no replica, and is read while it has the same indexes`;
  return `${server}, last change ${(state!.seconds_behind ?? 0).toFixed(1)} s ago`;
}

async function describeServer(database: Database): Promise<string> {
  const [row] = await database.read<{ version: string; number: number; extension: string | null }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
       (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS extension`,
  );
  const { version, number, extension } = row!;
  const major = Math.floor(number / 10_000);
  if (major < OLDEST_SERVER) throw new Error(`version ${version} is older than ${OLDEST_SERVER}`);
  const roundTripMs = await measureRoundTrip(database);
  const vectors = extension === null ? "without pgvector" : `pgvector ${extension}`;
  return `${version.split(" ")[0]} at ${database.display}, ${vectors}, ${roundTripMs.toFixed(1)} ms away`;
}

async function describeSchema(database: Database): Promise<string> {
  const version = await readVersion(database);
  const { canWrite, isReplica } = await readRights(database);
  const role = isReplica ? "a replica, may only be read" : canWrite ? "may be written" : "may only be read";
  if (version === 0) {
    if (!canWrite) throw new Error(`${database.schema} is not there, and this role may not create it`);
    return `${database.schema} has no tables yet; the first index creates them`;
  }
  if (version > FORMAT_VERSION)
    throw new Error(`${database.schema} has format ${version}, newer than ${FORMAT_VERSION}: upgrade clew`);
  const [row] = await database.read<{ places: number; views: number; files: number; mb: number }>(
    `SELECT (SELECT count(*) FROM @place) AS places, (SELECT count(*) FROM @view) AS views,
       (SELECT coalesce(sum(file_count), 0) FROM @view) AS files,
       (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) / 1048576 FROM pg_class c
         WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r')::float8 AS mb`,
    [database.schema],
  );
  const { places, views, files, mb } = row!;
  return `${database.schema} of format ${version}, ${role}: ${places} places, ${views} views, ${files} files, ${mb.toFixed(1)} MB`;
}

/** Models with their index, and builds that run. */
async function describeVectors(database: Database, wantsPgvector: boolean): Promise<string> {
  if (wantsPgvector) await assertExtension(database);
  const version = await readVersion(database);
  if (version === 0) return "none";
  if (version !== FORMAT_VERSION) return `not known of format ${version}`;
  const models = await database.read<{ indexed: number | null; changed: number }>(
    "SELECT indexed_rows AS indexed, changed_rows AS changed FROM @near_model ORDER BY id",
  );
  if (models.length === 0) return "none; questions are compared with everything";
  const running = (await readProgress(database)).map((build) => `one is made, ${describeProgress(build)}`);
  const made = models.map(({ indexed, changed }) =>
    indexed === null ? "compared one by one" : `${indexed} vectors, ${changed} changed since`,
  );
  return [...made, ...running].join("; ");
}

/** There, or made with the first vectors. */
async function assertExtension(database: Database): Promise<void> {
  const [row] = await database.read<{ can_be: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') OR EXISTS (
       SELECT FROM pg_available_extension_versions WHERE name = 'vector' AND (trusted OR NOT superuser)
         AND has_database_privilege(current_database(), 'CREATE')) AS can_be`,
  );
  if (!row!.can_be)
    throw new Error(
      "stores.vectors is pgvector, which this database does not have: let its owner run CREATE EXTENSION vector",
    );
}

async function readRights(database: Database): Promise<{ canWrite: boolean; isReplica: boolean }> {
  const [row] = await database.read<{ can_write: boolean; is_replica: boolean }>(
    `SELECT pg_is_in_recovery() AS is_replica,
       NOT pg_is_in_recovery() AND CASE WHEN to_regnamespace($1) IS NULL
         THEN has_database_privilege(current_database(), 'CREATE')
         ELSE has_schema_privilege(current_user, to_regnamespace($1), 'CREATE') END AS can_write`,
    [database.schema],
  );
  return { canWrite: row!.can_write, isReplica: row!.is_replica };
}

/** The least of a few statements. */
async function measureRoundTrip(database: Database): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let probe = 0; probe < PROBES; probe++) {
    const startedAt = performance.now();
    await database.read("SELECT 1");
    least = Math.min(least, performance.now() - startedAt);
  }
  return least;
}
