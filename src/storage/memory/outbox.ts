/** Changes in this process, kept while a projection needs them. */
import {
  MAX_CHANGES,
  type Outbox,
  type OutboxRow,
  type OutboxState,
  type RecordChange,
} from "../outbox/contract.ts";

export class MemoryOutbox implements Outbox {
  #rows: OutboxRow[] = [];
  #head = 0;
  readonly #applied = new Map<string, number | null>();

  note(change: RecordChange): void {
    if (this.#applied.size === 0) return;
    this.#head += 1;
    this.#rows.push({ id: this.#head, change });
    if (this.#rows.length > MAX_CHANGES) this.forgetChanges();
  }

  /** Everything that was deleted is to leave no trace. */
  forgetChanges(): void {
    for (const projection of this.#applied.keys()) this.#applied.set(projection, null);
    this.#rows = [];
  }

  async register(projection: string): Promise<void> {
    if (!this.#applied.has(projection)) this.#applied.set(projection, null);
  }

  async unregister(projection: string): Promise<void> {
    this.#applied.delete(projection);
    this.#deleteApplied();
  }

  async state(): Promise<OutboxState> {
    return { head: this.#head, applied: new Map(this.#applied) };
  }

  async read(after: number, limit: number): Promise<OutboxRow[]> {
    return this.#rows.filter(({ id }) => id > after).slice(0, limit);
  }

  async advance(projection: string, applied: number | null): Promise<void> {
    this.#applied.set(projection, applied);
    this.#deleteApplied();
  }

  #deleteApplied(): void {
    const needed = [...this.#applied.values()].filter((applied) => applied !== null);
    const least = needed.length === 0 ? this.#head : Math.min(...needed);
    this.#rows = this.#rows.filter(({ id }) => id > least);
  }
}
