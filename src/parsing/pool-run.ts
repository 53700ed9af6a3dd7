/** One run of the pool: gives batches to processes, starts others for those that are lost, and tells every outcome. */
import { AppError } from "../core/errors.ts";
import { DEFAULT_LIMITS } from "../languages/contract.ts";
import { backOffMs } from "../supervision/back-off.ts";
import { PARSING_ERRORS } from "./errors.ts";
import type { ParseJob, ParseOutcome, ParseRules } from "./jobs.ts";
import type { PoolOptions } from "./pool.ts";
import { ATTEMPT_FALLBACK, ATTEMPT_IN_BATCH, type Batch, Suspects, skipForMemory } from "./suspects.ts";
import { type WorkerHandlers, type WorkerLoss, WorkerProcess } from "./worker-process.ts";

/** One slot lives as long as the run; processes come and go in it. */
interface Slot {
  process: WorkerProcess | null;
  /** Jobs given and not yet answered. */
  open: Map<string, ParseJob>;
  batch: Batch | null;
  startsFailed: number;
  restart: NodeJS.Timeout | null;
}

/** Large enough that messages cost little, small enough that both processes end together. */
const BATCH_FILES = 24;
/** Outcomes that wait for the caller; beyond this no new batch is started. */
const MAX_WAITING = 512;
const MAX_FAILED_STARTS = 3;
const FIRST_BACK_OFF_MS = 50;
const MAX_BACK_OFF_MS = 2_000;
/** So many in a row, with no batch done in between, and the run gives up instead of trying every file in vain. */
const MAX_KILLS_IN_A_ROW = 8;
const MAX_REFUSALS_IN_A_ROW = 4;

export class PoolRun {
  readonly #rules: ParseRules;
  readonly #options: PoolOptions;
  readonly #file: string;
  readonly #idle: WorkerProcess[];
  readonly #slots: Slot[] = [];
  readonly #source: AsyncIterator<ParseJob> | Iterator<ParseJob>;
  readonly #suspects = new Suspects();
  readonly #waiting: ParseOutcome[] = [];
  #isSourceDone = false;
  #isPulling = false;
  #isStopped = false;
  /** The system has no memory for parsing: what is left is not tried in this run. */
  #isWithoutMemory = false;
  /** Processes lost since a batch was done. */
  #losses = 0;
  /** The last of them, when the system refused them memory. */
  #refusals = 0;
  #error: unknown = null;
  #wake: (() => void) | null = null;

  constructor(
    jobs: Iterable<ParseJob> | AsyncIterable<ParseJob>,
    rules: ParseRules,
    options: PoolOptions,
    file: string,
    idle: WorkerProcess[],
  ) {
    this.#rules = rules;
    this.#options = options;
    this.#file = file;
    this.#idle = idle;
    this.#source =
      Symbol.asyncIterator in jobs
        ? jobs[Symbol.asyncIterator]()
        : (jobs as Iterable<ParseJob>)[Symbol.iterator]();
    for (let at = 0; at < Math.max(1, options.workers); at++) {
      this.#slots.push({ process: null, open: new Map(), batch: null, startsFailed: 0, restart: null });
    }
  }

