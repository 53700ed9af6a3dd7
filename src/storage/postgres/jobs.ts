/** Jobs as rows: taken with SKIP LOCKED, so workers never wait for each other, and held by a lease that ends by itself. */
import { pathBytes, pathFromBytes } from "../../core/rel-path.ts";
import type { IndexJob, JobQueue, JobState } from "../jobs/contract.ts";
import type { Database } from "./database.ts";
import { JOBS_CHANNEL } from "./news.ts";
import { bytesOfText, textOfBytes } from "./stored-text.ts";

/** A repository whose workers all ended is not tried for ever. */
const MAX_ATTEMPTS = 5;
const LISTED = 100;

interface JobRow {
  id: number;
  path: Buffer;
  attempts: number;
}

export class PostgresJobs implements JobQueue {
  readonly #database: Database;
  readonly #realm: string;

  constructor(database: Database, realm: string) {
    this.#database = database;
    this.#realm = realm;
  }

  async add(path: string): Promise<number> {
    const [row] = await this.#database.change<{ id: number }>(
      `INSERT INTO @job AS known(realm, path) VALUES ($1, $2)
       ON CONFLICT (realm, path) WHERE state = 'waiting' AND worker IS NULL DO UPDATE SET asked_at = now()
       RETURNING id, pg_notify($3, $1)`,
      [this.#realm, pathBytes(path), JOBS_CHANNEL],
    );
    return row!.id;
  }

  async take(worker: string, leaseMs: number): Promise<IndexJob | null> {
    const [row] = await this.#database.change<JobRow>(
      `WITH hopeless AS (UPDATE @job SET state = 'failed', message = $4
           WHERE realm = $1 AND state = 'waiting' AND leased_until < now() AND attempts >= ${MAX_ATTEMPTS})
       UPDATE @job SET worker = $2, leased_until = now() + $3 * interval '1 millisecond', attempts = attempts + 1
       WHERE id = (SELECT id FROM @job WHERE realm = $1 AND state = 'waiting' AND attempts < ${MAX_ATTEMPTS}
         AND (leased_until IS NULL OR leased_until < now()) ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, path, attempts`,
      [
        this.#realm,
        worker,
        leaseMs,
        bytesOfText(`given up: ${MAX_ATTEMPTS} workers ended while they indexed it`),
      ],
    );
    return row ? jobOf(row) : null;
  }

  async renew(id: number, worker: string, leaseMs: number): Promise<boolean> {
    const changed = await this.#database.run(
      `UPDATE @job SET leased_until = now() + $3 * interval '1 millisecond'
       WHERE id = $1 AND worker = $2 AND state = 'waiting'`,
      [id, worker, leaseMs],
    );
    return changed > 0;
  }

  async finish(id: number, worker: string, outcome: { isDone: boolean; message: string }): Promise<boolean> {
    const changed = await this.#database.run(
      "UPDATE @job SET state = $3, message = $4 WHERE id = $1 AND worker = $2 AND state = 'waiting'",
      [id, worker, outcome.isDone ? "done" : "failed", bytesOfText(outcome.message)],
    );
    return changed > 0;
  }

  async list(): Promise<JobState[]> {
    const rows = await this.#database.read<
      JobRow & { state: JobState["state"]; worker: string | null; message: Buffer | null }
    >(
      `SELECT id, path, attempts, worker, message,
         CASE WHEN state = 'waiting' AND leased_until >= now() THEN 'working' ELSE state END AS state
       FROM @job WHERE realm = $1 ORDER BY id DESC LIMIT ${LISTED}`,
      [this.#realm],
    );
    return rows.map((row) => ({
      ...jobOf(row),
      state: row.state,
      worker: row.worker,
      message: row.message === null ? "" : textOfBytes(row.message),
    }));
  }
}

function jobOf({ id, path, attempts }: JobRow): IndexJob {
  return { id, path: pathFromBytes(path), attempts };
}
