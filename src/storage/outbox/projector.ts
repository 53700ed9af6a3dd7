/**
 * Brings projections up to the records, one change after the other. It may be killed anywhere: what was applied and not
 * noted is applied again. What fails is noted and tried again with the next run; answers come from records meanwhile.
 */
import { untilAborted } from "../../core/until-aborted.ts";
import type { RecordStore } from "../records/contract.ts";
import type { OutboxState, Projection, ProjectionStatus } from "./contract.ts";

const ROWS_PER_READ = 100;
/** Who asks for the status waits no longer for a store that does not answer. */
const REACH_MS = 2_000;

export class Projector {
  readonly #records: RecordStore;
  readonly #projections: readonly Projection[];
  /** Runs work under the lock of the one writer. */
  readonly #whileWriting: <T>(work: () => Promise<T>) => Promise<T>;
  /** By projection: why the last run could not bring it up to the records. */
  readonly #problems = new Map<string, string>();
  /** By projection: why it did not answer the last question. A run with nothing to apply does not ask it, so proves nothing. */
  readonly #unanswered = new Map<string, string>();
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
    const unreached = await Promise.all(this.#projections.map(whyUnreached));
    return this.#projections.map(({ id }, at) => ({
      projection: id,
      pending: pendingOf(state, id),
      problem: unreached[at] ?? this.#problems.get(id) ?? this.#unanswered.get(id) ?? null,
    }));
  }

  noteAnswered(projection: string): void {
    this.#unanswered.delete(projection);
  }

  noteUnanswered(projection: string, error: unknown): void {
    this.#unanswered.set(projection, `the last question was not answered: ${messageOf(error)}`);
  }

  async #tryCatchUp(projection: Projection): Promise<void> {
    try {
      await this.#catchUp(projection);
      this.#problems.delete(projection.id);
    } catch (error) {
      this.#problems.set(projection.id, messageOf(error));
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

/** Null when it can be reached. */
async function whyUnreached(projection: Projection): Promise<string | null> {
  const late = AbortSignal.timeout(REACH_MS);
  try {
    await untilAborted(projection.reach(), late);
    return null;
  } catch (error) {
    return late.aborted ? `no answer within ${REACH_MS / 1000} s` : messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** 0 when everything that was ever written is applied. */
export function pendingOf({ head, applied }: OutboxState, projection: string): number | null {
  const at = applied.get(projection) ?? null;
  return at === null ? null : head - at;
}
