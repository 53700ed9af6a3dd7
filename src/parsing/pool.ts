/**
 * A pool of parsing processes. Files go in, outcomes come out in the order they are ready; every file has exactly
 * one outcome, whatever it does to the process that reads it.
 */
import { AppError } from "../core/errors.ts";
import type { ParseJob, ParseOutcome, ParseRules, RunSize } from "./jobs.ts";
import { PoolRun } from "./pool-run.ts";
import { findWorkerFile, type WorkerProcess } from "./worker-process.ts";

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

/** Processes kept warm between runs: starting one costs more than parsing a handful of files. */
const IDLE_MS = 30_000;

export class ParsePool {
  readonly #options: PoolOptions;
  readonly #runs = new Set<PoolRun>();
  readonly #idle: WorkerProcess[] = [];
  #idleTimer: NodeJS.Timeout | null = null;
  readonly #file: string;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#file = options.workerFile ?? findWorkerFile();
  }

  /** Outcomes of all jobs, in any order. Ending the iteration early ends the processes. */
  async *run(
    jobs: Iterable<ParseJob> | AsyncIterable<ParseJob>,
    rules: ParseRules,
  ): AsyncGenerator<ParseOutcome> {
    const run = new PoolRun(jobs, rules, this.#options, this.#file, this.#idle);
    this.#runs.add(run);
    try {
      yield* run.outcomes();
    } finally {
      for (const resting of run.stop()) {
        if (this.#options.size === "large") resting.kill();
        else this.#keep(resting);
      }
      this.#runs.delete(run);
    }
  }

  #keep(process: WorkerProcess): void {
    process.rest();
    this.#idle.push(process);
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_MS);
    this.#idleTimer.unref();
  }

  #endIdle(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
    for (const process of this.#idle.splice(0)) process.kill();
  }

  /** Ends all processes; runs under way fail with PARSE_POOL_CLOSED. */
  close(): void {
    this.#endIdle();
    for (const run of this.#runs) {
      run.fail(
        new AppError("PARSE_POOL_CLOSED", "the parsing pool was closed", {
          hint: "start the run again",
          retryable: true,
        }),
      );
    }
  }
}
