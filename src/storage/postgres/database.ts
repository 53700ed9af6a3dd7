/**
 * Connections to one database, and the three ways they are used: one statement, a transaction that writes, and a
 * transaction that reads one state for as long as somebody reads. Nothing here leaves anything behind in a session, so a
 * proxy that lends connections for single transactions may stand between.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";
import { parseAddress, type Target } from "./address.ts";
import {
  type Client,
  type ClientConfig,
  type Driver,
  loadDriver,
  type Pool,
  type PoolClient,
} from "./driver.ts";
import { type Look, lookOf, lookSql } from "./look.ts";
import { OpenRead, type ReadTransaction } from "./open-read.ts";
import { isConnectionLost, isRolledBackByServer, isUnreachable, translating } from "./postgres-errors.ts";
import { type Queries, queriesOn, type Row } from "./queries.ts";
import { Question } from "./question.ts";

export interface DatabaseOptions {
  address: string;
  schema: string;
  /** For readers and for everything else, each. */
  connections: number;
  /** A statement that takes longer is ended by the server. */
  statementMs: number;
  connectMs: number;
  /** How long a replica that is behind is waited for before it answers with what it has. */
  catchUpMs?: number;
  /** Is read while this one cannot be reached. */
  standIn?: Database | null;
}

/** Tries of a transaction that the server rolled back, or whose connection ended before it was told to commit. */
const TRIES = 4;
const FIRST_WAIT_MS = 50;
/** The driver gives up a little after the server should have. */
const GRACE_MS = 5_000;
/** One that could not be reached is not asked for anything but writing until this is over. */
const AWAY_MS = 2_000;
const INT8 = 20;
const MAX_KEPT_SPELLING = 1_000;
const MAX_KEPT_SPELLINGS = 500;
const CATCH_UP_MS = 300;

