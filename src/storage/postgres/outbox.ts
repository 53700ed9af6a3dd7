import type { Outbox, OutboxRow, OutboxState } from "../outbox/contract.ts";
import type { TableAccess } from "./access.ts";
import {
  deleteProjection,
  putProjection,
  readOutbox,
  readOutboxState,
  registerProjection,
} from "./outbox-rows.ts";

export class PostgresOutbox implements Outbox {
  readonly #access: TableAccess;

  constructor(access: TableAccess) {
    this.#access = access;
  }

  register(projection: string): Promise<void> {
    return this.#access.write((queries, { place }) => registerProjection(queries, place, projection));
  }

  unregister(projection: string): Promise<void> {
    return this.#access.write((queries, { place }) => deleteProjection(queries, place, projection));
  }

  state(): Promise<OutboxState> {
    return this.#access.read((queries) => readOutboxState(queries, this.#access.place));
  }

  read(after: number, limit: number): Promise<OutboxRow[]> {
    return this.#access.read((queries) => readOutbox(queries, this.#access.place, after, limit));
  }

  advance(projection: string, applied: number | null): Promise<void> {
    return this.#access.write((queries, { place }) => putProjection(queries, place, projection, applied));
  }
}
