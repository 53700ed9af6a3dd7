/** What others are told of a serving process. Plain data: the page is built against it, too. */
import type { CallRecord } from "../tools/call-record.ts";

export interface LiveProgress {
  phase: string;
  done: number;
  total: number | null;
  percent: number;
}

export interface JobRecord {
  id: number;
  kind: "index" | "rebuild" | "remove";
  root: string;
  state: "running" | "done" | "failed" | "cancelled";
  /** What it came to, or why it failed. */
  message: string;
}

export type Happening =
  | ({ type: "progress"; root: string } & LiveProgress)
  | { type: "generation"; root: string; generation: number; files: number; ms: number }
  /** An update of this process ended, with a new generation or without. */
  | { type: "updated"; root: string; generation: number; parsed: number; ms: number }
  | { type: "warning"; root: string; code: string; message: string }
  | { type: "failure"; root: string; code: string; message: string; ms: number }
  | { type: "job"; job: JobRecord }
  | { type: "call"; call: CallRecord };
