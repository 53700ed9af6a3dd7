/** A transaction that sees one state until it is ended. */
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
  /** Several readers of a question may ask at once; a connection takes one statement after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #running = 0;
  #isEnded = false;

  constructor(sender: Sender, client: PoolClient, cancel: () => Promise<void>) {
    this.#queries = queriesOn(sender, client);
    this.#client = client;
    this.#cancel = cancel;
  }

  rows<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]> {
    return this.#inTurn(() => this.#queries.rows<T>(sql, values));
  }

  lists<T extends unknown[]>(sql: string, values?: readonly unknown[]): Promise<T[]> {
    return this.#inTurn(() => this.#queries.lists<T>(sql, values));
  }

  run(sql: string, values?: readonly unknown[]): Promise<number> {
    return this.#inTurn(() => this.#queries.run(sql, values));
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

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    const done = this.#last.then(work).finally(() => {
      this.#running--;
    });
    this.#last = done.catch(() => {});
    return done;
  }
}
