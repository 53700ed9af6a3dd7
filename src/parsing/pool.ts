/**
 * A pool of parsing processes. Files go in, outcomes come out in the order they are ready; every file has exactly
 * one outcome, whatever it does to the process that reads it.
 */
import { AppError } from "../core/errors.ts";
import type { RelPath } from "../core/rel-path.ts";
import { DEFAULT_LIMITS } from "../languages/contract.ts";
import { PARSING_ERRORS } from "./errors.ts";
import type { ParseJob, ParseOutcome, ParseRules, RunSize } from "./jobs.ts";
import { findWorkerFile, type WorkerHandlers, WorkerProcess } from "./worker-process.ts";

export interface PoolOptions {
  /** How many processes; the caller knows the machine and the amount of work. */
  workers: number;
  /**
   * Small when not given. Processes of a large run end with it: each holds 250 MB by then, linking is about to need memory,
   * and what follows a large run is small.
   */
  size?: RunSize;
  memoryMb?: number;
  /** Time a file may take beyond the parse limit: reading, hashing, extraction. */
  graceMs?: number;
  workerFile?: string;
}

interface Batch {
  jobs: ParseJob[];
  /** How often the first job already ended a process; batches of suspects hold one job. */
  attempt: number;
  isAlone: boolean;
}

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
const WATCH_EVERY_MS = 100;
/** Outcomes that wait for the caller; beyond this no new batch is started. */
const MAX_WAITING = 512;
const MAX_FAILED_STARTS = 3;
const FIRST_BACK_OFF_MS = 50;
const MAX_BACK_OFF_MS = 2_000;
const ATTEMPT_IN_BATCH = 0;
const ATTEMPT_ALONE = 1;
const ATTEMPT_FALLBACK = 2;
/** How often a file may lose its process to a kill from outside before it is left for the next run. */
const MAX_OUTSIDE_KILLS = 4;
/** So many in a row, with no batch done in between, and the run gives up instead of trying every file in vain. */
const MAX_KILLS_IN_A_ROW = 8;

/** Processes kept warm between runs: starting one costs more than parsing a handful of files. */
const IDLE_MS = 30_000;

export class ParsePool {
  private readonly runs = new Set<PoolRun>();
  private readonly idle: WorkerProcess[] = [];
  private idleTimer: NodeJS.Timeout | null = null;
  private readonly file: string;

  constructor(private readonly options: PoolOptions) {
    this.file = options.workerFile ?? findWorkerFile();
  }

  /** Outcomes of all jobs, in any order. Ending the iteration early ends the processes. */
  async *run(
    jobs: Iterable<ParseJob> | AsyncIterable<ParseJob>,
    rules: ParseRules,
  ): AsyncGenerator<ParseOutcome> {
    const run = new PoolRun(jobs, rules, this.options, this.file, this.idle);
    this.runs.add(run);
    try {
      yield* run.outcomes();
    } finally {
      for (const resting of run.stop()) {
        if (this.options.size === "large") resting.kill();
        else this.keep(resting);
      }
      this.runs.delete(run);
    }
  }

  private keep(process: WorkerProcess): void {
    process.rest();
    this.idle.push(process);
    if (this.idleTimer) clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => this.endIdle(), IDLE_MS);
    this.idleTimer.unref();
  }

  private endIdle(): void {
    if (this.idleTimer) clearTimeout(this.idleTimer);
    this.idleTimer = null;
    for (const process of this.idle.splice(0)) process.kill();
  }

  /** Ends all processes; runs under way fail with PARSE_POOL_CLOSED. */
  close(): void {
    this.endIdle();
    for (const run of this.runs) {
      run.fail(
        new AppError("PARSE_POOL_CLOSED", "the parsing pool was closed", {
          hint: "start the run again",
          retryable: true,
        }),
      );
    }
  }
}

class PoolRun {
  private readonly slots: Slot[] = [];
  private readonly source: AsyncIterator<ParseJob> | Iterator<ParseJob>;
  private readonly suspects: Batch[] = [];
  private readonly waiting: ParseOutcome[] = [];
  private readonly watchTimer: NodeJS.Timeout;
  private isSourceDone = false;
  private isPulling = false;
  private isStopped = false;
  private crashes = 0;
  private readonly outsideKills = new Map<RelPath, number>();
  private error: unknown = null;
  private wake: (() => void) | null = null;