  async *outcomes(): AsyncGenerator<ParseOutcome> {
    for (;;) {
      while (this.#waiting.length > 0) yield this.#waiting.shift()!;
      if (this.#error !== null) throw this.#error;
      void this.#feed();
      if (this.#waiting.length > 0) continue;
      if (this.#isFinished()) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  fail(error: unknown): void {
    this.#error ??= error;
    this.stop();
    this.#awake();
  }

  /** Ends the run; returns the processes that finished their work and can serve another. */
  stop(): WorkerProcess[] {
    const resting: WorkerProcess[] = [];
    this.#isStopped = true;
    for (const slot of this.#slots) {
      if (slot.restart) clearTimeout(slot.restart);
      if (slot.process?.isAlive && slot.batch === null) resting.push(slot.process);
      else slot.process?.kill();
      slot.process = null;
    }
    void this.#source.return?.();
    return resting;
  }

  #isFinished(): boolean {
    return (
      this.#isSourceDone &&
      !this.#isPulling &&
      this.#suspects.count === 0 &&
      this.#slots.every((slot) => slot.batch === null)
    );
  }

  #awake(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  /** Without this question the outcome loop and `feed` would wake each other for ever. */
  #hasWorkToGive(): boolean {
    if (this.#isStopped || this.#waiting.length >= MAX_WAITING) return false;
    if (this.#suspects.count === 0 && this.#isSourceDone) return false;
    return this.#slots.some((slot) => slot.batch === null && slot.restart === null);
  }

  /** Gives every idle slot a batch. Only one call at a time pulls from the source. */
  async #feed(): Promise<void> {
    if (this.#isPulling || !this.#hasWorkToGive()) return;
    this.#isPulling = true;
    try {
      for (const slot of this.#slots) {
        if (this.#isStopped || this.#waiting.length >= MAX_WAITING) break;
        // A slot that backs off after a crash waits for its own timer.
        if (slot.batch || slot.restart) continue;
        const batch = this.#suspects.next() ?? (await this.#pullBatch());
        if (!batch) break;
        if (this.#isWithoutMemory) this.#leaveOut(batch.jobs);
        else this.#give(slot, batch);
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.#isPulling = false;
      this.#awake();
    }
  }

  async #pullBatch(): Promise<Batch | null> {
    const jobs: ParseJob[] = [];
    while (jobs.length < BATCH_FILES && !this.#isSourceDone) {
      const next = this.#source.next();
      const { done, value } = next instanceof Promise ? await next : next;
      if (done) this.#isSourceDone = true;
      else jobs.push(value);
    }
    return jobs.length > 0 ? { jobs, attempt: ATTEMPT_IN_BATCH, isAlone: false } : null;
  }

  #give(slot: Slot, batch: Batch): void {
    slot.batch = batch;
    for (const job of batch.jobs) slot.open.set(job.path, job);
    this.#startBatch(slot);
  }

  #startBatch(slot: Slot): void {
    if (this.#isStopped || !slot.batch) return;
    slot.process ??= this.#startProcess(slot);
    slot.process.start({
      rules: this.#rules,
      jobs: [...slot.open.values()],
      fallbackOnly: slot.batch.attempt >= ATTEMPT_FALLBACK,
    });
  }

  #startProcess(slot: Slot): WorkerProcess {
    const { memoryMb = 512, graceMs = 300, size = "small" } = this.#options;
    const fileMs = (this.#rules.parseMs ?? DEFAULT_LIMITS.parseMs) + graceMs;
    const handlers: WorkerHandlers = {
      onReady: () => {
        slot.startsFailed = 0;
      },
      onOutcomes: (outcomes, isDone, isLeaving) => {
        if (slot.process !== started) return;
        if (isLeaving) slot.process = null;
        this.#receive(slot, outcomes, isDone);
      },
      onGone: (loss) => {
        if (slot.process === started) this.#lose(slot, loss);
      },
    };
    const started =
      this.#takeIdle(handlers) ?? new WorkerProcess(this.#file, { memoryMb, fileMs }, handlers, size);
    return started;
  }

  #takeIdle(handlers: WorkerHandlers): WorkerProcess | null {
    for (let process = this.#idle.pop(); process; process = this.#idle.pop()) {
      if (!process.isAlive) continue;
      process.attach(handlers);
      return process;
    }
    return null;
  }

  #receive(slot: Slot, outcomes: readonly ParseOutcome[], isDone: boolean): void {
    for (const outcome of outcomes) {
      slot.open.delete(outcome.path);
      this.#waiting.push(outcome);
    }
    if (isDone) {
      this.#free(slot);
      this.#losses = 0;
      this.#refusals = 0;
      void this.#feed();
    }
    this.#awake();
  }

  #free(slot: Slot): void {
    slot.batch = null;
    slot.open.clear();
  }

  /** A process ended with work in hand. */
  #lose(slot: Slot, loss: WorkerLoss): void {
    slot.process = null;
    if (this.#isStopped) return;
    const error = this.#countLoss(slot, loss);
    if (error) {
      this.fail(error);
      return;
    }
    if (!slot.batch) return;
    if (this.#refusals >= MAX_REFUSALS_IN_A_ROW) {
      this.#giveUpForMemory();
      return;
    }
    if (loss.wasReady) {
      this.#waiting.push(...this.#suspects.take(slot.batch, [...slot.open.values()], loss));
      this.#free(slot);
      this.#awake();
    }
    this.#restartLater(slot);
  }

  #restartLater(slot: Slot): void {
    slot.restart = setTimeout(
      () => {
        slot.restart = null;
        if (slot.batch) this.#startBatch(slot);
        else void this.#feed();
        this.#awake();
      },
      backOffMs(this.#losses, FIRST_BACK_OFF_MS, MAX_BACK_OFF_MS),
    );
  }

  /** Returns what ends the run, once it has shown often enough. */
  #countLoss(slot: Slot, { wasReady, blame, kind, message }: WorkerLoss): AppError | null {
    const isOfMachine = blame === "machine";
    if (!wasReady && !isOfMachine) slot.startsFailed += 1;
    if (slot.startsFailed >= MAX_FAILED_STARTS) {
      return new AppError(
        "PARSE_WORKER_BROKEN",
        `parsing processes end at once (${this.#file}): ${message}`,
        {
          hint: PARSING_ERRORS.PARSE_WORKER_BROKEN,
        },
      );
    }
    if (!slot.batch) return null;
    this.#losses += 1;
    this.#refusals = isOfMachine && kind === "out-of-memory" ? this.#refusals + 1 : 0;
    if (!isOfMachine || this.#losses < MAX_KILLS_IN_A_ROW || this.#refusals > 0) return null;
    return new AppError("PARSE_WORKERS_KILLED", `${this.#losses} parsing processes in a row were killed`, {
      hint: PARSING_ERRORS.PARSE_WORKERS_KILLED,
      retryable: true,
    });
  }

  /** Nothing that is left would fare better: it is left out of this run, not read as anything less. */
  #giveUpForMemory(): void {
    this.#isWithoutMemory = true;
    for (const slot of this.#slots) {
      if (slot.restart) clearTimeout(slot.restart);
      slot.restart = null;
      // Those that have a process at work may yet be done.
      if (slot.process || !slot.batch) continue;
      this.#leaveOut([...slot.open.values()]);
      this.#free(slot);
    }
    void this.#feed();
    this.#awake();
  }

  #leaveOut(jobs: readonly ParseJob[]): void {
    this.#waiting.push(...jobs.map(skipForMemory));
  }
}
