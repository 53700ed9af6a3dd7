/**
 * Brings projections up to the records, one change after the other. It may be killed anywhere: what was applied and not
 * noted is applied again. What fails is noted and tried again with the next run; answers come from records meanwhile.
 */

import type { RecordStore } from "../records/contract.ts";
import type { OutboxState, Projection, ProjectionStatus } from "./contract.ts";

const ROWS_PER_READ = 100;

export class Projector {
  readonly #records: RecordStore;
  readonly #projections: readonly Projection[];
  /** Runs work under the lock of the one writer. */
  readonly #whileWriting: <T>(work: () => Promise<T>) => Promise<T>;
  readonly #problems = new Map<string, string>();
  #running: Promise<void> = Promise.resolve();

  constructor(
    records: RecordStore,
    projections: readonly Projection[],
    whileWriting: <T>(work: () => Promise<T>) => Promise<T>,
  ) {
    this.#records = records;
    this.#projections = projections;
    this.#whileWriting = whileWriting;
  }

  /** Resolves when all of them were tried, whether they could or not; runs follow each other. */
  run(): Promise<void> {
    this.#running = this.#running.then(async () => {
      for (const projection of this.#projections) await this.#tryCatchUp(projection);
    });
    return this.#running;
  }

  /** When no run is under way. */
  settled(): Promise<void> {
    return this.#running;
  }

  async status(): Promise<ProjectionStatus[]> {
    const state = await this.#records.outbox.state();
    return this.#projections.map(({ id }) => ({
      projection: id,
      pending: pendingOf(state, id),
      problem: this.#problems.get(id) ?? null,
    }));
  }

  /** Noted when a projection fails to answer, too. */
  noteProblem(projection: string, error: unknown): void {
    this.#problems.set(projection, error instanceof Error ? error.message : String(error));
  }

  async #tryCatchUp(projection: Projection): Promise<void> {
    try {
      await this.#catchUp(projection);
      this.#problems.delete(projection.id);
    } catch (error) {
      this.noteProblem(projection.id, error);
    }
  }

  async #catchUp(projection: Projection): Promise<void> {
    const { outbox } = this.#records;
    const { applied } = await outbox.state();
    let at = applied.get(projection.id) ?? (await this.#build(projection));
    for (;;) {
      const rows = await outbox.read(at, ROWS_PER_READ);
      if (rows.length === 0) return;
      // A gap: rows were lost, so what they said is unknown.
      if (rows.some(({ id }, place) => id !== at + 1 + place)) {
        at = await this.#build(projection);
        continue;
      }
      for (const { change } of rows) await projection.apply(change, this.#records);
      at += rows.length;
      await this.#advance(projection, at);
    }
  }

  /** From the records as they are; what is published meanwhile is applied afterwards, some of it twice. */
  async #build(projection: Projection): Promise<number> {
    const { head } = await this.#records.outbox.state();
    await projection.clear();
    await projection.build(this.#records);
    await this.#advance(projection, head);
    return head;
  }

  #advance({ id }: Projection, applied: number): Promise<void> {
    return this.#whileWriting(() => this.#records.outbox.advance(id, applied));
  }
}

/** 0 when everything that was ever written is applied. */
export function pendingOf({ head, applied }: OutboxState, projection: string): number | null {
  const at = applied.get(projection) ?? null;
  return at === null ? null : head - at;
}
