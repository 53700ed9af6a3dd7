/**
 * The lock of a place's one writer: an advisory lock of a transaction that stays open on a connection of its own. It ends
 * with that connection, however its process ends, and a proxy that lends connections for single transactions keeps it, which
 * it would not do with a lock of a session (docs/design/010-postgresql.md).
 */
import { createHash } from "node:crypto";
import { hostname } from "node:os";
import type { LockHolder, WriterLock } from "../factory.ts";
import type { Database } from "./database.ts";
import type { Client } from "./driver.ts";
import type { Fence } from "./place-state.ts";
import { translating } from "./postgres-errors.ts";
import { bytesOfText, textOfBytes } from "./stored-text.ts";
import { TIMELINE, type Timeline } from "./timeline.ts";

/** What is known of another holder is good for this long before it is asked again. */
const KNOWN_FOR_MS = 300;

interface HolderRow {
  holder: Buffer | null;
  silent_ms: number;
  is_held: boolean;
}

/** Whether a process that has nothing else to do lives on for a connection. */
interface Kept {
  ref(): void;
  unref(): void;
}

interface NotedHolder {
  pid: number;
  host: string;
  says: string;
}

export class PlaceLock {
  readonly #database: Database;
  readonly #key: string;
  readonly #fence: Fence;
  /** Two halves of the name of the lock, as pg_locks shows it. */
  readonly #halves: [high: number, low: number];
  readonly #name: bigint;
  #client: (Client & Kept) | null = null;
  /** Set while it is held here. */
  #own: { says: string; saidAtMs: number } | null = null;
  #other: { holder: LockHolder | null; askedAtMs: number } = { holder: null, askedAtMs: -KNOWN_FOR_MS };
  /** Tries and releases follow each other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: Database, key: string, fence: Fence) {
    this.#database = database;
    this.#key = key;
    this.#fence = fence;
    const digest = createHash("sha256").update(`${database.schemaName}\n${key}`).digest();
    this.#name = digest.readBigInt64BE(0);
    this.#halves = [digest.readUInt32BE(0), digest.readUInt32BE(4)];
  }

  /** Null while another one has it. Contract: the row of the place is there. */
  tryLock(): Promise<WriterLock | null> {
    return this.#inTurn(() => translating(this.#database.display, () => this.#tryLock()));
  }

  /** As it was when it was last asked about; asks again meanwhile, for those who look again. */
  holder(): LockHolder | null {
    const own = this.#own;
    if (own) return { pid: process.pid, says: own.says, silentMs: performance.now() - own.saidAtMs };
    if (performance.now() - this.#other.askedAtMs > KNOWN_FOR_MS) void this.#askForHolder().catch(() => {});
    return this.#other.holder;
  }

  async close(): Promise<void> {
    await this.#last;
    const client = this.#client;
    this.#client = null;
    client?.ref();
    await client?.end().catch(() => {});
  }

  async #tryLock(): Promise<WriterLock | null> {
    if (this.#own) return null;
    const client = await this.#connect();
    // Idle for as long as the update takes: a limit on that would end the lock. It holds no state of the tables back.
    const results = await client.query(
      `BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_try_advisory_xact_lock(${this.#name}) AS is_ours`,
    );
    const { is_ours } = (results as unknown as { rows: { is_ours: boolean }[] }[]).at(-1)!.rows[0]!;
    if (!is_ours) {
      // First, so that nobody who has no lock keeps a connection of a proxy while it waits for another.
      await client.query("ROLLBACK");
      await this.#askForHolder();
      return null;
    }
    try {
      return await this.#begin(client);
    } catch (error) {
      await client.query("ROLLBACK").catch(() => {});
      throw error;
    }
  }

  async #begin(client: Client): Promise<WriterLock> {
    const [row] = await this.#database.change<{ epoch: number; timeline: Timeline }>(
      `UPDATE @place SET epoch = epoch + 1, holder = $2, held_since = now() WHERE key = $1
       RETURNING epoch, ${TIMELINE} AS timeline`,
      [this.#key, this.#note("")],
    );
    const { epoch, timeline } = row!;
    Object.assign(this.#fence, { epoch, timeline } satisfies Fence);
    this.#own = { says: "", saidAtMs: performance.now() };
    let isHeld = true;
    return {
      say: (what) => {
        if (isHeld) this.#say(what, epoch);
      },
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#own = null;
        this.#fence.epoch = null;
        this.#other = { holder: null, askedAtMs: performance.now() };
        void this.#inTurn(() => this.#release(client, epoch)).catch(() => {});
      },
    };
  }

  /** Freed first, then tidied: what is left of a holder that ended is told from one that holds by the lock itself. */
  async #release(client: Client, epoch: number): Promise<void> {
    if (client === this.#client) await client.query("COMMIT");
    await this.#database.run("UPDATE @place SET holder = NULL WHERE key = $1 AND epoch = $2", [
      this.#key,
      epoch,
    ]);
  }

  #say(what: string, epoch: number): void {
    this.#own = { says: what, saidAtMs: performance.now() };
    const note = this.#note(what);
    // For messages of others: what is lost of it harms nobody.
    this.#database
      .run("UPDATE @place SET holder = $2, held_since = now() WHERE key = $1 AND epoch = $3", [
        this.#key,
        note,
        epoch,
      ])
      .catch(() => {});
  }

  #note(says: string): Buffer {
    return bytesOfText(JSON.stringify({ pid: process.pid, host: hostname(), says } satisfies NotedHolder));
  }

  async #askForHolder(): Promise<void> {
    this.#other.askedAtMs = performance.now();
    const [row] = await this.#database.read<HolderRow>(
      `SELECT holder, (extract(epoch FROM now() - held_since) * 1000)::float8 AS silent_ms,
         EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND classid = $2::bigint::oid AND objid = $3::bigint::oid) AS is_held
       FROM @place WHERE key = $1`,
      [this.#key, ...this.#halves],
    );
    const holder = row?.is_held && row.holder ? holderOf(row.holder, row.silent_ms) : null;
    this.#other = { holder, askedAtMs: performance.now() };
  }

  async #connect(): Promise<Client> {
    if (this.#client) return this.#client;
    const client = (await this.#database.connect()) as Client & Kept;
    client.on("end", () => {
      if (this.#client === client) this.#client = null;
    });
    this.#client = client;
    return client;
  }

  /** What is sent is waited for. While it is only held, a process that has nothing else to do ends, and its lock with it. */
  async #awake<T>(work: () => Promise<T>): Promise<T> {
    this.#client?.ref();
    try {
      return await work();
    } finally {
      this.#client?.unref();
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => this.#awake(work));
    this.#last = done.catch(() => {});
    return done;
  }
}

function holderOf(noted: Buffer, silentMs: number): LockHolder {
  const { pid, host, says } = JSON.parse(textOfBytes(noted)) as NotedHolder;
  const where = host === hostname() ? "" : ` on ${host}`;
  return { pid, says: says && `${says}${where}`, silentMs };
}
