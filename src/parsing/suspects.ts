/**
 * What becomes of files whose process was lost: each is tried again alone, so that the culprit shows. A file that ends
 * its processes by itself is at last read without a grammar, and then left out. A file whose processes the machine ended
 * is never read as anything less: it is left out for the next run.
 */
import type { RelPath } from "../core/rel-path.ts";
import type { SkipReason } from "../workspace/skip-reasons.ts";
import type { ParseJob, UnparsedFile } from "./jobs.ts";
import type { WorkerLoss } from "./worker-process.ts";

export interface Batch {
  jobs: ParseJob[];
  /** How often the first job already ended a process; batches of suspects hold one job. */
  attempt: number;
  isAlone: boolean;
}

export const ATTEMPT_IN_BATCH = 0;
const ATTEMPT_ALONE = 1;
/** From this attempt on no grammar touches the file. */
export const ATTEMPT_FALLBACK = 2;
/** How often a file may lose its process to the machine before it is left for the next run. */
const MAX_MACHINE_LOSSES = 4;

export class Suspects {
  readonly #waiting: Batch[] = [];
  readonly #machineLosses = new Map<RelPath, number>();

  get count(): number {
    return this.#waiting.length;
  }

  next(): Batch | null {
    return this.#waiting.shift() ?? null;
  }

  /** Takes what a lost process had not answered; returns the files that are not tried again. */
  take(batch: Batch, open: readonly ParseJob[], loss: WorkerLoss): UnparsedFile[] {
    return open.flatMap((job) =>
      loss.blame === "machine" ? this.#repeat(batch, job, loss) : this.#judge(batch, job, loss),
    );
  }

  #judge(batch: Batch, job: ParseJob, { stuckAt }: WorkerLoss): UnparsedFile[] {
    const next = batch.isAlone ? batch.attempt + 1 : ATTEMPT_ALONE;
    // A file that a process got stuck in would get the next one stuck, too.
    const attempt = job.path === stuckAt ? Math.max(next, ATTEMPT_FALLBACK) : next;
    if (attempt > ATTEMPT_FALLBACK)
      return [skip(job, "parser-failed", "reading it ended its process three times")];
    this.#waiting.push({ jobs: [job], attempt, isAlone: true });
    return [];
  }

  /** The same again: what a file gives must not depend on how much memory others left. */
  #repeat({ attempt, isAlone }: Batch, job: ParseJob, { kind }: WorkerLoss): UnparsedFile[] {
    const losses = (this.#machineLosses.get(job.path) ?? 0) + 1;
    this.#machineLosses.set(job.path, losses);
    if (losses > MAX_MACHINE_LOSSES) {
      if (kind === "out-of-memory") return [skipForMemory(job)];
      const detail =
        kind === "timed-out"
          ? "its process got too little computing time from the machine each time"
          : "its process was killed from outside each time, as a system does that is out of memory";
      return [skip(job, "parser-failed", detail)];
    }
    this.#waiting.push({ jobs: [job], attempt: isAlone ? attempt : ATTEMPT_ALONE, isAlone: true });
    return [];
  }
}

export function skipForMemory(job: ParseJob): UnparsedFile {
  return skip(job, "out-of-memory", "the system refused the memory that parsing needs");
}

/** Without a stamp: it is tried again at the next update. */
function skip({ path }: ParseJob, reason: SkipReason, detail: string): UnparsedFile {
  return { kind: "skipped", path, reason, detail, stamp: null };
}
