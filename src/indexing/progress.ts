/** What an update tells while it runs. */
export const PHASES = ["scan", "parse", "link", "embed", "publish", "compile"] as const;
export type Phase = (typeof PHASES)[number];

export interface ProgressEvent {
  phase: Phase;
  /** Files done in this phase. */
  done: number;
  /** null while unknown. */
  total: number | null;
}

export type OnProgress = (event: ProgressEvent) => void;
