/** What the page asked to be done: it goes on when the page is closed, and can be stopped. */
import { AppError } from "../core/errors.ts";
import { sanitizeText } from "../core/sanitize.ts";
import type { Engine } from "../engine/engine.ts";
import type { JobRecord } from "../serving/happening.ts";
import type { Happenings } from "../serving/happenings.ts";

const KEPT = 50;
const MAX_RUNNING = 8;

interface Job {
  record: JobRecord;
  stop: AbortController;
}

export class Jobs {
  readonly #happenings: Happenings;
  readonly #jobs: Job[] = [];
  #lastId = 0;

  constructor(happenings: Happenings) {
    this.#happenings = happenings;
  }

  list(): JobRecord[] {
    return this.#jobs.map(({ record }) => record);
  }

  /** The one that does the same already, or a new one. */
  start(engine: Engine, kind: JobRecord["kind"], root: string): JobRecord {
    const running = this.#jobs.filter(({ record }) => record.state === "running");
    const same = running.find(({ record }) => record.root === root);
    if (same) return same.record;
    if (running.length >= MAX_RUNNING)
      throw new AppError("HTTP_BUSY", `${MAX_RUNNING} jobs are running`, {
        hint: "wait for one to end, or stop one",
        retryable: true,
      });
    this.#lastId += 1;
    const record: JobRecord = { id: this.#lastId, kind, root, state: "running", message: "" };
    const job = { record, stop: new AbortController() };
    this.#jobs.push(job);
    if (this.#jobs.length > KEPT) this.#jobs.shift();
    this.#happenings.tell({ type: "job", job: { ...record } });
    void this.#run(engine, job);
    return record;
  }

  /** Whether there was one to stop. */
  stop(id: number): boolean {
    const job = this.#jobs.find(({ record }) => record.id === id && record.state === "running");
    job?.stop.abort();
    return job !== undefined;
  }

  async #run(engine: Engine, { record, stop }: Job): Promise<void> {
    try {
      record.message = await work(engine, record, stop.signal);
      record.state = "done";
    } catch (error) {
      record.state = stop.signal.aborted ? "cancelled" : "failed";
      record.message = stop.signal.aborted ? "stopped" : describe(error);
    }
    this.#happenings.tell({ type: "job", job: { ...record } });
  }
}

async function work(engine: Engine, { kind, root }: JobRecord, signal: AbortSignal): Promise<string> {
  if (kind === "remove") {
    await engine.remove(root);
    return "removed from the index; the folder itself is untouched";
  }
  const report = await (kind === "rebuild"
    ? engine.rebuild(root, { signal })
    : engine.update(root, { signal }));
  const seconds = (report.elapsedMs / 1_000).toFixed(1);
  return `generation ${report.generation}: ${report.files} files, ${report.parsed} parsed in ${seconds} s`;
}

function describe(error: unknown): string {
  const text = error instanceof AppError ? `${error.message} [${error.code}]; ${error.hint}` : String(error);
  return sanitizeText(text);
}
