/** The outbox in the tables of an index. */
import type { Outbox, OutboxRow, OutboxState } from "../outbox/contract.ts";
import {
  deleteProjection,
  putProjection,
  readOutbox,
  readOutboxState,
  readProjections,
} from "./outbox-rows.ts";
import type { TableAccess } from "./vectors.ts";

export class SqliteOutbox implements Outbox {
  readonly #access: TableAccess;

  constructor(access: TableAccess) {
    this.#access = access;
  }

  async register(projection: string): Promise<void> {
    const isKnown = this.#access.read((db) => readProjections(db).some(({ name }) => name === projection));
    if (!isKnown) this.#access.write((db) => putProjection(db, projection, null));
  }

  async unregister(projection: string): Promise<void> {
    this.#access.write((db) => deleteProjection(db, projection));
  }

  async state(): Promise<OutboxState> {
    return this.#access.read(readOutboxState);
  }

  async read(after: number, limit: number): Promise<OutboxRow[]> {
    return this.#access.read((db) => readOutbox(db, after, limit));
  }

  async advance(projection: string, applied: number | null): Promise<void> {
    this.#access.write((db) => putProjection(db, projection, applied));
  }
}