  constructor(
    jobs: Iterable<ParseJob> | AsyncIterable<ParseJob>,
    private readonly rules: ParseRules,
    private readonly options: PoolOptions,
    private readonly file: string,
    private readonly idle: WorkerProcess[],
  ) {
    this.source =
      Symbol.asyncIterator in jobs
        ? jobs[Symbol.asyncIterator]()
        : (jobs as Iterable<ParseJob>)[Symbol.iterator]();
    for (let at = 0; at < Math.max(1, options.workers); at++) {
      this.slots.push({ process: null, open: new Map(), batch: null, startsFailed: 0, restart: null });
    }
    this.watchTimer = setInterval(() => this.watch(), WATCH_EVERY_MS);
    this.watchTimer.unref();
  }

  async *outcomes(): AsyncGenerator<ParseOutcome> {
    for (;;) {
      while (this.waiting.length > 0) yield this.waiting.shift()!;
      if (this.error !== null) throw this.error;
      void this.feed();
      if (this.waiting.length > 0) continue;
      if (this.isFinished()) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  fail(error: unknown): void {
    this.error ??= error;
    this.stop();
    this.awake();
  }

  /** Ends the run; returns the processes that finished their work and can serve another. */
  stop(): WorkerProcess[] {
    const resting: WorkerProcess[] = [];
    this.isStopped = true;
    clearInterval(this.watchTimer);
    for (const slot of this.slots) {
      if (slot.restart) clearTimeout(slot.restart);
      if (slot.process?.isAlive && slot.batch === null) resting.push(slot.process);
      else slot.process?.kill();
      slot.process = null;
    }
    void this.source.return?.();
    return resting;
  }

  private isFinished(): boolean {
    return (
      this.isSourceDone &&
      !this.isPulling &&
      this.suspects.length === 0 &&
      this.slots.every((slot) => slot.batch === null)
    );
  }

  private awake(): void {
    const wake = this.wake;
    this.wake = null;
    wake?.();
  }

  private watch(): void {
    for (const slot of this.slots) if (slot.batch) slot.process?.watch();
  }

  /** Without this question the outcome loop and `feed` would wake each other for ever. */
  private hasWorkToGive(): boolean {
    if (this.isStopped || this.waiting.length >= MAX_WAITING) return false;
    if (this.suspects.length === 0 && this.isSourceDone) return false;
    return this.slots.some((slot) => slot.batch === null && slot.restart === null);
  }

  /** Gives every idle slot a batch. Only one call at a time pulls from the source. */
  private async feed(): Promise<void> {
    if (this.isPulling || !this.hasWorkToGive()) return;
    this.isPulling = true;
    try {
      for (const slot of this.slots) {
        if (this.isStopped || this.waiting.length >= MAX_WAITING) break;
        // A slot that backs off after a crash waits for its own timer.
        if (slot.batch || slot.restart) continue;
        const batch = this.suspects.shift() ?? (await this.pullBatch());
        if (!batch) break;
        slot.batch = batch;
        for (const job of batch.jobs) slot.open.set(job.path, job);
        this.startBatch(slot);
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.isPulling = false;
      this.awake();
    }
  }

  private async pullBatch(): Promise<Batch | null> {
    const jobs: ParseJob[] = [];
    while (jobs.length < BATCH_FILES && !this.isSourceDone) {
      const next = this.source.next();
      const { done, value } = next instanceof Promise ? await next : next;
      if (done) this.isSourceDone = true;
      else jobs.push(value);
    }
    return jobs.length > 0 ? { jobs, attempt: ATTEMPT_IN_BATCH, isAlone: false } : null;
  }

  private startBatch(slot: Slot): void {
    if (this.isStopped || !slot.batch) return;
    slot.process ??= this.startProcess(slot);
    const { batch } = slot;
    slot.process.start({
      rules: this.rules,
      jobs: [...slot.open.values()],
      fallbackOnly: batch.attempt >= ATTEMPT_FALLBACK,
    });
  }

  private startProcess(slot: Slot): WorkerProcess {
    const { memoryMb = 512, graceMs = 300, size = "small" } = this.options;
    const fileMs = (this.rules.parseMs ?? DEFAULT_LIMITS.parseMs) + graceMs;
    const handlers: WorkerHandlers = {
      onReady: () => {
        slot.startsFailed = 0;
      },
      onOutcomes: (outcomes, done) => {
        if (slot.process === started) this.receive(slot, outcomes, done);
      },
      onGone: (wasReady) => {
        if (slot.process === started) this.lose(slot, wasReady);
      },
    };
    const started =
      this.takeIdle(handlers) ?? new WorkerProcess(this.file, { memoryMb, fileMs }, handlers, [size]);
    return started;
  }

  private takeIdle(handlers: WorkerHandlers): WorkerProcess | null {
    for (let process = this.idle.pop(); process; process = this.idle.pop()) {
      if (!process.isAlive) continue;
      process.attach(handlers);
      return process;
    }
    return null;
  }

  private receive(slot: Slot, outcomes: readonly ParseOutcome[], done: boolean): void {
    for (const outcome of outcomes) {
      slot.open.delete(outcome.path);
      this.waiting.push(outcome);
    }
    if (done) {
      slot.batch = null;
      slot.open.clear();
      this.crashes = 0;
      void this.feed();
    }
    this.awake();
  }

  /** A process ended. What it had not answered is tried again, each file alone, so that the culprit shows. */
  private lose(slot: Slot, wasReady: boolean): void {
    const { stuckAt: culprit = null, wasKilledFromOutside = false } = slot.process ?? {};
    slot.process = null;
    if (this.isStopped) return;
    const { batch } = slot;
    if (!wasReady) {
      slot.startsFailed += 1;
      if (slot.startsFailed >= MAX_FAILED_STARTS) {
        this.fail(
          new AppError("PARSE_WORKER_BROKEN", `parsing processes end at once (${this.file})`, {
            hint: "reinstall the package, or raise the memory limit of workers",
          }),
        );
        return;
      }
    }
    if (!batch) return;
    this.crashes += 1;
    if (wasKilledFromOutside && this.crashes >= MAX_KILLS_IN_A_ROW) {
      this.fail(
        new AppError("PARSE_WORKERS_KILLED", `${this.crashes} parsing processes in a row were killed`, {
          hint: PARSING_ERRORS.PARSE_WORKERS_KILLED,
          retryable: true,
        }),
      );
      return;
    }
    if (wasReady) {
      const open = [...slot.open.values()];
      if (wasKilledFromOutside) this.repeat(batch, open);
      else this.requeue(batch, open, culprit);
      slot.batch = null;
      slot.open.clear();
    }
    slot.restart = setTimeout(() => {
      slot.restart = null;
      if (slot.batch) this.startBatch(slot);
      else void this.feed();
      this.awake();
    }, this.backOffMs());
  }

  private requeue(batch: Batch, open: readonly ParseJob[], culprit: RelPath | null): void {
    for (const job of open) {
      const next = batch.isAlone ? batch.attempt + 1 : ATTEMPT_ALONE;
      // A file that a process got stuck in would get the next one stuck, too.
      const attempt = job.path === culprit ? Math.max(next, ATTEMPT_FALLBACK) : next;
      if (attempt > ATTEMPT_FALLBACK) {
        const detail = "reading it ended its process three times";
        this.waiting.push({ kind: "skipped", path: job.path, reason: "crashed", detail, stamp: null });
      } else this.suspects.push({ jobs: [job], attempt, isAlone: true });
    }
    this.awake();
  }

  /** The same again: what a file gives must not depend on how much memory others left. */
  private repeat({ attempt, isAlone }: Batch, open: readonly ParseJob[]): void {
    for (const job of open) {
      const kills = (this.outsideKills.get(job.path) ?? 0) + 1;
      this.outsideKills.set(job.path, kills);
      if (kills <= MAX_OUTSIDE_KILLS) {
        this.suspects.push({ jobs: [job], attempt: isAlone ? attempt : ATTEMPT_ALONE, isAlone: true });
        continue;
      }
      const detail = "its process was killed from outside each time, as a system does that is out of memory";
      this.waiting.push({ kind: "skipped", path: job.path, reason: "crashed", detail, stamp: null });
    }
    this.awake();
  }

  private backOffMs(): number {
    return Math.min(FIRST_BACK_OFF_MS * 2 ** (this.crashes - 1), MAX_BACK_OFF_MS);
  }
}