export class Database {
  readonly target: Target;
  /** As it is, and as it is written in statements. */
  readonly schemaName: string;
  readonly schema: string;
  /** Raised by whatever this process writes. */
  changes = 0;
  readonly #options: DatabaseOptions;
  readonly #spelled = new Map<string, string>();
  readonly #questions = new AsyncLocalStorage<Question>();
  /** What a look tells of. */
  readonly #watchedPlaces = new Map<number, number>();
  #watchedRealm: string | null = null;
  #pools: Promise<{ readers: Pool; work: Pool }> | null = null;
  #isClosed = false;
  #awayUntilMs = 0;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.target = parseAddress(options.address);
    this.schemaName = options.schema;
    this.schema = `"${options.schema.replaceAll('"', '""')}"`;
  }

  get catchUpMs(): number {
    return this.#options.catchUpMs ?? CATCH_UP_MS;
  }

  /** How the store is called in messages. */
  get display(): string {
    return this.target.display;
  }

  /** What `work` looks at of the state of the database it looks at once, and it counts its round trips. */
  async asOneQuestion<T>(work: () => Promise<T>): Promise<T> {
    if (this.question) return work();
    const question = new Question(this);
    try {
      return await this.#questions.run(question, work);
    } finally {
      question.end();
    }
  }

  /** The one that is being answered where this is called. */
  get question(): Question | null {
    const question = this.#questions.getStore();
    return question && !question.isOver ? question : null;
  }

  /** Once per question; anew where there is none. */
  look(): Promise<Look> {
    return this.question?.look() ?? this.lookNow();
  }

  async lookNow(): Promise<Look> {
    return lookOf(await this.read(this.#lookSql()));
  }

  async beginWithLook(): Promise<{ read: ReadTransaction; look: Look }> {
    const { read, rows } = await this.beginRead(this.#lookSql());
    return { read, look: lookOf(rows) };
  }

  /** The next look of a question is made anew. */
  forgetLook(): void {
    this.changes++;
  }

  watchRealm(realm: string): void {
    this.#watchedRealm = realm;
    this.changes++;
  }

  /** From now on looks tell of this place, until what is returned is called. */
  watchPlace(place: number): () => void {
    this.#watchedPlaces.set(place, (this.#watchedPlaces.get(place) ?? 0) + 1);
    this.changes++;
    return () => {
      const left = this.#watchedPlaces.get(place)! - 1;
      if (left === 0) this.#watchedPlaces.delete(place);
      else this.#watchedPlaces.set(place, left);
    };
  }

  countRoundTrip(): void {
    const question = this.question;
    if (question) question.roundTrips++;
  }

  /** Statements that only read, each on its own; tried again when the connection turns out to have ended. */
  async reading<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#orStandIn(
      () => this.#alone(work, 2),
      (standIn) => standIn.reading(work),
    );
  }

  read<T extends object = Row>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    return this.reading((queries) => queries.rows<T>(sql, values));
  }

  /** One statement that changes something and tells of it. */
  change<T extends object = Row>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    return this.#changing(() => this.#alone((queries) => queries.rows<T>(sql, values), 1));
  }

  /** How many rows were changed. */
  run(sql: string, values: readonly unknown[] = []): Promise<number> {
    return this.#changing(() => this.#alone((queries) => queries.run(sql, values), 1));
  }

  /** One statement that may take as long as it takes, on a connection of its own; its end ends the statement. */
  async runLong(sql: string): Promise<void> {
    const client = await this.connect({ query_timeout: 0 });
    try {
      await translating(this.display, () => client.query(this.spell(sql)));
    } finally {
      await client.end().catch(() => {});
    }
  }

  /**
   * `head` is sent with BEGIN and its rows are given to the work: locks that the transaction starts with cost no round
   * trip of their own. Everything or nothing: when the connection ends while it commits, nobody knows which.
   */
  async write<T, H extends object = Row>(
    head: string,
    work: (queries: Queries, rows: H[]) => Promise<T>,
  ): Promise<T> {
    return this.#changing(async () => {
      for (let tryNumber = 1; ; tryNumber++) {
        const state = { isCommitting: false };
        try {
          return await this.#writeOnce(head, work, state);
        } catch (error) {
          const isUndone = isRolledBackByServer(error) || (isConnectionLost(error) && !state.isCommitting);
          if (!isUndone || tryNumber === TRIES || this.#isClosed) throw error;
          await sleep(FIRST_WAIT_MS * 4 ** (tryNumber - 1));
        }
      }
    });
  }

  /** One state of the database until it is ended. `head` as in `write`. */
  beginRead<H extends object = Row>(head: string): Promise<{ read: ReadTransaction; rows: H[] }> {
    return this.#orStandIn(
      () => this.#beginRead<H>(head),
      (standIn) => standIn.beginRead<H>(head),
    );
  }

  async #beginRead<H extends object>(head: string): Promise<{ read: ReadTransaction; rows: H[] }> {
    return translating(this.display, async () => {
      for (let isAgain = false; ; isAgain = true) {
        const client = await this.#lend("readers");
        try {
          const rows = await this.#begin<H>(client, "ISOLATION LEVEL REPEATABLE READ READ ONLY", head);
          return { read: new OpenRead(this, client, () => this.#cancel(client)), rows };
        } catch (error) {
          client.release(true);
          if (isAgain || !isConnectionLost(error)) throw error;
        }
      }
    });
  }

  /** A connection that belongs to whoever asked for it; its end is told. */
  async connect(more: ClientConfig = {}): Promise<Client> {
    return translating(this.display, async () => {
      const driver = await loadDriver();
      const client = new driver.Client({ ...this.#config(driver), ...more });
      client.on("error", () => {});
      await client.connect();
      this.#awayUntilMs = 0;
      return client;
    });
  }

  /** `@name` is a name in the schema of this store. */
  spell(sql: string): string {
    const known = this.#spelled.get(sql);
    if (known !== undefined) return known;
    const spelled = sql.replaceAll(/@(?=[a-z])/g, `${this.schema}.`);
    // Inserts of many rows are all different, and so are looks in the course of time.
    if (this.#spelled.size === MAX_KEPT_SPELLINGS) this.#spelled.clear();
    if (sql.length <= MAX_KEPT_SPELLING) this.#spelled.set(sql, spelled);
    return spelled;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const pools = await this.#pools?.catch(() => null);
    if (pools) await Promise.all([pools.readers.end(), pools.work.end()]);
  }

  /** Also when it fails: whether it was done is not always known. */
  async #changing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await translating(this.display, work);
    } finally {
      this.changes++;
    }
  }

  /** Whatever writes shows that it is back. */
  async #orStandIn<T>(ours: () => Promise<T>, theirs: (standIn: Database) => Promise<T>): Promise<T> {
    const { standIn } = this.#options;
    if (!standIn) return ours();
    if (performance.now() < this.#awayUntilMs) return theirs(standIn);
    try {
      return await ours();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      this.#awayUntilMs = performance.now() + AWAY_MS;
      return theirs(standIn);
    }
  }

  #lookSql(): string {
    return lookSql(this.#watchedRealm, this.#watchedPlaces.keys());
  }

  async #writeOnce<T, H extends object>(
    head: string,
    work: (queries: Queries, rows: H[]) => Promise<T>,
    state: { isCommitting: boolean },
  ): Promise<T> {
    const client = await this.#lend("work");
    try {
      const rows = await this.#begin<H>(client, "ISOLATION LEVEL READ COMMITTED", head);
      this.#awayUntilMs = 0;
      const result = await work(queriesOn(this, client), rows);
      state.isCommitting = true;
      this.countRoundTrip();
      await client.query("COMMIT");
      client.release();
      return result;
    } catch (error) {
      if (isConnectionLost(error)) client.release(true);
      else await this.#rollBack(client);
      throw error;
    }
  }

  /** Settings of the transaction alone: they end with it, whoever is lent the connection next. */
  async #begin<H extends object>(client: PoolClient, mode: string, head: string): Promise<H[]> {
    this.countRoundTrip();
    const limit = `SET LOCAL statement_timeout = ${this.#options.statementMs}`;
    const results = await client.query(`BEGIN ${mode}; ${limit}; ${this.spell(head)}`);
    return ((Array.isArray(results) ? results.at(-1) : results)?.rows ?? []) as H[];
  }

  async #rollBack(client: PoolClient): Promise<void> {
    try {
      this.countRoundTrip();
      await client.query("ROLLBACK");
      client.release();
    } catch {
      client.release(true);
    }
  }

  async #alone<T>(work: (queries: Queries) => Promise<T>, tries: number): Promise<T> {
    return translating(this.display, async () => {
      for (let tryNumber = 1; ; tryNumber++) {
        const client = await this.#lend("work");
        try {
          const result = await work(queriesOn(this, client));
          client.release();
          return result;
        } catch (error) {
          client.release(isConnectionLost(error));
          if (tryNumber >= tries || !isConnectionLost(error)) throw error;
        }
      }
    });
  }

  async #lend(which: "readers" | "work"): Promise<PoolClient> {
    if (this.#isClosed) throwClosed(this.display);
    this.#pools ??= this.#openPools();
    return (await this.#pools)[which].connect();
  }

  async #openPools(): Promise<{ readers: Pool; work: Pool }> {
    const driver = await loadDriver();
    const open = (pipeline: boolean) => {
      const pool = new driver.Pool({
        ...this.#config(driver),
        // The driver has it and its types do not know it yet.
        ...({ pipeline } as object),
        max: this.#options.connections,
        // A process that is done must not be kept alive by connections that nobody uses.
        allowExitOnIdle: true,
        idleTimeoutMillis: 30_000,
      });
      // Of a connection that nobody uses: the pool forgets it, and who needs one gets another.
      pool.on("error", () => {});
      // Of one that is lent: its statement is told, and without a listener the process would end.
      pool.on("connect", (client) => client.on("error", () => {}));
      return pool;
    };
    return { readers: open(true), work: open(false) };
  }

  #config({ types }: Driver): ClientConfig {
    return {
      ...this.target.config,
      application_name: "clew",
      keepAlive: true,
      connectionTimeoutMillis: this.#options.connectMs,
      query_timeout: this.#options.statementMs + GRACE_MS,
      // Ours stay below 2^53; the driver would give them as text.
      types: {
        getTypeParser: (oid: number, format: "text") =>
          oid === INT8 ? Number : types.getTypeParser(oid, format),
      } as never,
    };
  }

  /** The server is told over another connection, as its protocol wants it; whether it hears is not waited for. */
  async #cancel(client: PoolClient): Promise<void> {
    const driver = await loadDriver();
    const messenger = new driver.Client(this.#config(driver)) as Client & {
      cancel(client: unknown, query: unknown): void;
    };
    messenger.on("error", () => {});
    const { activeQuery } = client as unknown as { activeQuery: unknown };
    if (activeQuery) messenger.cancel(client, activeQuery);
  }
}

export function throwClosed(what: string): never {
  throw new AppError("INDEX_CLOSED" satisfies StorageErrorCode, `the index in ${what} is closed`, {
    hint: "open it again",
  });
}
