/** Takes jobs that processes of one store share, one at a time, for as long as this process serves. */
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../core/errors.ts";
import type { JobQueue } from "../storage/jobs/contract.ts";

/** A worker that ended is taken for that after this long; one that lives says so three times in it. */
const LEASE_MS = 30_000;
const LOOK_EVERY_MS = 5_000;

export interface JobWorkerOptions {
  queue: () => Promise<JobQueue>;
  /** Tells what it did. */
  index: (path: string, signal: AbortSignal) => Promise<string>;
  leaseMs?: number;
  lookEveryMs?: number;
}

export class JobWorker {
  readonly #options: JobWorkerOptions;
  readonly #name = `${hostname()} ${process.pid}`;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  #wake: () => void = () => {};

  constructor(options: JobWorkerOptions) {
    this.#options = options;
    this.#ended = this.#run();
  }

  /** Somebody added a job: look now. */
  wake(): void {
    this.#wake();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      // A database that is away is looked for again; whoever asks a question is told.
      const hadJob = await this.#workOnce().catch(() => false);
      if (!hadJob && !signal.aborted) await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    const over = new AbortController();
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const time = sleep(this.#options.lookEveryMs ?? LOOK_EVERY_MS, null, { signal: over.signal, ref: false });
    await Promise.race([woken, time.catch(() => {})]);
    over.abort();
  }

  async #workOnce(): Promise<boolean> {
    const { queue: open, index, leaseMs = LEASE_MS } = this.#options;
    const queue = await open();
    const job = await queue.take(this.#name, leaseMs);
    if (!job) return false;
    const lost = new AbortController();
    const renewing = setInterval(() => {
      // An answer that does not come is no answer; that somebody else has the job is one.
      queue.renew(job.id, this.#name, leaseMs).then(
        (isOurs) => !isOurs && lost.abort(),
        () => {},
      );
    }, leaseMs / 3).unref();
    try {
      const message = await index(job.path, AbortSignal.any([this.#stop.signal, lost.signal]));
      await queue.finish(job.id, this.#name, { isDone: true, message });
    } catch (error) {
      // One that is stopped leaves its job to others, who take it when the lease is over.
      if (this.#stop.signal.aborted || lost.signal.aborted) return true;
      const message = error instanceof AppError ? `${error.message} [${error.code}]` : String(error);
      if (!(error instanceof AppError && error.retryable))
        await queue.finish(job.id, this.#name, { isDone: false, message });
    } finally {
      clearInterval(renewing);
    }
    return true;
  }
}
