import type { ProgressEvent } from "../engine/engine.ts";

export interface ProgressTick {
  progress: number;
  total: number;
  message: string;
}

/** Where a phase begins and how much of the whole it is, in percent. */
const PHASES: Record<ProgressEvent["phase"], { start: number; share: number }> = {
  scan: { start: 0, share: 10 },
  parse: { start: 10, share: 60 },
  link: { start: 70, share: 8 },
  embed: { start: 78, share: 2 },
  publish: { start: 80, share: 10 },
  compile: { start: 90, share: 10 },
};

/** How much of an update is done. */
export function percentOf({ phase, done, total }: ProgressEvent): number {
  const part = total ? Math.min(1, done / total) : 0;
  return Math.floor(PHASES[phase].start + PHASES[phase].share * part);
}

/** Progress that only grows, as the protocol demands. */
export function tickFrom(send: (tick: ProgressTick) => void): (event: ProgressEvent) => void {
  let last = -1;
  return (event) => {
    const { phase, done, total } = event;
    const progress = percentOf(event);
    if (progress <= last) return;
    last = progress;
    send({ progress, total: 100, message: `${phase}: ${done}${total === null ? "" : ` of ${total}`} files` });
  };
}
