/**
 * The approximate index of one model: made beside a service that goes on, while questions are answered by comparing
 * everything; exchanged at once when it is whole; made anew when more than a tenth changed since.
 */
import type { Database } from "../database.ts";
import { type NearModel, tableOf } from "./near-models.ts";

export interface NearOptions {
  /** Fewer rows of a model are compared one by one. */
  approximateFrom: number;
  /** Neighbours of a node, and candidates looked at while the index is made. */
  m: number;
  efConstruction: number;
  /** Candidates looked at by a question. */
  efSearch: number;
}

export interface BuildProgress {
  done: number;
  total: number;
}

/** Share of rows put or removed since the index was made that calls for a new one. */
const CHANGED_SHARE = 0.1;
/** Two who would build one are told apart by this, with the model. */
const BUILDING = 0x6e656172;

/** True when there is a whole index. */
export async function isIndexed(database: Database, model: NearModel): Promise<boolean> {
  const rows = await database.read("SELECT 1 FROM @near_model WHERE id = $1 AND indexed_rows IS NOT NULL", [
    model.id,
  ]);
  return rows.length > 0;
}

/** Notes how many rows came or went; a new index is due from some on. Contract: inside the transaction of the change. */
export const NOTE_CHANGED = "UPDATE @near_model SET changed_rows = changed_rows + $2 WHERE id = $1";

/** Builds one when it is due and nobody else does; null when it is not. */
export async function buildIfDue(
  database: Database,
  model: NearModel,
  options: NearOptions,
): Promise<BuildProgress | null> {
  const table = tableOf(model);
  const [row] = await database.read<{ indexed: number | null; changed: number; total: number }>(
    `SELECT indexed_rows AS indexed, changed_rows AS changed, (SELECT count(*) FROM @${table}) AS total
     FROM @near_model WHERE id = $1`,
    [model.id],
  );
  if (!row || row.total < options.approximateFrom) return null;
  if (row.indexed !== null && row.changed <= row.indexed * CHANGED_SHARE) return null;
  return whileBuilding(database, model, async () => {
    const [fresh, used] = [`${table}_hnsw_new`, `${table}_hnsw`];
    // What a build that was cut short left behind is no index.
    await database.run(`DROP INDEX IF EXISTS @${fresh}`);
    await database.runLong(
      `CREATE INDEX CONCURRENTLY ${fresh} ON @${table} USING hnsw (v halfvec_cosine_ops)
       WITH (m = ${Number(options.m)}, ef_construction = ${Number(options.efConstruction)})`,
    );
    await database.write("SELECT 1", async (queries) => {
      await queries.run(`DROP INDEX IF EXISTS @${used}`);
      await queries.run(`ALTER INDEX @${fresh} RENAME TO ${used}`);
      await queries.run(
        `UPDATE @near_model SET indexed_rows = (SELECT count(*) FROM @${table}), changed_rows = changed_rows - $2
         WHERE id = $1`,
        [model.id, row.changed],
      );
    });
    return { done: row.total, total: row.total };
  });
}

/** How far builds are that run now, by anybody. */
export async function readProgress(database: Database): Promise<BuildProgress[]> {
  const rows = await database.read<{ done: number; total: number }>(
    `SELECT tuples_done AS done, greatest(tuples_total, tuples_done) AS total
     FROM pg_stat_progress_create_index p JOIN pg_class c ON c.oid = p.relid
     WHERE c.relnamespace = to_regnamespace($1) AND c.relname LIKE 'near\\_%'`,
    [database.schema],
  );
  return rows;
}

/** `45% (450,000 of 1,000,000)`. */
export function describeProgress({ done, total }: BuildProgress): string {
  const share = total === 0 ? 0 : Math.floor((100 * done) / total);
  return `${share}% (${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")})`;
}

async function whileBuilding<T>(
  database: Database,
  { id }: NearModel,
  work: () => Promise<T>,
): Promise<T | null> {
  const client = await database.connect();
  try {
    const results = await client.query(
      `BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_try_advisory_xact_lock(${BUILDING}, ${Number(id)}) AS is_ours`,
    );
    const { rows } = (results as unknown as { rows: { is_ours: boolean }[] }[]).at(-1)!;
    return rows[0]!.is_ours ? await work() : null;
  } finally {
    await client.end().catch(() => {});
  }
}
