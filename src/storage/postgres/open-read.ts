/**
 * A transaction that sees one state until it is ended. Statements are sent as they come, and the connection answers them in their
 * order: what a hundred readers of a question ask at once costs one round trip.
 */
import type { PoolClient } from "./driver.ts";
import { type Queries, queriesOn, type Sender } from "./queries.ts";

export interface ReadTransaction extends Queries {
  /** Ends it; what still runs on the server is ended, too. */
  end(): void;
}

export class OpenRead implements ReadTransaction {
  readonly #queries: Queries;
  readonly #client: PoolClient;
  readonly #cancel: () => Promise<void>;
  /** Resolves after the statements that were sent so far. */
  #last: Promise<unknown> = Promise.resolve();
  #running = 0;
  /** How many round trips one after the other led to the newest answer, and to the newest statement. */
  #answered = 0;
  #sent = 0;
  #isEnded = false;

  constructor(sender: Sender, client: PoolClient, cancel: () => Promise<void>) {
    const countRoundTrip = () => {
      if (this.#sent > this.#answered) return;
      this.#sent = this.#answered + 1;
      sender.countRoundTrip();
    };
    this.#queries = queriesOn({ spell: (sql) => sender.spell(sql), countRoundTrip }, client);
    this.#client = client;
    this.#cancel = cancel;
  }

  rows<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]> {
    return this.#noting(this.#queries.rows<T>(sql, values));
  }

  lists<T extends unknown[]>(sql: string, values?: readonly unknown[]): Promise<T[]> {
    return this.#noting(this.#queries.lists<T>(sql, values));
  }

  run(sql: string, values?: readonly unknown[]): Promise<number> {
    return this.#noting(this.#queries.run(sql, values));
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const client = this.#client;
    if (this.#running > 0) void this.#cancel().catch(() => {});
    // Nobody waits for it: the state that was read is of no use to others.
    this.#last
      .then(() => client.query("ROLLBACK"))
      .then(
        () => client.release(),
        () => client.release(true),
      );
  }

  async #noting<T>(sent: Promise<T>): Promise<T> {
    const trip = this.#sent;
    this.#running++;
    const before = this.#last;
    this.#last = sent.catch(() => {}).then(() => before);
    try {
      return await sent;
    } finally {
      this.#running--;
      this.#answered = Math.max(this.#answered, trip);
    }
  }
}
