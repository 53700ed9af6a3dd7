/** Indexing jobs and news of the processes that share a store. */
import { AppError } from "../core/errors.ts";
import type { UpdateReport } from "../indexing/update.ts";
import type { StoreFactory } from "../storage/factory.ts";
import type { JobState } from "../storage/jobs/contract.ts";
import { ENGINE_ERRORS } from "./errors.ts";
import { JobWorker, type JobWorkerOptions } from "./job-worker.ts";
import type { UpdateNews } from "./repository/parts.ts";

interface SharedJobsOptions {
  /** Null: this process takes no jobs. */
  work: Pick<JobWorkerOptions, "leaseMs" | "lookEveryMs"> | null;
  update: (root: string, asked: { signal: AbortSignal }) => Promise<UpdateReport>;
  /** Hears of what others publish; null: it need not. */
  onHeard: ((news: UpdateNews) => void) | null;
}

export interface SharedJobs {
  enqueue(root: string): Promise<number>;
  list(): Promise<JobState[]>;
  close(): Promise<void>;
}

export function openSharedJobs(
  stores: StoreFactory,
  { work, update, onHeard }: SharedJobsOptions,
): SharedJobs {
  const { openJobs } = stores;
  const index = async (path: string, signal: AbortSignal) => {
    const { generation, files } = await update(path, { signal });
    return `generation ${generation}, ${files} files`;
  };
  // Opened anew for every look: a database that was away may be back.
  const worker = work && openJobs ? new JobWorker({ ...work, queue: openJobs, index }) : null;
  const stopListening = onHeard
    ? stores.onNews((news) => {
        if (news.kind === "job") worker?.wake();
        else onHeard({ ...news, kind: "heard" });
      })
    : () => {};
  return {
    enqueue: async (root) => {
      if (openJobs) return (await openJobs()).add(root);
      throw new AppError("JOBS_NOT_SHARED", "indexes in files are made by the process that is asked", {
        hint: ENGINE_ERRORS.JOBS_NOT_SHARED,
      });
    },
    list: async () => (openJobs ? (await openJobs()).list() : []),
    close: async () => {
      stopListening();
      await worker?.close();
    },
  };
}
