/** Repositories that wait to be indexed by whichever process that shares the store has time. */
export interface IndexJob {
  id: number;
  /** Root of the working tree. */
  path: string;
  /** How often it was taken, this time included. */
  attempts: number;
}

export interface JobState extends IndexJob {
  state: "waiting" | "working" | "done" | "failed";
  /** Who works at it, or did. */
  worker: string | null;
  message: string;
}

export interface JobQueue {
  /** The one that waits for the same repository already, or a new one. */
  add(path: string): Promise<number>;
  /** The oldest that nobody works at, or whose worker fell silent; it belongs to the worker until the lease ends. */
  take(worker: string, leaseMs: number): Promise<IndexJob | null>;
  /** False when another one has taken it over. */
  renew(id: number, worker: string, leaseMs: number): Promise<boolean>;
  /** False when another one has taken it over. */
  finish(id: number, worker: string, outcome: { isDone: boolean; message: string }): Promise<boolean>;
  /** The newest first. */
  list(): Promise<JobState[]>;
}

/** What other processes did; it may be missed, so nothing depends on it but how soon something is noticed. */
export type StoreNews =
  | { kind: "job" }
  | { kind: "published"; root: string; generation: number; files: number };
